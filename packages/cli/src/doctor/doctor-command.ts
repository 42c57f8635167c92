/** Base class of `intray doctor` and `intray queue doctor`: runs checks, and prints what they found. */
import { EXIT, type ExitCode } from "../errors/failure.ts";
import { describeProblem } from "../errors/problem.ts";
import { CHECK_ADDRESS, RUN_DOCTOR } from "../errors/sdk-problem.ts";
import { BaseCommand } from "../base-command.ts";
import { configPath } from "../config/config-file.ts";
import { credentialsPath, readKey } from "../config/api-key.ts";
import type { Column } from "../terminal/table.ts";

export interface Finding {
  /** What was checked, in one word. */
  readonly check: string;
  /** Scope, filter and consumer of the queue, for checks of a queue. */
  readonly queue?: string | undefined;
  readonly state: "ok" | "warning" | "failed" | "skipped";
  /** One sentence. */
  readonly message: string;
  readonly hint?: string | undefined;
  /** The exit code of a command that fails because of it. */
  readonly exit?: ExitCode | undefined;
}

/** A finding without the name of its check. */
export type CheckResult = Omit<Finding, "check" | "queue">;

export const ok = (message: string): CheckResult => ({ state: "ok", message });
export const warning = (message: string, hint?: string): CheckResult => ({
  state: "warning",
  message,
  hint,
});
export const failed = (exit: ExitCode, message: string, hint?: string): CheckResult => ({
  state: "failed",
  message,
  hint,
  exit,
});

/** Runs a check; an error becomes a finding with the state `failed`. */
export async function runCheck(
  check: string,
  run: () => CheckResult | Promise<CheckResult>,
  queue?: string,
): Promise<Finding> {
  const about = { check, ...(queue !== undefined && { queue }) };
  try {
    return { ...about, ...(await run()) };
  } catch (error) {
    const { message, hint, exit } = describeProblem(error);
    const advice = hint === RUN_DOCTOR ? CHECK_ADDRESS : hint;
    return { ...about, ...failed(exit, message, advice) };
  }
}

/** The exit code of the first failed check; 0 if none failed. */
function exitOf(findings: readonly Finding[]): ExitCode {
  const first = findings.find(({ state }) => state === "failed");
  return first === undefined ? EXIT.done : (first.exit ?? EXIT.unexpected);
}

const COLUMNS: readonly Column<Finding>[] = [
  { name: "check", value: ({ check }) => check },
  { name: "state", value: ({ state }) => state },
  { name: "finding", value: ({ message }) => message },
];
const QUEUE_COLUMN: Column<Finding> = { name: "queue", value: ({ queue }) => queue };

export abstract class DoctorCommand extends BaseCommand {
  protected settingsFinding(): Promise<Finding> {
    return runCheck("settings", async () => {
      const { profile, baseUrl, baseUrlSource } = await this.settings();
      const path = configPath(this.environment.configFolder);
      return ok(`Profile ${profile} in ${path}; server ${baseUrl} (${baseUrlSource}).`);
    });
  }

  /** Checks the key, and the permissions of the credentials file even if another key is used. */
  protected keyFinding(): Promise<Finding> {
    return runCheck("key", async () => {
      const folder = this.environment.configFolder;
      const { profile } = await this.settings();
      const stored = await readKey(this.environment, profile);
      const { keySource } = await this.connection();
      const message = `The key comes from ${keySource}.`;
      if (stored === undefined || keySource === `profile ${profile}`) return ok(message);
      const path = credentialsPath(folder);
      return warning(message, `The key of profile ${profile} in ${path} is not used.`);
    });
  }

  /** Prints the findings and sets the exit code. Returns the document for --json. */
  protected async report(findings: readonly Finding[]): Promise<object> {
    if (!this.jsonEnabled()) await this.#print(findings);
    this.exitWith(exitOf(findings));
    return { ok: exitOf(findings) === 0, findings };
  }

  async #print(findings: readonly Finding[]): Promise<void> {
    const hasQueues = findings.some(({ queue }) => queue !== undefined);
    await this.out.records(hasQueues ? [QUEUE_COLUMN, ...COLUMNS] : COLUMNS, findings, {
      format: this.out.isTerminal ? "table" : "tsv",
    });
    for (const { check, queue, hint } of findings) {
      if (hint === undefined) continue;
      this.out.note(`${queue === undefined ? check : `${queue}, ${check}`}: ${hint}`);
    }
  }
}
