/** Records what a change of submissions overwrites, in the transaction of the change. */
import { rangesOf } from "../../domain/submission/id-ranges.ts";
import type { Flag, Json, Db } from "../engine/schema.ts";

export const FLAGS = ["read", "spam", "trash"] as const;
/** Marks with more than two values. */
export const VALUES = ["assignee_id", "snoozed_until"] as const;

export type Flags = { readonly [Name in (typeof FLAGS)[number]]?: boolean | undefined } & {
  readonly [Name in (typeof VALUES)[number]]?: number | null | undefined;
};

type MarkedRow = { readonly id: number } & Readonly<
  Record<(typeof FLAGS)[number], Flag> & Record<(typeof VALUES)[number], number | null>
>;

const markOf = (row: MarkedRow, name: keyof Flags) =>
  name === "assignee_id" || name === "snoozed_until" ? row[name] : row[name] === 1;

/** Submissions whose flags had the same values. */
export interface FlagsBefore {
  /** See `domain/submission/id-ranges.ts`. */
  readonly ids: string;
  /** The flags that were changed, with their values before. */
  readonly flags: Flags;
  /** Set if `flags.spam` is true. */
  readonly spam_reason?: string | null;
  readonly spam_findings?: Json | null;
}

/** The act of a request that changes submissions. */
export interface UndoableAct {
  /** Chosen by the client; requests with the same token are one act. */
  readonly token: string;
  /** E-mail address of the session, or name of the API key. */
  readonly actor: string;
}

interface RecordUndoArgs {
  readonly account_id: number;
  readonly act: UndoableAct;
  readonly change: Flags;
  readonly rows: readonly MarkedRow[];
  readonly now: number;
}

/** Called before the flags are set. @param rows In the order of their ids; those that change nothing are left out. */
export async function recordUndo(
  db: Db,
  { account_id, act: { token, actor }, change, rows, now }: RecordUndoArgs,
): Promise<void> {
  const names = [...FLAGS, ...VALUES].filter((name) => change[name] !== undefined);
  const set = Object.fromEntries(names.map((name) => [name, change[name]])) as Flags;
  const changed = rows.flatMap((row) => {
    const other = names.filter((name) => set[name] !== markOf(row, name));
    const flags = Object.fromEntries(other.map((name) => [name, markOf(row, name)])) as Flags;
    return Object.keys(flags).length === 0 ? [] : [{ id: row.id, flags }];
  });
  if (changed.length === 0) return;
  const spam = changed.filter(({ flags }) => flags.spam === true).map(({ id }) => id);
  const reasons = await reasonsOf(db, spam);
  const groups = new Map<string, { ids: number[]; before: Omit<FlagsBefore, "ids"> }>();
  for (const { id, flags } of changed) {
    const before = { flags, ...reasons.get(id) };
    const key = JSON.stringify(before);
    const group = groups.get(key) ?? { ids: [], before };
    group.ids.push(id);
    groups.set(key, group);
  }
  const { id: undo_id } = await db
    .insertInto("undo")
    .values({
      account_id,
      token,
      actor,
      change: JSON.stringify(set),
      changed: changed.length,
      created_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(["account_id", "token"])
        .doUpdateSet((old) => ({ changed: old("undo.changed", "+", changed.length) })),
    )
    .returning("id")
    .executeTakeFirstOrThrow();
  const before = [...groups.values()].map((group): FlagsBefore => ({
    ids: rangesOf(group.ids),
    ...group.before,
  }));
  await db
    .insertInto("undo_part")
    .values({ undo_id, changed: changed.length, before: JSON.stringify(before) })
    .execute();
}

/** Why submissions are spam, which marking them as ham deletes. */
async function reasonsOf(db: Db, ids: readonly number[]) {
  const reasons = new Map<number, Pick<FlagsBefore, "spam_reason" | "spam_findings">>();
  if (ids.length === 0) return reasons;
  const rows = await db
    .selectFrom("submission")
    .select(["id", "spam_reason", "spam_findings"])
    .where("id", "in", ids)
    .execute();
  for (const { id, ...reason } of rows) reasons.set(id, reason);
  return reasons;
}
