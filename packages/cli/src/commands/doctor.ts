import type { WithResponse, Me } from "@intray/sdk";
import { BaseCommand } from "../base-command.ts";
import { systemClock } from "../clock.ts";
import { configPath } from "../config-file.ts";
import { credentialsPath, readKey } from "../credentials.ts";
import { clockSkew } from "../doctor/clock-skew.ts";
import { isAtLeast } from "../doctor/runtime.ts";
import { exitOf, finding } from "../doctor/finding.ts";
import type { Finding } from "../doctor/finding.ts";
import { ledgerFolder } from "../ledger/ledger-name.ts";
import { EXIT } from "../exit-codes.ts";
import { describeMe } from "../me.ts";
import type { Column } from "../table.ts";

const COLUMNS: readonly Column<Finding>[] = [
  { name: "check", value: ({ check }) => check },
  { name: "state", value: ({ state }) => state },
  { name: "finding", value: ({ message }) => message },
];

/** `intray doctor` */
export default class Doctor extends BaseCommand {
  static override summary = "Look for what keeps commands from working, and say what to do.";
  static override description =
    "Looks at the runtime, the settings, the stored key, the server, this machine's clock and the queues' ledgers. Exit code 0: nothing stands in the way; else that of the first thing that does.";
  static override examples = [
    "<%= config.bin %> <%= command.id %>",
    "<%= config.bin %> <%= command.id %> --profile work --json",
  ];

  override async run(): Promise<object> {
    await this.parse(Doctor);
    const findings = await this.#examine();
    if (!this.jsonEnabled()) await this.#tell(findings);
    this.exitWith(exitOf(findings));
    return { ok: exitOf(findings) === 0, findings };
  }

  async #examine(): Promise<readonly Finding[]> {
    const settings = await finding("settings", () => this.#lookAtSettings());
    const first = [this.#runtime(), settings];
    if (settings.state === "failed") return first;
    const key = await finding("key", () => this.#lookAtKey());
    const ledgers = await finding("ledgers", () => this.#lookAtLedgers());
    if (key.state === "failed") return [...first, key, ledgers];
    let answer: WithResponse<Me> | undefined;
    const server = await finding("server", async () => {
      answer = await (await this.client()).me().withResponse();
      const { baseUrl } = await this.settings();
      return { state: "ok", message: `${baseUrl} takes the ${describeMe(answer.data)}.` };
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

  async #lookAtSettings(): Promise<Omit<Finding, "check">> {
    const { profile, baseUrl, baseUrlSource } = await this.settings();
    const path = configPath(this.environment.configFolder);
    return {
      state: "ok",
      message: `Profile ${profile} of ${path}; server ${baseUrl} (${baseUrlSource}).`,
    };
  }

  /** Also of a stored key that is not used now: its file must not be open to others. */
  async #lookAtKey(): Promise<Omit<Finding, "check">> {
    const folder = this.environment.configFolder;
    const { profile } = await this.settings();
    const stored = await readKey(folder, profile);
    const { keySource } = await this.connection();
    const message = `The key is that of ${keySource}.`;
    if (stored === undefined || keySource === `profile ${profile}`) return { state: "ok", message };
    return {
      state: "warning",
      message,
      hint: `Profile ${profile} has one too, in ${credentialsPath(folder)}; it is not used.`,
    };
  }

  async #lookAtLedgers(): Promise<Omit<Finding, "check">> {
    const { lookAtLedgers } = await import("../doctor/ledgers.ts");
    const { baseUrl } = await this.settings();
    return lookAtLedgers(ledgerFolder(this.environment.stateHome), new URL(baseUrl).origin);
  }

  async #tell(findings: readonly Finding[]): Promise<void> {
    await this.out.records(COLUMNS, findings, { format: this.out.isTerminal ? "table" : "tsv" });
    for (const { check, hint } of findings) {
      if (hint !== undefined) this.out.note(`${check}: ${hint}`);
    }
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
