/** What a check of `doctor` has found. The words are those of `intray doctor`. */
import { withinTime } from "../../platform/bounds.ts";
import type { Clock } from "../../platform/clock.ts";
import { oneLine } from "../../platform/text/safe-text.ts";
import { messageOf } from "../../platform/errors.ts";

export interface DoctorFinding {
  /** What was checked, such as `disk space`. */
  readonly check: string;
  readonly state: "ok" | "warning" | "failed" | "skipped";
  /** One sentence or two. Contains no secret. */
  readonly message: string;
  readonly hint?: string | undefined;
}

/** A finding without the name of its check. */
export type CheckResult = Omit<DoctorFinding, "check">;

const resultIn =
  (state: DoctorFinding["state"]) =>
  (message: string, hint?: string): CheckResult => ({ state, message, hint });
export const ok = resultIn("ok");
export const warning = resultIn("warning");
export const failed = resultIn("failed");
export const skipped = resultIn("skipped");

export interface Check {
  readonly name: string;
  /** The result if `run` takes longer than `maxMs` milliseconds. */
  readonly maxMs: number;
  readonly late: CheckResult;
  /** Reads only. An error that it throws is a failure. The signal aborts when the time is over. */
  readonly run: (signal: AbortSignal) => CheckResult | Promise<CheckResult>;
}

/** Runs a check, and returns its finding no later than the check allows. Never rejects. */
export async function findingOf(
  { name, maxMs, late, run }: Check,
  clock: Clock,
): Promise<DoctorFinding> {
  const isLate = new Error();
  const limit = { clock, ms: maxMs, late: () => isLate };
  const result = await withinTime(run, limit).catch((error: unknown) =>
    error === isLate ? late : failureOf(error),
  );
  const { state, message, hint } = result;
  return {
    check: name,
    state,
    message: oneLine(message),
    ...(hint !== undefined && { hint: oneLine(hint) }),
  };
}

const failureOf = (error: unknown): CheckResult => ({
  state: "failed",
  message: messageOf(error),
});

/** The largest widths of names and states, for aligned lines. */
const STATE_WIDTH = "warning".length;
const CHECK_WIDTH = "public address".length;

export const lineOf = ({ check, state, message, hint }: DoctorFinding): string =>
  `${state.padEnd(STATE_WIDTH)}  ${check.padEnd(CHECK_WIDTH)}  ${[message, hint ?? []].flat().join(" ")}`;
