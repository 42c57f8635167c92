/** What a claimed delivery is sent with: its webhook's settings of now, its content, its stored bytes. */
import type { PayloadSubmission } from "../../domain/payload-source.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import type { Fields } from "../../domain/submission.ts";
import { compiledOnce } from "../engine/compiled.ts";
import type { Claimed } from "./claimed-delivery.ts";
import { type Asked, type Claim, claimDue } from "./delivery-claims.ts";
import type { StoredBody } from "./stored-body.ts";
import { bodiesOf } from "./delivery-bodies.ts";
import { idsText, isAmong } from "../engine/dialect.ts";
import type { Db } from "../engine/schema.ts";
import { completed } from "../submissions/submission-rows.ts";
import { testBodies } from "./test-deliveries.ts";
import { findSendingWebhooks, type SendingWebhook } from "../webhooks/webhook-secrets.ts";

/** A claimed delivery: of a submission, or a test, whose bytes are there from the start. */
export type DeliveryContent = Claimed & {
  /** `undefined` when it was deleted meanwhile. */
  readonly webhook: SendingWebhook | undefined;
} & (
    | {
        readonly kind: "submission";
        readonly submission: PayloadRow;
        /** `undefined` when none are known of: storing some tells. */
        readonly body: StoredBody | undefined;
      }
    | { readonly kind: "test"; readonly body: StoredBody }
  );

/** A submission as far as payloads show it; its JSON columns are text, and read where they are needed. */
export type PayloadRow = Omit<PayloadSubmission, "fields" | "source_query"> & {
  readonly fields: string;
  readonly source_query: string | null;
};

export interface ClaimedContents extends Omit<Claim, "claimed"> {
  /** How many were claimed; {@link contents} leaves out those whose submission is gone. */
  readonly count: number;
  readonly contents: readonly DeliveryContent[];
}

/** {@link claimDue}, with what each delivery is sent with. */
export async function claimDeliveries(
  db: Db,
  asked: Asked,
  box: SecretBox,
): Promise<ClaimedContents> {
  const { claimed, ...claim } = await claimDue(db, asked);
  return { ...claim, count: claimed.length, contents: await contentsOf(db, claimed, box) };
}

export async function contentsOf(
  db: Db,
  claimed: readonly Claimed[],
  box: SecretBox,
): Promise<readonly DeliveryContent[]> {
  if (claimed.length === 0) return [];
  const submissions = await completed(
    db,
    await rowsOf(db, {
      ids: idsText(db, [...new Set(claimed.flatMap((row) => row.submission_id ?? []))]),
    }),
  );
  const webhooks = await findSendingWebhooks(
    db,
    { ids: [...new Set(claimed.map((row) => row.webhook_id))] },
    box,
  );
  const tests = await testBodies(db, { ids: idsOf(claimed.filter(isTest)) });
  const bodies = await bodiesOf(db, { ids: idsOf(claimed.filter(mayHaveBytes)) });
  return claimed.flatMap((row): DeliveryContent[] => {
    const webhook = webhooks.get(row.webhook_id);
    const test = tests.get(row.id);
    if (test !== undefined) return [{ ...row, webhook, kind: "test", body: test }];
    const submission = submissions.get(row.submission_id ?? 0);
    if (submission === undefined) return [];
    return [{ ...row, webhook, kind: "submission", submission, body: bodies.get(row.id) }];
  });
}

/** @throws SyntaxError when a column does not hold JSON: the row was changed behind our back. */
export function payloadSubmission(row: PayloadRow): PayloadSubmission {
  const { fields, source_query } = row;
  return {
    ...row,
    fields: JSON.parse(fields) as Fields,
    source_query: source_query === null ? null : (JSON.parse(source_query) as [string, string][]),
  };
}

const idsOf = (rows: readonly Claimed[]) => rows.map(({ id }) => id);
const isTest = ({ trigger }: Claimed) => trigger === "test";
/** What came in by itself and is claimed for the first time has none, but by a rare chance. */
const mayHaveBytes = ({ trigger, claims }: Claimed) =>
  trigger !== "test" && (trigger !== "intake" || claims > 1);

const rowsOf = compiledOnce((db, p: { readonly ids: string }) =>
  db
    .selectFrom("submission")
    .select([
      "id",
      "form_id",
      "email",
      "fields",
      "source_url",
      "source_host",
      "source_path",
      "source_fragment",
      "source_query",
      "created_at",
    ])
    .where(isAmong(db, "id", p.ids)),
);
