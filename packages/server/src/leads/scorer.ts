/** Scores queued leads in the background: leases them, calls the model or the rules, and stores the score. */
import { createCircuitBreaker } from "../platform/circuit-breaker.ts";
import { type Clock, plusMs } from "../platform/clock.ts";
import type { Ids } from "../domain/ids.ts";
import { type Lead, withLeadDefaults } from "../domain/submission/lead.ts";
import type { Log } from "../platform/log.ts";
import type { LeadContent } from "../store/leads/lead-contents.ts";
import type { ClaimedLead, LeadOutcome } from "../store/leads/lead-scores.ts";
import type { Store } from "../store/store.ts";
import type { SubmissionRecord } from "../store/submissions/submissions.ts";
import type { Model } from "./model.ts";
import { messagesFor } from "./prompt.ts";
import { scoreByRules } from "./rules.ts";

export interface ScorerParts {
  readonly store: Pick<Store, "reads" | "writes" | "owner" | "deadOwners">;
  readonly clock: Clock;
  readonly ids: Pick<Ids, "leaseToken">;
  readonly log: Log;
  /** `undefined` = the rules score everything. */
  readonly model: Model | undefined;
  /** Longer than the deadline of a model request. */
  readonly leaseMs: number;
  /** Called when deliveries that waited for a score may be due. */
  readonly onDue: () => void;
}

export type Scorer = ReturnType<typeof createScorer>;

const MAX_IN_FLIGHT = 4;
/** How long a model that keeps failing is left alone. */
const MIN_OPEN_MS = 15_000;
const MAX_OPEN_MS = 300_000;
const MAX_IDLE_MS = 1_000;
const SWEEP_EVERY_MS = 15_000;
/** Delay after the first failed try, the second, …; after the last try the rules score the lead. */
const RETRY_DELAYS_MS = [5_000, 20_000, 60_000, 300_000];
/** Leads older than this are scored by the rules. */
const MAX_PENDING_MS = 3_600_000;
/** Delay after a failure of this server, such as a full disk. */
const INTERNAL_FAILURE_DELAY_MS = 60_000;

