/** Codec of claimed deliveries for the reply of the writer thread: one flat list. */
import type {
  ClaimedContents,
  DeliveryContent,
  PayloadRow,
} from "../deliveries/delivery-contents.ts";
import type { StoredBody } from "../deliveries/stored-body.ts";
import type { OwnBody } from "../deliveries/own-bodies.ts";

/** The members of the claim, then {@link LENGTH} values for each delivery. */
type EncodedContents = readonly unknown[];

const HEAD = 3;
const LENGTH = 23;
const OWN = 0;

export function encodeContents({
  contents,
  count,
  is_quarantined,
  due_at,
}: ClaimedContents): EncodedContents {
  const encoded: unknown[] = [count, is_quarantined, due_at];
  for (const of of contents) {
    encoded.push(
      of.id,
      of.submission_id,
      of.destination_id,
      of.attempts_made,
      of.claims,
      of.trigger,
    );
    // All deliveries to a destination share one object: a thread port copies it once.
    encoded.push(of.created_at, of.destination ?? of.deleted_kind, of.body);
    if (of.kind === "own") {
      encoded.push(OWN, null, null, null, null, null, null, null, null, null, null, null, null);
      encoded.push(null);
    } else {
      const { submission } = of;
      encoded.push(submission.id, submission.form_name, submission.created_at, submission.email);
      encoded.push(submission.fields, submission.source_url, submission.source_host);
      encoded.push(submission.source_path, submission.source_fragment, submission.source_query);
      encoded.push(submission.lead);
      encoded.push(submission.attachments.length === 0 ? null : submission.attachments);
      encoded.push(submission.uid, submission.hops);
    }
  }
  return encoded;
}

export function decodeContents(encoded: EncodedContents): ClaimedContents {
  const contents: DeliveryContent[] = [];
  for (let at = HEAD; at < encoded.length; at += LENGTH) contents.push(contentAt(encoded, at));
  return {
    contents,
    count: encoded[0] as number,
    is_quarantined: encoded[1] as boolean,
    due_at: encoded[2] as number | undefined,
  };
}

function contentAt(encoded: EncodedContents, at: number): DeliveryContent {
  const to = encoded[at + 7] as DeliveryContent["destination" | "deleted_kind"];
  const claimed = {
    id: encoded[at] as number,
    submission_id: encoded[at + 1] as number | null,
    destination_id: encoded[at + 2] as number,
    attempts_made: encoded[at + 3] as number,
    claims: encoded[at + 4] as number,
    trigger: encoded[at + 5] as DeliveryContent["trigger"],
    created_at: encoded[at + 6] as number,
    ...(typeof to === "string"
      ? { destination: undefined, deleted_kind: to }
      : { destination: to }),
  };
  if (encoded[at + 9] === OWN) return { ...claimed, kind: "own", body: encoded[at + 8] as OwnBody };
  return {
    ...claimed,
    kind: "submission",
    body: encoded[at + 8] as StoredBody | undefined,
    submission: {
      id: encoded[at + 9] as number,
      form_name: encoded[at + 10] as string,
      created_at: encoded[at + 11] as number,
      email: encoded[at + 12] as string | null,
      fields: encoded[at + 13] as string,
      source_url: encoded[at + 14] as string | null,
      source_host: encoded[at + 15] as string | null,
      source_path: encoded[at + 16] as string | null,
      source_fragment: encoded[at + 17] as string | null,
      source_query: encoded[at + 18] as string | null,
      lead: encoded[at + 19] as PayloadRow["lead"],
      attachments: (encoded[at + 20] as PayloadRow["attachments"] | null) ?? NO_FILES,
      uid: encoded[at + 21] as string | null,
      hops: encoded[at + 22] as string | null,
    },
  };
}

const NO_FILES: PayloadRow["attachments"] = [];
