import type { Me, WithResponse } from "@intray/sdk";
import { systemClock } from "../clock.ts";
import { keysPage } from "../config/settings.ts";
import type { Finding, CheckResult } from "../doctor/doctor-command.ts";
import { DoctorCommand, ok, runCheck, warning } from "../doctor/doctor-command.ts";
import { ledgerFolder } from "../ledger/ledger-name.ts";
import { describeKey, expiresSoon } from "../records/describe-key.ts";

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
    const versions = `Node ${process.versions.node}, intray ${this.config.version}.`;
    const first = [{ check: "runtime", ...ok(versions) }, settings];
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
    const clock = compareClocks(result?.response.headers["date"], systemClock.now());
    return [...first, key, server, { check: "clock", ...clock }, ledgers];
  }

  async #checkLedgers(): Promise<CheckResult> {
    const { checkLedgers } = await import("../doctor/ledger-folder.ts");
    const { baseUrl } = await this.settings();
    return checkLedgers(ledgerFolder(this.environment.stateHome), new URL(baseUrl).origin);
  }
}

/** Signatures with a timestamp are rejected beyond five minutes; the warning comes earlier. */
const MAX_SKEW_MS = 60_000;

/** @param date The `Date` header of a response; the check is skipped without a valid one. */
export function compareClocks(date: string | undefined, nowMs: number): CheckResult {
  const aheadMs = nowMs - Date.parse(date ?? "");
  if (Number.isNaN(aheadMs)) {
    return { state: "skipped", message: "The server's time is unknown." };
  }
  if (Math.abs(aheadMs) <= MAX_SKEW_MS) {
    return ok("This machine's clock agrees with the server's.");
  }
  const seconds = Math.round(Math.abs(aheadMs) / 1_000);
  const side = aheadMs > 0 ? "ahead of" : "behind";
  return warning(
    `This machine's clock is ${seconds} s ${side} the server's.`,
    "Set the clock; signatures contain timestamps.",
  );
}
