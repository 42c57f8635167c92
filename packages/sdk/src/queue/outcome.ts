/** What one run of a handler came to, and what the queue makes of it. */

/** How a handler ended. Returned, never thrown: failing is normal here. */
export type HandlerOutcome =
  | { readonly kind: "exit"; readonly code: number }
  | { readonly kind: "signal"; readonly signal: string }
  | { readonly kind: "timeout"; readonly timeoutMs: number }
  | { readonly kind: "could-not-start"; readonly reason: string }
  /** Of a batch: the handler ended well, and did not name this submission. */
  | { readonly kind: "not-named" }
  /** Stopped by our own shutdown, by `--max-time`, or with a crash of ours. */
  | { readonly kind: "interrupted" };

/** The meaning of an outcome for the state machine. */
export type Judgement = "success" | "defer" | "reject" | "misconfigured" | "interrupted" | "fail";

/** sysexits.h: EX_DATAERR, EX_TEMPFAIL, EX_CONFIG. POSIX shells: 126 not executable, 127 not found. */
const JUDGEMENT_OF_EXIT: ReadonlyMap<number, Judgement> = new Map([
  [0, "success"],
  [65, "reject"],
  [75, "defer"],
  [78, "misconfigured"],
  [126, "misconfigured"],
  [127, "misconfigured"],
]);

/** What the outcome means; exit codes without a meaning of their own are failures. */
export function judge(outcome: HandlerOutcome): Judgement {
  switch (outcome.kind) {
    case "exit":
      return JUDGEMENT_OF_EXIT.get(outcome.code) ?? "fail";
    case "signal":
    case "timeout":
    case "not-named":
      return "fail";
    case "could-not-start":
      return "misconfigured";
    case "interrupted":
      return "interrupted";
  }
}

/** What the end of a batch's handler means for a submission that it did not name as done. */
export function outcomeOfUnnamed(outcome: HandlerOutcome): HandlerOutcome {
  return outcome.kind === "exit" && outcome.code === 0 ? { kind: "not-named" } : outcome;
}

/** The outcome in a few words, for the ledger and for messages: `exit 1`, `signal SIGSEGV`. */
export function describeOutcome(outcome: HandlerOutcome): string {
  switch (outcome.kind) {
    case "exit":
      return `exit ${outcome.code}`;
    case "signal":
      return `signal ${outcome.signal}`;
    case "timeout":
      return `no end after ${outcome.timeoutMs / 1_000} s`;
    case "could-not-start":
      return outcome.reason;
    case "not-named":
      return "exit 0 without its id on standard output";
    case "interrupted":
      return "interrupted";
  }
}
