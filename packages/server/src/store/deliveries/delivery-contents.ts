/** What a claimed delivery needs to be sent: the destination's current settings, the submission, the stored body. */
import { hasOwnBody } from "../../domain/delivery/delivery.ts";
import type { DeliveredSubmission } from "../../domain/delivery/delivery-kind.ts";
import type { DestinationKind, SendingDestination } from "../../domain/delivery/destination.ts";
import { kindOfAddress } from "../../domain/delivery/destination.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import { parseFindings } from "../../domain/submission/finding.ts";
import type { Fields } from "../../domain/submission/submission.ts";
import { compileOnce } from "../engine/compiled.ts";
import type { ClaimedDelivery, ClaimRequest, ClaimResult } from "./delivery-claims.ts";
import { claimDue } from "./delivery-claims.ts";
import { type StoredBody, type OwnBody, ownBodies } from "./own-bodies.ts";
import { bodiesOf } from "./delivery-bodies.ts";
import { idsText, isAmong } from "../engine/dialect.ts";
import { idsOf } from "../engine/paging.ts";
import type { Db } from "../engine/schema.ts";
import { withDetails } from "../submissions/submission-rows.ts";
import { findSendingDestinations } from "../destinations/sending-destinations.ts";

/** A claimed delivery of a submission, or one with its own body, which is queued together with it. */
export type DeliveryContent = ClaimedDelivery & {
  /** `undefined` if it was deleted in the meantime. */
  readonly destination: SendingDestination | undefined;
  readonly deleted_kind?: DestinationKind;
} & (
    | {
        readonly kind: "submission";
        readonly submission: PayloadRow;
        /** `undefined` if none was found. Storing a rendered body returns the existing one, if there is one. */
        readonly body: StoredBody | undefined;
      }
    | { readonly kind: "own"; readonly body: OwnBody }
  );

/** The columns of a submission that payloads show; JSON columns are text, parsed where they are needed. */
export type PayloadRow = Omit<DeliveredSubmission, "fields" | "source_query" | "spam_findings"> & {
  readonly fields: string;
  readonly source_query: string | null;
  readonly spam_findings: string | null;
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
  const destinations = await findSendingDestinations(
    db,
    { ids: [...new Set(claimed.map((row) => row.destination_id))] },
    box,
  );
  const deletedKinds = await deletedKindsOf(
    db,
    idsOf(claimed.filter((row) => !destinations.has(row.destination_id))),
  );
  const own = await ownBodies(db, {
    ids: idsOf(claimed.filter(({ trigger }) => hasOwnBody(trigger))),
  });
  const bodies = await bodiesOf(db, { ids: idsOf(claimed.filter(mayHaveBytes)) });
  return claimed.flatMap((row): DeliveryContent[] => {
    const deleted_kind = deletedKinds.get(row.id);
    const to = {
      destination: destinations.get(row.destination_id),
      ...(deleted_kind === undefined ? {} : { deleted_kind }),
    };
    const body = own.get(row.id);
    if (body !== undefined) return [{ ...row, ...to, kind: "own", body }];
    const submission = submissions.get(row.submission_id ?? 0);
    if (submission === undefined) return [];
    const content = { kind: "submission", submission, body: bodies.get(row.id) } as const;
    return [{ ...row, ...to, ...content }];
  });
}

/** By delivery id. */
async function deletedKindsOf(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("delivery")
    .select(["id", "url"])
    .where("id", "in", [...ids])
    .execute();
  return new Map(rows.map(({ id, url }) => [id, kindOfAddress(url)]));
}

/** @throws SyntaxError if a column does not hold JSON: something other than Intray wrote the row. */
export function deliveredSubmission(row: PayloadRow): DeliveredSubmission {
  const { fields, source_query, spam_findings } = row;
  return {
    ...row,
    fields: JSON.parse(fields) as Fields,
    spam_findings: parseFindings(spam_findings),
    source_query: source_query === null ? null : (JSON.parse(source_query) as [string, string][]),
  };
}

/**
 * At the first claim after intake there is almost never a stored body, so the query is saved; if there is
 * one, storing the rendered body returns it.
 */
const mayHaveBytes = ({ trigger, claims }: ClaimedDelivery) =>
  !hasOwnBody(trigger) && (trigger !== "intake" || claims > 1);

const rowsOf = compileOnce((db, p: { readonly ids: string }) =>
  db
    .selectFrom("submission")
    .leftJoin("submission_hops", "submission_hops.submission_id", "submission.id")
    .select([
      "submission.id",
      "submission.uid",
      "submission.form_id",
      "submission.email",
      "submission.fields",
      "submission.spam_findings",
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
