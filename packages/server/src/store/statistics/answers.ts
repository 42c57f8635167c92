/** How long submissions waited for their first answer. */
import { sql } from "kysely";
import { type AccountScope, isPartial } from "../engine/paging.ts";
import { ofForms } from "../forms/live-forms.ts";
import type { Db } from "../engine/schema.ts";

/** The statistics cover at most this many answers. */
export const MAX_ANSWERS = 20_000;

export interface FirstAnswer {
  /** Milliseconds since the epoch. */
  readonly answered_at: number;
  /** From the post to the first answer. */
  readonly waited_ms: number;
}

export interface AnswerStats {
  /** Newest first; at most {@link MAX_ANSWERS}. */
  readonly answers: readonly FirstAnswer[];
  /** All answers from this time on are among them. */
  readonly completeFrom: number;
}

/** The first answers since `from` to submissions of an account that are no spam and were not deleted. */
export async function accountAnswers(
  db: Db,
  { account_id, from, ...scope }: AccountScope & { readonly from: number },
): Promise<AnswerStats> {
  const [answers, start] = await Promise.all([
    db
      .selectFrom("submission")
      .select([
        sql<number>`answered_at`.as("answered_at"),
        // A clock that was set back must not make a wait negative.
        sql<number>`case when answered_at > created_at then answered_at - created_at else 0 end`.as(
          "waited_ms",
        ),
      ])
      .where("account_id", "=", account_id)
      .where("answered_at", ">=", from)
      .where("spam", "=", 0)
      // Without a project the index has every column.
      .$if(isPartial(scope), (all) => all.where(ofForms("form_id", scope)))
      .orderBy("answered_at", "desc")
      .limit(MAX_ANSWERS)
      .execute(),
    db.selectFrom("answer_start").select("at").executeTakeFirstOrThrow(),
  ]);
  const oldest = answers.length === MAX_ANSWERS ? answers.at(-1)?.answered_at : undefined;
  return { answers, completeFrom: Math.max(start.at, oldest ?? from) };
}
