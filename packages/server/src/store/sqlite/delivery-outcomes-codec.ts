/** Codec of attempt outcomes for the writer thread: one flat list. */
import type { Outcome } from "../deliveries/outcome.ts";

interface RecordOutcomes {
  readonly outcomes: readonly Outcome[];
  readonly now: number;
}

/** The time, then {@link LENGTH} values for each outcome. */
type EncodedOutcomes = readonly unknown[];

const LENGTH = 20;
const NOT_ATTEMPTED = 0;

export function encodeOutcomes({ outcomes, now }: RecordOutcomes): EncodedOutcomes {
  const encoded: unknown[] = [now];
  for (const { next, attempt, ...of } of outcomes) {
    encoded.push(of.id, of.lease_token, of.destination_id, of.submission_id);
    encoded.push(next.state, next.reason, next.next_attempt_at, of.is_counted, of.gone_address);
    encoded.push(of.kind);
    if (attempt === undefined) {
      encoded.push(NOT_ATTEMPTED, null, null, null, null, null, null, null, null);
    } else {
      encoded.push(attempt.number, attempt.started_at, attempt.duration_ms, attempt.outcome);
      encoded.push(attempt.status, attempt.error_code, attempt.response_excerpt);
      encoded.push(attempt.remote_ip, attempt.next_attempt_at);
    }
    encoded.push(of.is_test);
  }
  return encoded;
}

export function decodeOutcomes(encoded: EncodedOutcomes): RecordOutcomes {
  const outcomes: Outcome[] = [];
  for (let at = 1; at < encoded.length; at += LENGTH) outcomes.push(outcomeAt(encoded, at));
  return { outcomes, now: encoded[0] as number };
}

function outcomeAt(encoded: EncodedOutcomes, at: number): Outcome {
  type Attempt = NonNullable<Outcome["attempt"]>;
  return {
    id: encoded[at] as number,
    lease_token: encoded[at + 1] as string,
    destination_id: encoded[at + 2] as number,
    submission_id: encoded[at + 3] as number | null,
    ...(encoded[at + 19] === true ? { is_test: true } : {}),
    next: {
      state: encoded[at + 4] as Outcome["next"]["state"],
      reason: encoded[at + 5] as string | null,
      next_attempt_at: encoded[at + 6] as number | null,
    },
    is_counted: encoded[at + 7] as boolean,
    gone_address: encoded[at + 8] as string | null,
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
