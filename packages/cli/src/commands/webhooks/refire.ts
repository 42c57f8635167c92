import * as Args from "@oclif/core/args";
import * as Flags from "@oclif/core/flags";
import type { BulkRefireResult, Intray, RefireResult } from "@intray/sdk";
import { BaseCommand } from "../../base-command.ts";
import { systemClock } from "../../clock.ts";
import { EXIT } from "../../errors/exit-codes.ts";
import { Failure } from "../../errors/failure.ts";
import { yesFlag } from "../../flags/flags.ts";
import { readIds, submissionIds } from "../../flags/ids.ts";
import { parseSince } from "../../flags/since.ts";

/** Maximum number of submissions in one bulk request, from openapi.yaml. */
const BULK_SIZE = 1_000;

/** `intray webhooks refire` */
export default class WebhooksRefire extends BaseCommand {
  static override summary = "Send submissions to the webhooks of their form again.";
  static override description =
    "Every enabled webhook of the form receives the same body again, also for spam. Several submissions need a confirmation, or --yes. Exit code 10: some submissions do not exist.";
  static override examples = [
    "<%= config.bin %> <%= command.id %> 42",
    "<%= config.bin %> <%= command.id %> 42 43 44 --yes",
    "<%= config.bin %> <%= command.id %> --failed-since 24h --webhook 7 --yes",
    "<%= config.bin %> webhooks logs --state exhausted --fields submission_id --all | <%= config.bin %> <%= command.id %> - --yes",
  ];
  static override args = {
    submissions: Args.string(submissionIds),
  };
  static override flags = {
    "failed-since": Flags.string({
      helpValue: "TIME|AGE",
      dependsOn: ["webhook"],
      description:
        "Instead of ids: submissions whose delivery to --webhook failed since then and has not succeeded since.",
    }),
    webhook: Flags.integer({
      min: 1,
      helpValue: "ID",
      dependsOn: ["failed-since"],
      description: "Webhook for --failed-since.",
    }),
    yes: yesFlag,
  };

  override async run(): Promise<RefireResult | Pick<BulkRefireResult, "success" | "results">> {
    const { args, flags } = await this.parse(WebhooksRefire);
    const { webhook, "failed-since": failedSince } = flags;
    const words = args.submissions ?? [];
    if ((webhook === undefined) === (words.length === 0)) throw noSelection();
    if (webhook !== undefined && failedSince !== undefined) {
      const since = parseSince("--failed-since", failedSince, systemClock);
      await this.confirm(
        `Send the deliveries that failed at webhook ${webhook} since ${since} again?`,
        flags.yes,
      );
      return this.#refireFailed(await this.client(), webhook, since);
    }
    const ids = await readIds(words);
    const [first] = ids;
    if (ids.length > 1) {
      await this.confirm(`Send ${ids.length} submissions to their webhooks again?`, flags.yes);
    }
    const client = await this.client();
    if (first === undefined) {
      this.out.note("Nothing to do: no ids are given.");
      return { success: true, results: [] };
    }
    return ids.length === 1 ? this.#refireOne(client, first) : this.#refireMany(client, ids);
  }

  async #refireFailed(client: Intray, webhook: number, since: string): Promise<RefireResult> {
    const result = await client.webhooks.refireFailed(webhook, since);
    for (const entry of this.jsonEnabled() ? [] : result.deliveries) {
      await this.out.line(`${entry.submission_id ?? ""}\tqueued\t${entry.id}`);
    }
    this.out.note(result.message);
    return result;
  }

  async #refireOne(client: Intray, id: number): Promise<RefireResult> {
    const result = await client.submissions.refireWebhooks(id);
    if (!this.jsonEnabled()) await this.#printLine(id, "queued", result.deliveries);
    if (result.deliveries.length === 0) this.out.note(result.message);
    return result;
  }

  async #refireMany(client: Intray, ids: readonly number[]) {
    const results: BulkRefireResult["results"][number][] = [];
    const progress = this.out.progress({ total: ids.length });
    try {
      for (let from = 0; from < ids.length; from += BULK_SIZE) {
        const batch = ids.slice(from, from + BULK_SIZE);
        results.push(...(await client.submissions.refireWebhooksBulk(batch)).results);
        progress.advance(batch.length);
      }
    } finally {
      progress.end();
    }
    for (const { submission_id, status, deliveries } of results) {
      if (!this.jsonEnabled()) await this.#printLine(submission_id, status, deliveries);
    }
    if (results.some(({ status }) => status === "not_found")) this.exitWith(EXIT.partial);
    return { success: results.some(({ status }) => status === "queued"), results };
  }

  #printLine(id: number, status: string, deliveries: RefireResult["deliveries"]): Promise<void> {
    const shown = status === "queued" && deliveries.length === 0 ? "no_webhooks" : status;
    return this.out.line(`${id}\t${shown}\t${deliveries.map((entry) => entry.id).join(",")}`);
  }
}

function noSelection(): Failure {
  return new Failure({
    exit: EXIT.usage,
    code: "usage",
    message: "Give either ids of submissions, or --failed-since with --webhook.",
    hint: "Examples: intray webhooks refire 42; intray webhooks refire --failed-since 24h --webhook 7.",
  });
}
