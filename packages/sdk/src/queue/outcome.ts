/** The outcome of one handler process, and its meaning for the queue. */

/** How a handler ended. Returned, never thrown, because failure is a normal outcome. */
export type HandlerOutcome =
  | { readonly kind: "exit"; readonly code: number }
  | { readonly kind: "signal"; readonly signal: string }
  | { readonly kind: "timeout"; readonly timeoutMs: number }
  | { readonly kind: "could-not-start"; readonly reason: string }
  /** In a batch: the handler exited with 0 without naming this submission. */
  | { readonly kind: "not-named" }
  /** Stopped by a shutdown of the run, by `--max-time`, or by a crash of the run. */
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

/** Returns the meaning of an outcome. Exit codes without a defined meaning are failures. */
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

/** The outcome for a submission that a batch's handler did not name. */
export const outcomeOfUnnamed = (outcome: HandlerOutcome): HandlerOutcome =>
  outcome.kind === "exit" && outcome.code === 0 ? { kind: "not-named" } : outcome;

/** Describes the outcome for the ledger and for messages: `exit 1`, `signal SIGSEGV`. */
export function describeOutcome(outcome: HandlerOutcome): string {
  switch (outcome.kind) {
    case "exit":
      return `exit ${outcome.code}`;
    case "signal":
      return `signal ${outcome.signal}`;
    case "timeout":
      return `timed out after ${outcome.timeoutMs / 1_000} s`;
    case "could-not-start":
      return outcome.reason;
    case "not-named":
      return "exit 0 without its id on standard output";
    case "interrupted":
      return "interrupted";
  }
}
