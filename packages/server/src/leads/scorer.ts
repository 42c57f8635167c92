/** Has waiting leads scored, behind intake: leases them, asks the model or the rules, writes the score down. */
import type { Clock } from "../platform/clock.ts";
import type { Ids } from "../domain/ids.ts";
import { type Lead, wholeLeadScoring } from "../domain/lead.ts";
import type { Log } from "../platform/log.ts";
import type { LeadContent } from "../store/leads/lead-contents.ts";
import type { ClaimedLead, LeadOutcome } from "../store/leads/lead-scores.ts";
import type { Store } from "../store/store.ts";
import type { SubmissionRecord } from "../store/submissions/submissions.ts";
import { createCircuit } from "./circuit.ts";
import type { Model } from "./model.ts";
import { messagesFor } from "./prompt.ts";
import { scoreByRules } from "./rules.ts";

export interface ScorerParts {
  readonly store: Pick<Store, "read" | "write" | "owner">;
  readonly clock: Clock;
  readonly ids: Pick<Ids, "leaseToken">;
  readonly log: Log;
  /** `undefined` = the rules score everything. */
  readonly model: Model | undefined;
  /** Longer than a question may take. */
  readonly leaseMs: number;
  /** Deliveries that waited for a score may be due. */
  readonly onDue: () => void;
}

export interface Scorer {
  /** Takes back what a crash left leased, then begins. */
  start(): Promise<void>;
  /** A lead may be waiting: look now. */
  wake(): void;
  /** Breaks off what is under way, uncounted. */
  stop(): Promise<void>;
}

const MAX_UNDER_WAY = 4;
const MAX_IDLE_MS = 1_000;
const SWEEP_EVERY_MS = 15_000;
/** Waits after the first try that failed, the second, …; after the last one the rules decide. */
const DELAYS_MS = [5_000, 20_000, 60_000, 300_000];
/** A lead that has waited so long is scored by the rules, whatever the model does. */
const MAX_PENDING_MS = 3_600_000;
/** How long a lead waits when it is us who failed, such as by a full disk. */
const PUT_BACK_MS = 60_000;

