/** Outcomes on their way to the writer, as one flat list. */
import type { Outcome } from "../deliveries/outcome.ts";

interface Settled {
  readonly outcomes: readonly Outcome[];
  readonly now: number;
}

/** {@link LENGTH} values for each outcome, behind the time. */
type SentOutcomes = readonly unknown[];

const LENGTH = 18;
const NOT_ATTEMPTED = 0;

export function sendOutcomes({ outcomes, now }: Settled): SentOutcomes {
  const sent: unknown[] = [now];
  for (const { next, attempt, ...of } of outcomes) {
    sent.push(of.id, of.lease_token, of.webhook_id, of.submission_id);
    sent.push(next.state, next.reason, next.next_attempt_at, of.is_counted, of.gone_url);
    if (attempt === undefined) {
      sent.push(NOT_ATTEMPTED, null, null, null, null, null, null, null, null);
    } else {
      sent.push(attempt.number, attempt.started_at, attempt.duration_ms, attempt.outcome);
      sent.push(attempt.http_status, attempt.error_code, attempt.response_excerpt);
      sent.push(attempt.remote_ip, attempt.next_attempt_at);
    }
  }
  return sent;
}

export function readOutcomes(sent: SentOutcomes): Settled {
  const outcomes: Outcome[] = [];
  for (let at = 1; at < sent.length; at += LENGTH) outcomes.push(outcomeAt(sent, at));
  return { outcomes, now: sent[0] as number };
}

function outcomeAt(sent: SentOutcomes, at: number): Outcome {
  type Attempt = NonNullable<Outcome["attempt"]>;
  return {
    id: sent[at] as number,
    lease_token: sent[at + 1] as string,
    webhook_id: sent[at + 2] as number,
    submission_id: sent[at + 3] as number | null,
    next: {
      state: sent[at + 4] as Outcome["next"]["state"],
      reason: sent[at + 5] as string | null,
      next_attempt_at: sent[at + 6] as number | null,
    },
    is_counted: sent[at + 7] as boolean,
    gone_url: sent[at + 8] as string | null,
    attempt:
      sent[at + 9] === NOT_ATTEMPTED
        ? undefined
        : {
            number: sent[at + 9] as number,
            started_at: sent[at + 10] as number,
            duration_ms: sent[at + 11] as number,
            outcome: sent[at + 12] as Attempt["outcome"],
            http_status: sent[at + 13] as number | null,
            error_code: sent[at + 14] as string | null,
            response_excerpt: sent[at + 15] as string | null,
            remote_ip: sent[at + 16] as string | null,
            next_attempt_at: sent[at + 17] as number | null,
          },
  };
}
