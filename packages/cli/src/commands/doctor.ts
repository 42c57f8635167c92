import type { Me, WithResponse } from "@intray/sdk";
import { systemClock } from "../clock.ts";
import { keysPage } from "../config/settings.ts";
import { clockSkew } from "../doctor/clock-skew.ts";
import { DoctorCommand } from "../doctor/doctor-command.ts";
import { finding, type Finding, type CheckResult } from "../doctor/finding.ts";
import { isAtLeast } from "../doctor/runtime.ts";
import { EXIT } from "../errors/failure.ts";
import { ledgerFolder } from "../ledger/ledger-name.ts";
import { describeKey, expiresSoon } from "../records/describe-key.ts";

/** `intray doctor` */
export default class Doctor extends DoctorCommand {
  static override summary = "Check the setup, and explain how to fix problems.";
  static override description =
    "Checks the runtime, the settings, the stored key, the server, this machine's clock and the queues' ledgers. Exit code 0: no check failed; else the exit code of the first failed check.";
  static override examples = [
    "<%= config.bin %> <%= command.id %>",
    "<%= config.bin %> <%= command.id %> --profile work --json",
  ];

  override async run(): Promise<object> {
    await this.parse(Doctor);
    return this.report(await this.#examine());
  }

  async #examine(): Promise<readonly Finding[]> {
    const settings = await this.settingsFinding();
    const first = [this.#runtime(), settings];
    if (settings.state === "failed") return first;
    const key = await this.keyFinding();
    const ledgers = await finding("ledgers", () => this.#checkLedgers());
    if (key.state === "failed") return [...first, key, ledgers];
    let result: WithResponse<Me> | undefined;
    const server = await finding("server", async () => {
      result = await (await this.client()).me().withResponse();
      const { baseUrl } = await this.settings();
      const message = `${baseUrl} accepts the ${describeKey(result.data)}.`;
      if (!expiresSoon(result.data, systemClock.now())) return { state: "ok", message };
      return {
        state: "warning",
        message: `${message} It expires at ${result.data.expires_at}.`,
        hint: `Create a new key at ${keysPage(baseUrl)}, and store it with intray auth login.`,
      };
    });
    return [...first, key, server, clockFinding(result), ledgers];
  }

  #runtime(): Finding {
    const { node } = process.versions;
    const message = `Node ${node}, intray ${this.config.version}.`;
    const required = this.config.pjson.engines?.node ?? "";
    if (isAtLeast(node, required)) return { check: "runtime", state: "ok", message };
    return {
      check: "runtime",
      state: "failed",
      message,
      hint: `The CLI requires Node ${required}; install a newer version.`,
      exit: EXIT.badConfiguration,
    };
  }

  async #checkLedgers(): Promise<CheckResult> {
    const { checkLedgers } = await import("../doctor/ledgers.ts");
    const { baseUrl } = await this.settings();
    return checkLedgers(ledgerFolder(this.environment.stateHome), new URL(baseUrl).origin);
  }
}

function clockFinding(result: WithResponse<Me> | undefined): Finding {
  const skew =
    result === undefined
      ? undefined
      : clockSkew(result.response.headers["date"], systemClock.now());
  if (skew === undefined) {
    return { check: "clock", state: "skipped", message: "The server's time is unknown." };
  }
  return {
    check: "clock",
    state: skew.isLarge ? "warning" : "ok",
    message: skew.sentence,
    hint: skew.isLarge ? "Set the clock; signatures contain timestamps." : undefined,
  };
}
