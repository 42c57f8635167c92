/** What a claimed delivery needs to be sent: the webhook's current settings, the submission, the stored body. */
import type { PayloadSubmission } from "../../domain/payload-source.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import type { Fields } from "../../domain/submission.ts";
import { compiledOnce } from "../engine/compiled.ts";
import type { ClaimedDelivery } from "./claimed-delivery.ts";
import { type ClaimRequest, type ClaimResult, claimDue } from "./delivery-claims.ts";
import type { StoredBody } from "./stored-body.ts";
import { bodiesOf } from "./delivery-bodies.ts";
import { idsText, isAmong } from "../engine/dialect.ts";
import type { Db } from "../engine/schema.ts";
import { withDetails } from "../submissions/submission-rows.ts";
import { type TestBody, testBodies } from "./test-deliveries.ts";
import { findSendingWebhooks, type SendingWebhook } from "../webhooks/webhook-secrets.ts";

/** A claimed delivery of a submission, or of a test, which is queued together with its body. */
export type DeliveryContent = ClaimedDelivery & {
  /** `undefined` if it was deleted in the meantime. */
  readonly webhook: SendingWebhook | undefined;
} & (
    | {
        readonly kind: "submission";
        readonly submission: PayloadRow;
        /** `undefined` if none was found. Storing a rendered body returns the existing one, if there is one. */
        readonly body: StoredBody | undefined;
      }
    | { readonly kind: "test"; readonly body: TestBody }
  );

/** The columns of a submission that payloads show; JSON columns are text, parsed where they are needed. */
export type PayloadRow = Omit<PayloadSubmission, "fields" | "source_query"> & {
  readonly uid: string | null;
  readonly fields: string;
  readonly source_query: string | null;
  /** The installations that it has passed, see domain/hops.ts; `null` for almost every submission. */
  readonly hops: string | null;
};

export interface ClaimedContents extends Omit<ClaimResult, "claimed"> {
  /** How many were claimed; {@link contents} leaves out those whose submission was deleted. */
  readonly count: number;
  readonly contents: readonly DeliveryContent[];
}

/** {@link claimDue}, with the content of each delivery. */
export async function claimDeliveries(
  db: Db,
  request: ClaimRequest,
  box: SecretBox,
): Promise<ClaimedContents> {
  const { claimed, ...claim } = await claimDue(db, request);
  return { ...claim, count: claimed.length, contents: await contentsOf(db, claimed, box) };
}

export async function contentsOf(
  db: Db,
  claimed: readonly ClaimedDelivery[],
  box: SecretBox,
): Promise<readonly DeliveryContent[]> {
  if (claimed.length === 0) return [];
  const submissions = await withDetails(
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

/** @throws SyntaxError if a column does not hold JSON: something other than Intray wrote the row. */
export function payloadSubmission(row: PayloadRow): PayloadSubmission {
  const { fields, source_query } = row;
  return {
    ...row,
    fields: JSON.parse(fields) as Fields,
    source_query: source_query === null ? null : (JSON.parse(source_query) as [string, string][]),
  };
}

const idsOf = (rows: readonly ClaimedDelivery[]) => rows.map(({ id }) => id);
const isTest = ({ trigger }: ClaimedDelivery) => trigger === "test";
/**
 * At the first claim after intake there is almost never a stored body, so the query is saved; if there is
 * one, storing the rendered body returns it.
 */
const mayHaveBytes = ({ trigger, claims }: ClaimedDelivery) =>
  trigger !== "test" && (trigger !== "intake" || claims > 1);

const rowsOf = compiledOnce((db, p: { readonly ids: string }) =>
  db
    .selectFrom("submission")
    .leftJoin("submission_hops", "submission_hops.submission_id", "submission.id")
    .select([
      "submission.id",
      "submission.uid",
      "submission.form_id",
      "submission.email",
      "submission.fields",
      "submission.source_url",
      "submission.source_host",
      "submission.source_path",
      "submission.source_fragment",
      "submission.source_query",
      "submission.created_at",
      "submission_hops.hops",
    ])
    .where(isAmong(db, "submission.id", p.ids)),
);