export function createScorer(parts: ScorerParts) {
  const { store, clock, ids, log, model, leaseMs, onDue } = parts;
  const breaker = createCircuitBreaker({
    maxConcurrentRequests: MAX_IN_FLIGHT,
    minOpenMs: MIN_OPEN_MS,
    maxOpenMs: MAX_OPEN_MS,
  });
  const inFlight = new Set<Promise<void>>();
  const shutdown = new AbortController();
  let isStopped = true;
  let isWakePending = false;
  let running: Promise<void> | undefined;
  let cancelTimer = () => {};
  let nextSweepAt = clock.monotonic();

  async function run(): Promise<void> {
    cancelTimer();
    isWakePending = false;
    await sweep();
    const dueAt = await store.reads.nextLeadAt({});
    if (dueAt !== undefined && dueAt <= clock.now()) await claim();
    if (isStopped || isWakePending) return;
    const wait = dueAt === undefined || dueAt <= clock.now() ? Infinity : dueAt - clock.now();
    cancelTimer = clock.after(Math.min(MAX_IDLE_MS, wait), wake);
  }

  async function claim(): Promise<void> {
    const now = clock.now();
    const monotonic = clock.monotonic();
    // While the breaker is open, claim only the leads that are old enough to be scored by the rules.
    const isOpen = model !== undefined && breaker.openUntil(monotonic) !== undefined;
    const needsNoModel = model === undefined || isOpen;
    const limit = needsNoModel
      ? MAX_IN_FLIGHT - inFlight.size
      : breaker.allowedRequests(monotonic, inFlight.size);
    if (limit <= 0 || isStopped) return;
    const lease_token = `${store.owner}${ids.leaseToken()}`;
    const claimed = await store.writes.claimLeads({
      now,
      lease_token,
      lease_expires_at: now + leaseMs,
      limit,
      created_before: isOpen ? now - MAX_PENDING_MS : undefined,
    });
    if (claimed.length === 0) return;
    const contents = await store.reads.leadContents({
      ids: claimed.map(({ submission_id }) => submission_id),
    });
    const contentOf = new Map(contents.map((content) => [content.submission.id, content]));
    for (const one of claimed) {
      const content = contentOf.get(one.submission_id);
      // No content: the submission was deleted, and its lead with it.
      if (content !== undefined) start(one, content, lease_token);
    }
  }

  function start(claimed: ClaimedLead, content: LeadContent, lease_token: string): void {
    const work = scoreOne(claimed, content, lease_token)
      // The lease expires, and the lead is claimed again.
      .catch((error: unknown) => log.error({ err: error }, "Could not store the score of a lead."))
      .finally(() => {
        inFlight.delete(work);
        wake();
      });
    inFlight.add(work);
  }

  async function scoreOne(claimed: ClaimedLead, content: LeadContent, lease_token: string) {
    const { submission_id } = claimed;
    const decision = await decide(claimed, content).catch((error: unknown): Decision => {
      log.error({ err: error, submission: submission_id }, "Could not score a lead.");
      return { kind: "untried", at: clock.now() + INTERNAL_FAILURE_DELAY_MS };
    });
    const outcome = { ...decision, submission_id, lease_token, now: clock.now() };
    if (await store.writes.recordLeadOutcome(outcome)) onDue();
  }

  type Decision = LeadOutcome extends infer One
    ? One extends LeadOutcome
      ? Omit<One, "submission_id" | "lease_token">
      : never
    : never;

  async function decide(
    { tries, created_at }: ClaimedLead,
    { submission, lead_scoring }: LeadContent,
  ): Promise<Decision> {
    const { enabled, provider, instructions } = withLeadDefaults(lead_scoring);
    if (!enabled || submission.spam === 1) return { kind: "dropped" };
    const lead = leadOf(submission);
    if (provider === "rules" || model === undefined) {
      return { kind: "scored", score: scoreByRules(lead) };
    }
    const isLast = tries >= RETRY_DELAYS_MS.length;
    if (tries > RETRY_DELAYS_MS.length || clock.now() - created_at >= MAX_PENDING_MS) {
      return { kind: "scored", score: scoreByRules(lead, "The model did not respond in time. ") };
    }
    const answer = await model.requestScore(messagesFor(lead, instructions), shutdown.signal);
    const now = clock.now();
    if (answer.kind !== "score" && shutdown.signal.aborted) return { kind: "untried", at: now };
    if (answer.kind === "down") breaker.recordFailure(clock.monotonic(), answer.retryAfterMs);
    else breaker.recordSuccess();
    if (answer.kind === "score") return { kind: "scored", score: answer.score };
    const { problem } = answer;
    log.warn(
      { submission: submission.id, tries: tries + 1 },
      `The model returned no score: ${problem}.`,
    );
    return isLast
      ? { kind: "scored", score: scoreByRules(lead, `The model returned no score: ${problem}. `) }
      : { kind: "later", at: now + (RETRY_DELAYS_MS[tries] ?? MAX_PENDING_MS) };
  }

  async function recover(when: { readonly isStart: boolean }): Promise<void> {
    const { dead } = await store.deadOwners();
    await store.writes.recoverLeads({ ...when, now: clock.now(), deadOwners: dead });
  }

  async function sweep(): Promise<void> {
    if (clock.monotonic() < nextSweepAt) return;
    nextSweepAt = plusMs(clock.monotonic(), SWEEP_EVERY_MS);
    await recover({ isStart: false });
  }

  function wake(): void {
    isWakePending = true;
    if (isStopped || running !== undefined) return;
    running = run()
      .catch((error: unknown) => {
        if (isStopped) return;
        log.error({ err: error }, "Could not claim queued leads; retrying.");
        isWakePending = false;
        cancelTimer = clock.after(MAX_IDLE_MS, wake);
      })
      .finally(() => {
        running = undefined;
        if (isWakePending && !isStopped) wake();
      });
  }

  return {
    /** Releases the leases that a crash left behind, then starts scoring. */
    async start() {
      await recover({ isStart: true });
      nextSweepAt = plusMs(clock.monotonic(), SWEEP_EVERY_MS);
      isStopped = false;
      wake();
    },
    /** Checks for due leads now. */
    wake,
    /** Aborts the requests in flight; these attempts do not count as tries. */
    async stop() {
      isStopped = true;
      cancelTimer();
      shutdown.abort();
      await running;
      cancelTimer();
      await Promise.allSettled(inFlight);
      await model?.close();
    },
  };
}

function leadOf(submission: SubmissionRecord): Lead {
  const { form_name, fields, email, source_url, attachments, location } = submission;
  return { form_name, fields, email, source_url, files: attachments.length, location };
}
