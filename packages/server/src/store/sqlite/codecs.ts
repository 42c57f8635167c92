/** Codecs of the writes with many rows: flat lists cost a fraction of cloning objects between threads. */
import type { NewBody } from "../deliveries/delivery-bodies.ts";
import type { Outcome } from "../deliveries/outcome.ts";
import type {
  ClaimedContents,
  DeliveryContent,
  PayloadRow,
} from "../deliveries/delivery-contents.ts";
import type { StoredBody, OwnBody } from "../deliveries/own-bodies.ts";
import type { WriteArgs, WriteName, WriteResult } from "../writes.ts";

/** A part without a function is sent as it is. */
interface Codec<Args, Result> {
  readonly encodeArgs?: (args: Args) => unknown;
  readonly decodeArgs?: (encoded: never) => Args;
  readonly encodeResult?: (result: Result) => unknown;
  readonly decodeResult?: (encoded: never) => Result;
}

type Codecs = {
  readonly [Name in WriteName]?: Codec<WriteArgs<Name>, WriteResult<Name>>;
};

type RecordOutcomes = { readonly outcomes: readonly Outcome[]; readonly now: number };

/** The time, then {@link OUTCOME_LENGTH} values for each outcome. */
type EncodedOutcomes = readonly unknown[];

const OUTCOME_LENGTH = 20;
const NOT_ATTEMPTED = 0;

function encodeOutcomes({ outcomes, now }: RecordOutcomes): EncodedOutcomes {
  const encoded: unknown[] = [now];
  for (const { next, attempt, ...of } of outcomes) {
    encoded.push(of.id, of.lease_token, of.destination_id, of.submission_id);
    encoded.push(next.state, next.reason, next.next_attempt_at, of.isCounted, of.goneAddress);
    encoded.push(of.kind);
    if (attempt === undefined) {
      encoded.push(NOT_ATTEMPTED, null, null, null, null, null, null, null, null);
    } else {
      encoded.push(attempt.number, attempt.started_at, attempt.duration_ms, attempt.outcome);
      encoded.push(attempt.status, attempt.error_code, attempt.response_excerpt);
      encoded.push(attempt.remote_ip, attempt.next_attempt_at);
    }
    encoded.push(of.isTest);
  }
  return encoded;
}

function decodeOutcomes(encoded: EncodedOutcomes): RecordOutcomes {
  const outcomes: Outcome[] = [];
  for (let at = 1; at < encoded.length; at += OUTCOME_LENGTH) outcomes.push(outcomeAt(encoded, at));
  return { outcomes, now: encoded[0] as number };
}

function outcomeAt(encoded: EncodedOutcomes, at: number): Outcome {
  type Attempt = NonNullable<Outcome["attempt"]>;
  return {
    id: encoded[at] as number,
    lease_token: encoded[at + 1] as string,
    destination_id: encoded[at + 2] as number,
    submission_id: encoded[at + 3] as number | null,
    ...(encoded[at + 19] === true ? { isTest: true } : {}),
    next: {
      state: encoded[at + 4] as Outcome["next"]["state"],
      reason: encoded[at + 5] as string | null,
      next_attempt_at: encoded[at + 6] as number | null,
    },
    isCounted: encoded[at + 7] as boolean,
    goneAddress: encoded[at + 8] as string | null,
    kind: encoded[at + 9] as Outcome["kind"],
    attempt:
      encoded[at + 10] === NOT_ATTEMPTED
        ? undefined
        : {
            number: encoded[at + 10] as number,
            started_at: encoded[at + 11] as number,
            duration_ms: encoded[at + 12] as number,
            outcome: encoded[at + 13] as Attempt["outcome"],
            status: encoded[at + 14] as number | null,
            error_code: encoded[at + 15] as Attempt["error_code"],
            response_excerpt: encoded[at + 16] as string | null,
            remote_ip: encoded[at + 17] as string | null,
            next_attempt_at: encoded[at + 18] as number | null,
          },
  };
}

/** The members of the claim, then {@link CONTENT_LENGTH} values for each delivery. */
type EncodedContents = readonly unknown[];

const CONTENT_HEAD = 3;
const CONTENT_LENGTH = 24;
const OWN = 0;

function encodeContents({ contents, count, isQuarantined, due_at }: ClaimedContents) {
  const encoded: unknown[] = [count, isQuarantined, due_at];
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
      encoded.push(null, null);
    } else {
      const { submission } = of;
      encoded.push(submission.id, submission.form_name, submission.created_at, submission.email);
      encoded.push(submission.fields, submission.source_url, submission.source_host);
      encoded.push(submission.source_path, submission.source_fragment, submission.source_query);
      encoded.push(submission.lead);
      encoded.push(submission.attachments.length === 0 ? null : submission.attachments);
      encoded.push(submission.uid, submission.hops, submission.spam_findings);
    }
  }
  return encoded;
}

function decodeContents(encoded: EncodedContents): ClaimedContents {
  const contents: DeliveryContent[] = [];
  for (let at = CONTENT_HEAD; at < encoded.length; at += CONTENT_LENGTH)
    contents.push(contentAt(encoded, at));
  return {
    contents,
    count: encoded[0] as number,
    isQuarantined: encoded[1] as boolean,
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
      spam_findings: encoded[at + 23] as string | null,
    },
  };
}

const NO_FILES: PayloadRow["attachments"] = [];

type StoreBodies = { readonly bodies: readonly NewBody[]; readonly now: number };

/** The time, all bytes, then {@link BODY_LENGTH} values for each body. */
type EncodedBodies = readonly unknown[];

const BODY_HEAD = 2;
const BODY_LENGTH = 5;

function encodeBodies({ bodies, now }: StoreBodies): EncodedBodies {
  const size = bodies.reduce((sum, one) => sum + one.body.byteLength + one.sha256.byteLength, 0);
  // A new array: a thread port copies the whole buffer behind a view.
  const bytes = new Uint8Array(size);
  const encoded: unknown[] = [now, bytes];
  let end = 0;
  for (const { submission_id, destination_id, content_type, body, sha256 } of bodies) {
    bytes.set(body, end);
    bytes.set(sha256, end + body.byteLength);
    end += body.byteLength + sha256.byteLength;
    encoded.push(submission_id, destination_id, content_type, body.byteLength, sha256.byteLength);
  }
  return encoded;
}

function decodeBodies(encoded: EncodedBodies): StoreBodies {
  const bytes = encoded[1] as Uint8Array;
  let end = 0;
  const next = (length: number) => Buffer.from(bytes.buffer, (end += length) - length, length);
  const bodies: NewBody[] = [];
  for (let at = BODY_HEAD; at < encoded.length; at += BODY_LENGTH) {
    bodies.push({
      submission_id: encoded[at] as number,
      destination_id: encoded[at + 1] as number,
      content_type: encoded[at + 2] as string,
      body: next(encoded[at + 3] as number),
      sha256: next(encoded[at + 4] as number),
    });
  }
  return { bodies, now: encoded[0] as number };
}

export const CODECS = {
  claimDeliveries: { encodeResult: encodeContents, decodeResult: decodeContents },
  storeDeliveryBodies: { encodeArgs: encodeBodies, decodeArgs: decodeBodies },
  recordOutcomes: { encodeArgs: encodeOutcomes, decodeArgs: decodeOutcomes },
} satisfies Codecs;

/** The codec of a write that crossed a thread port by its name, if it has one. */
export const codecOf = (
  name: string,
): { readonly [Part in keyof Codec<unknown, unknown>]: (given: never) => unknown } =>
  (CODECS as Readonly<Record<string, object>>)[name] ?? {};
