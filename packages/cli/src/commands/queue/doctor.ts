import { DoctorCommand, ok, runCheck, type Finding } from "../../doctor/doctor-command.ts";
import type { ReachedServer } from "../../doctor/queues.ts";
import { ledgerFolder } from "../../ledger/ledger-name.ts";
import type { LedgerChoice } from "../../queue/ledger-choice.ts";
import { ledgerFlags } from "../../queue/queue-command.ts";
import type { RunFlags } from "../../queue/run-flags.ts";

export default class QueueDoctor extends DoctorCommand {
  static override summary = "Check for problems of this machine's queues.";
  static override description = `Checks the queue's defaults, the folder and the disk of the ledgers, the key and the server. Then, for each queue:
its ledger files, its lock and last run, handlers that hang, waiting submissions, missing acknowledgements, submissions that were
given up, and unread submissions on the server. It changes nothing. The exit code is 0, or that of the first problem.`;
  static override examples = ["intray queue doctor", "intray queue doctor --consumer crm --json"];
  static override flags = ledgerFlags;

  override async run(): Promise<object> {
    const { flags } = await this.parse(QueueDoctor);
    const settings = await this.settingsFinding();
    const rest = settings.state === "failed" ? [] : await this.#examine(flags);
    return this.report([settings, ...rest]);
  }

  async #examine(choice: LedgerChoice): Promise<readonly Finding[]> {
    const { found: defaults, flags } = await this.#defaultsFinding();
    const disk = await this.#diskFindings();
    const { found: server, reached } = await this.#serverFindings();
    const leases =
      reached !== undefined && flags?.claim === true
        ? [await this.#leasesFinding(flags, reached)]
        : [];
    const canRead = disk.every(({ check, state }) => check !== "folder" || state !== "failed");
    const queues = canRead ? await this.#queueFindings(choice, reached) : [];
    return [defaults, ...disk, ...server, ...leases, ...queues];
  }

  async #defaultsFinding(): Promise<{ found: Finding; flags: RunFlags | undefined }> {
    const { checkDefaults, readDefaults } = await import("../../doctor/queue-settings.ts");
    const { queue } = await this.settings();
    let flags: RunFlags | undefined;
    const found = await runCheck("defaults", async () => {
      flags = await readDefaults(queue);
      return checkDefaults(queue);
    });
    return { found, flags };
  }

  async #diskFindings(): Promise<readonly Finding[]> {
    const { checkDisk, checkStateFolder, readDisk } = await import("../../doctor/ledger-folder.ts");
    const folder = ledgerFolder(this.environment.stateHome);
    const found = await runCheck("folder", () => checkStateFolder(folder));
    if (found.state === "failed") return [found];
    return [found, await runCheck("disk", async () => checkDisk(await readDisk(folder)))];
  }

  async #serverFindings(): Promise<{
    found: readonly Finding[];
    reached: ReachedServer | undefined;
  }> {
    const key = await this.keyFinding();
    if (key.state === "failed") return { found: [key], reached: undefined };
    const { resolveScope } = await import("../../queue/key-scope.ts");
    let reached: ReachedServer | undefined;
    const server = await runCheck("server", async () => {
      const client = await this.client();
      const { apiKey, baseUrl } = await this.connection();
      const { scope } = await resolveScope(client, apiKey, undefined);
      reached = { client, scope };
      return ok(`${baseUrl} accepts the key, whose scope is ${scope}.`);
    });
    return { found: [key, server], reached };
  }

  async #leasesFinding(flags: RunFlags, { client }: ReachedServer): Promise<Finding> {
    const { checkLeases } = await import("../../doctor/queue-settings.ts");
    return runCheck("leases", () => checkLeases(flags, client));
  }

  async #queueFindings(
    choice: LedgerChoice,
    reached: ReachedServer | undefined,
  ): Promise<readonly Finding[]> {
    const { checkQueues } = await import("../../doctor/queues.ts");
    const { resolveForm } = await import("../../queue/ledger-choice.ts");
    const { baseUrl } = await this.settings();
    const folder = ledgerFolder(this.environment.stateHome);
    const resolved = await resolveForm(choice, () => this.client());
    return checkQueues({ folder, baseUrl, choice: resolved, reached });
  }
}
