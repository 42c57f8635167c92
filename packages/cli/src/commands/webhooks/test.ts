import * as Flags from "@oclif/core/flags";
import type { Intray, WebhookLog } from "@intray/sdk";
import { BaseCommand } from "../../base-command.ts";
import { EXIT, failure } from "../../errors/failure.ts";
import { systemPause } from "../../clock.ts";
import { parseId } from "../../flags/ids.ts";
import { isFinalState } from "../../records/deliveries.ts";
import { requiredArgument } from "../../flags/flags.ts";

const POLL_INTERVAL_MS = 200;
const NEVER_ABORTED = new AbortController().signal;

export default class WebhooksTest extends BaseCommand {
  static override summary = "Send a test delivery to a webhook and print its outcome.";
  static override description =
    "Makes one attempt, with the newest submission of the form or a sample. Exit code 10: the delivery failed. 75: it did not finish within --timeout.";
  static override examples = ["intray webhooks test 7", "intray webhooks test 7 --no-wait"];
  static override args = { webhook: requiredArgument("Id of the webhook.") };
  static override flags = {
    wait: Flags.boolean({
      allowNo: true,
      default: true,
      description: "Wait for the outcome. Default: wait.",
    }),
  };

  override async run(): Promise<WebhookLog> {
    const { args, flags } = await this.parse(WebhooksTest);
    const id = parseId(args.webhook);
    const client = await this.client();
    const { deliveries, message } = await client.webhooks.test(id);
    const [queued] = deliveries;
    if (queued === undefined) throw failure("nothing_queued", message);
    const entry = flags.wait ? await this.#outcome(client, queued) : queued;
    if (flags.wait && entry.state !== "succeeded") {
      this.exitWith(isFinalState(entry.state) ? EXIT.partial : EXIT.tryLater);
    }
    if (!this.jsonEnabled()) await this.#print(entry);
    return entry;
  }

  /** The delivery once it has ended, or its latest state after --timeout. */
  async #outcome(client: Intray, queued: WebhookLog): Promise<WebhookLog> {
    const { timeoutMs } = await this.connection();
    let entry = queued;
    for (let waitedMs = 0; !isFinalState(entry.state) && waitedMs < timeoutMs;) {
      await systemPause(POLL_INTERVAL_MS, NEVER_ABORTED);
      waitedMs += POLL_INTERVAL_MS;
      // the first page is enough: a test delivery is among the newest of its webhook
      const { webhook_logs } = await client.webhookLogs.list({ webhook_id: queued.webhook_id });
      entry = webhook_logs.find(({ id }) => id === queued.id) ?? entry;
    }
    return entry;
  }

  #print(entry: WebhookLog): Promise<void> {
    const last = entry.attempts.at(-1);
    return this.out.fields([
      ["id", entry.id],
      ["url", entry.url],
      ["state", entry.state],
      ["http_status", last?.http_status],
      ["error", last?.error_code ?? entry.reason],
      ["duration_ms", last?.duration_ms],
      ["answer", last?.response_excerpt],
    ]);
  }
}