export function createScorer(parts: ScorerParts): Scorer {
  const { store, clock, ids, log, model, leaseMs, onDue } = parts;
  const circuit = createCircuit(MAX_UNDER_WAY);
  const held = new Set<Promise<void>>();
  const breakOff = new AbortController();
  let isStopped = true;
  let isAsked = false;
  let pumping: Promise<void> | undefined;
  let forgetTimer = () => {};
  let nextSweepAt = 0;

  async function pump(): Promise<void> {
    forgetTimer();
    isAsked = false;
    await sweep();
    const dueAt = await store.read("nextLeadAt", {});
    if (dueAt !== undefined && dueAt <= clock.now()) await claim();
    if (isStopped || isAsked) return;
    const wait = dueAt === undefined || dueAt <= clock.now() ? Infinity : dueAt - clock.now();
    forgetTimer = clock.after(Math.min(MAX_IDLE_MS, wait), wake);
  }

  async function claim(): Promise<void> {
    const now = clock.now();
    const isPaused = model !== undefined && circuit.closedUntil(now) !== undefined;
    const isFree = model === undefined || isPaused;
    const limit = isFree ? MAX_UNDER_WAY - held.size : circuit.mayAsk(now, held.size);
    if (limit <= 0 || isStopped) return;
    const lease_token = `${store.owner}${ids.leaseToken()}`;
    const claimed = await store.write("claimLeads", {
      now,
      lease_token,
      lease_expires_at: now + leaseMs,
      limit,
      created_before: isPaused ? now - MAX_PENDING_MS : undefined,
    });
    if (claimed.length === 0) return;
    const contents = await store.read("leadContents", {
      ids: claimed.map(({ submission_id }) => submission_id),
    });
    const contentOf = new Map(contents.map((content) => [content.submission.id, content]));
    for (const one of claimed) {
      const content = contentOf.get(one.submission_id);
      // A submission that was deleted took its row along.
      if (content !== undefined) begin(one, content, lease_token);
    }
  }

  function begin(claimed: ClaimedLead, content: LeadContent, lease_token: string): void {
    const work = scoreOne(claimed, content, lease_token)
      // The lease runs out, and the lead is tried again.
      .catch((error: unknown) => log.error({ err: error }, "A lead's score could not be stored."))
      .finally(() => {
        held.delete(work);
        wake();
      });
    held.add(work);
  }

  async function scoreOne(
    claimed: ClaimedLead,
    content: LeadContent,
    lease_token: string,
  ): Promise<void> {
    const { submission_id } = claimed;
    const decision = await judged(claimed, content).catch((error: unknown): Decision => {
      log.error({ err: error, submission: submission_id }, "A lead could not be scored.");
      return { kind: "untried", at: clock.now() + PUT_BACK_MS };
    });
    const settled = { ...decision, submission_id, lease_token, now: clock.now() };
    if (await store.write("recordLeadOutcome", settled)) onDue();
  }

  type Decision = LeadOutcome extends infer One
    ? One extends LeadOutcome
      ? Omit<One, "submission_id" | "lease_token">
      : never
    : never;

  async function judged(
    { tries, created_at }: ClaimedLead,
    { submission, lead_scoring }: LeadContent,
  ): Promise<Decision> {
    const { enabled, provider, instructions } = wholeLeadScoring(lead_scoring);
    if (!enabled || submission.spam === 1) return { kind: "dropped" };
    const lead = leadOf(submission);
    if (provider === "rules" || model === undefined) {
      return { kind: "scored", score: scoreByRules(lead) };
    }
    const isLast = tries >= DELAYS_MS.length;
    if (tries > DELAYS_MS.length || clock.now() - created_at >= MAX_PENDING_MS) {
      return { kind: "scored", score: scoreByRules(lead, "The model did not answer in time. ") };
    }
    const answer = await model.ask(messagesFor(lead, instructions), breakOff.signal);
    const now = clock.now();
    if (answer.kind !== "score" && breakOff.signal.aborted) return { kind: "untried", at: now };
    if (answer.kind === "down") circuit.failed(now, answer.retryAfterMs);
    else circuit.succeeded();
    if (answer.kind === "score") return { kind: "scored", score: answer.score };
    const { problem } = answer;
    log.warn(
      { submission: submission.id, tries: tries + 1 },
      `The model gave no score: ${problem}.`,
    );
    return isLast
      ? { kind: "scored", score: scoreByRules(lead, `The model gave no score: ${problem}. `) }
      : { kind: "later", at: now + (DELAYS_MS[tries] ?? MAX_PENDING_MS) };
  }

  async function sweep(): Promise<void> {
    const now = clock.now();
    if (now < nextSweepAt) return;
    nextSweepAt = now + SWEEP_EVERY_MS;
    await store.write("recoverLeads", { now, is_start: false });
  }

  function wake(): void {
    isAsked = true;
    if (isStopped || pumping !== undefined) return;
    pumping = pump()
      .catch((error: unknown) => {
        if (isStopped) return;
        log.error({ err: error }, "The waiting leads could not be read; it is tried again.");
        isAsked = false;
        forgetTimer = clock.after(MAX_IDLE_MS, wake);
      })
      .finally(() => {
        pumping = undefined;
        if (isAsked && !isStopped) wake();
      });
  }

  return {
    async start() {
      await store.write("recoverLeads", { now: clock.now(), is_start: true });
      nextSweepAt = clock.now() + SWEEP_EVERY_MS;
      isStopped = false;
      wake();
    },
    wake,
    async stop() {
      isStopped = true;
      forgetTimer();
      breakOff.abort();
      await pumping;
      forgetTimer();
      await Promise.allSettled(held);
      await model?.close();
    },
  };
}

function leadOf(submission: SubmissionRecord): Lead {
  const { form_name, fields, email, source_url, attachments, location } = submission;
  return { form_name, fields, email, source_url, files: attachments.length, location };
}
