import type { Me, WithResponse } from "@intray/sdk";
import { systemClock } from "../clock.ts";
import { clockSkew } from "../doctor/clock-skew.ts";
import { DoctorCommand } from "../doctor/doctor-command.ts";
import { finding } from "../doctor/finding.ts";
import type { Finding, CheckResult } from "../doctor/finding.ts";
import { isAtLeast } from "../doctor/runtime.ts";
import { EXIT } from "../errors/exit-codes.ts";
import { ledgerFolder } from "../ledger/ledger-name.ts";
import { describeKey } from "../records/describe-key.ts";

/** `intray doctor` */
export default class Doctor extends DoctorCommand {
  static override summary = "Look for what keeps commands from working, and say what to do.";
  static override description =
    "Looks at the runtime, the settings, the stored key, the server, this machine's clock and the queues' ledgers. Exit code 0: nothing stands in the way; else that of the first thing that does.";
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
    const ledgers = await finding("ledgers", () => this.#lookAtLedgers());
    if (key.state === "failed") return [...first, key, ledgers];
    let answer: WithResponse<Me> | undefined;
    const server = await finding("server", async () => {
      answer = await (await this.client()).me().withResponse();
      const { baseUrl } = await this.settings();
      return { state: "ok", message: `${baseUrl} takes the ${describeKey(answer.data)}.` };
    });
    return [...first, key, server, clockFinding(answer), ledgers];
  }

  #runtime(): Finding {
    const { node } = process.versions;
    const message = `Node ${node}, intray ${this.config.version}.`;
    const wanted = this.config.pjson.engines?.node ?? "";
    if (isAtLeast(node, wanted)) return { check: "runtime", state: "ok", message };
    return {
      check: "runtime",
      state: "failed",
      message,
      hint: `It needs Node ${wanted}; install a newer one.`,
      exit: EXIT.badConfiguration,
    };
  }

  async #lookAtLedgers(): Promise<CheckResult> {
    const { checkLedgers } = await import("../doctor/ledgers.ts");
    const { baseUrl } = await this.settings();
    return checkLedgers(ledgerFolder(this.environment.stateHome), new URL(baseUrl).origin);
  }
}

function clockFinding(answer: WithResponse<Me> | undefined): Finding {
  const skew =
    answer === undefined
      ? undefined
      : clockSkew(answer.response.headers["date"], systemClock.now());
  if (skew === undefined) {
    return { check: "clock", state: "skipped", message: "The server has not said its time." };
  }
  return {
    check: "clock",
    state: skew.isLarge ? "warning" : "ok",
    message: skew.sentence,
    hint: skew.isLarge ? "Set the clock; timestamps of signatures depend on it." : undefined,
  };
}
