import type { Me, WithResponse } from "@intray/sdk";
import { systemClock } from "../clock.ts";
import { keysPage } from "../config/settings.ts";
import type { Finding, CheckResult } from "../doctor/doctor-command.ts";
import { DoctorCommand, failed, ok, runCheck, warning } from "../doctor/doctor-command.ts";
import { EXIT } from "../errors/failure.ts";
import { ledgerFolder } from "../ledger/ledger-name.ts";
import { describeKey, expiresSoon } from "../records/describe-key.ts";

/** `intray doctor` */
export default class Doctor extends DoctorCommand {
  static override summary = "Check the setup, and explain how to fix problems.";
  static override description =
    "Checks the runtime, the settings, the stored key, the server, this machine's clock and the queues' ledgers. Exit code 0: no check failed; else the exit code of the first failed check.";
  static override examples = ["intray doctor", "intray doctor --profile work --json"];

  override async run(): Promise<object> {
    await this.parse(Doctor);
    return this.report(await this.#examine());
  }

  async #examine(): Promise<readonly Finding[]> {
    const settings = await this.settingsFinding();
    const first = [this.#runtime(), settings];
    if (settings.state === "failed") return first;
    const key = await this.keyFinding();
    const ledgers = await runCheck("ledgers", () => this.#checkLedgers());
    if (key.state === "failed") return [...first, key, ledgers];
    let result: WithResponse<Me> | undefined;
    const server = await runCheck("server", async () => {
      result = await (await this.client()).me().withResponse();
      const { baseUrl } = await this.settings();
      const message = `${baseUrl} accepts the ${describeKey(result.data)}.`;
      if (!expiresSoon(result.data, systemClock.now())) return ok(message);
      return warning(
        `${message} It expires at ${result.data.expires_at}.`,
        `Create a new key at ${keysPage(baseUrl)}, and store it with intray auth login.`,
      );
    });
    return [...first, key, server, clockFinding(result), ledgers];
  }

  #runtime(): Finding {
    const { node } = process.versions;
    const message = `Node ${node}, intray ${this.config.version}.`;
    const required = this.config.pjson.engines?.node ?? "";
    const hint = `The CLI requires Node ${required}; install a newer version.`;
    const isNew = isAtLeast(node, required);
    const result = isNew ? ok(message) : failed(EXIT.badConfiguration, message, hint);
    return { check: "runtime", ...result };
  }

  async #checkLedgers(): Promise<CheckResult> {
    const { checkLedgers } = await import("../doctor/ledger-folder.ts");
    const { baseUrl } = await this.settings();
    return checkLedgers(ledgerFolder(this.environment.stateHome), new URL(baseUrl).origin);
  }
}

function clockFinding(result: WithResponse<Me> | undefined): Finding {
  const skew =
    result === undefined
      ? undefined
      : compareClocks(result.response.headers["date"], systemClock.now());
  if (skew === undefined) {
    return { check: "clock", state: "skipped", message: "The server's time is unknown." };
  }
  const hint = "Set the clock; signatures contain timestamps.";
  return { check: "clock", ...(skew.isLarge ? warning(skew.sentence, hint) : ok(skew.sentence)) };
}

/** Signatures with a timestamp are rejected beyond five minutes; the warning comes earlier. */
const MAX_SKEW_MS = 60_000;

interface ClockSkew {
  readonly isLarge: boolean;
  /** Describes the skew for people. */
  readonly sentence: string;
}

/**
 * The difference between the clocks; `undefined` when `date` is missing or not a time.
 *
 * @param date The `Date` header of a response.
 */
export function compareClocks(date: string | undefined, nowMs: number): ClockSkew | undefined {
  const serverMs = date === undefined ? Number.NaN : Date.parse(date);
  if (Number.isNaN(serverMs)) return undefined;
  const aheadMs = nowMs - serverMs;
  const seconds = Math.round(Math.abs(aheadMs) / 1_000);
  const isLarge = Math.abs(aheadMs) > MAX_SKEW_MS;
  if (!isLarge) return { isLarge, sentence: "This machine's clock agrees with the server's." };
  const side = aheadMs > 0 ? "ahead of" : "behind";
  return { isLarge, sentence: `This machine's clock is ${seconds} s ${side} the server's.` };
}

/** @param range As in package.json, `>=22.19`; any other form is satisfied by every version. */
export function isAtLeast(version: string, range: string): boolean {
  const min = /^>=\s*(\d+)(?:\.(\d+))?/.exec(range);
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [minMajor, minMinor] = [Number(min?.[1] ?? 0), Number(min?.[2] ?? 0)];
  return major > minMajor || (major === minMajor && minor >= minMinor);
}
