import * as Args from "@oclif/core/args";
import * as Flags from "@oclif/core/flags";
import type { Intray, WebhookLog } from "@intray/sdk";
import { BaseCommand } from "../../base-command.ts";
import { EXIT } from "../../errors/exit-codes.ts";
import { Failure } from "../../errors/failure.ts";
import { systemPause } from "../../handler/pause.ts";
import { parseId } from "../../flags/ids.ts";

const LOOK_EVERY_MS = 200;
const FINAL: ReadonlySet<WebhookLog["state"]> = new Set([
  "succeeded",
  "exhausted",
  "blocked",
  "canceled",
  "skipped",
]);
const NEVER = new AbortController().signal;

/** `intray webhooks test` */
export default class WebhooksTest extends BaseCommand {
  static override summary = "Send a webhook one test delivery and say what came of it.";
  static override description =
    "It is tried once, with the newest submission of the form or a sample. Exit code 10: it did not arrive. 75: its outcome was not known within --timeout.";
  static override examples = [
    "<%= config.bin %> <%= command.id %> 7",
    "<%= config.bin %> <%= command.id %> 7 --no-wait",
  ];
  static override args = {
    webhook: Args.string({ required: true, ignoreStdin: true, description: "Id of the webhook." }),
  };
  static override flags = {
    wait: Flags.boolean({
      allowNo: true,
      default: true,
      description: "Wait for the outcome.",
    }),
  };

  override async run(): Promise<WebhookLog> {
    const { args, flags } = await this.parse(WebhooksTest);
    const id = parseId(args.webhook);
    const client = await this.client();
    const { deliveries, message } = await client.webhooks.test(id);
    const [queued] = deliveries;
    if (queued === undefined) {
      throw new Failure({ exit: EXIT.rejected, code: "nothing_queued", message });
    }
    const entry = flags.wait ? await this.#outcome(client, queued) : queued;
    if (flags.wait && entry.state !== "succeeded") {
      this.exitWith(FINAL.has(entry.state) ? EXIT.partial : EXIT.tryLater);
    }
    if (!this.jsonEnabled()) await this.#print(entry);
    return entry;
  }

  /** The entry once it is decided, or as it is when the time is over. */
  async #outcome(client: Intray, queued: WebhookLog): Promise<WebhookLog> {
    const { timeoutMs } = await this.connection();
    let entry = queued;
    for (let waitedMs = 0; !FINAL.has(entry.state) && waitedMs < timeoutMs;) {
      await systemPause(LOOK_EVERY_MS, NEVER);
      waitedMs += LOOK_EVERY_MS;
      // Of this webhook the newest: a test is rarely far behind.
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
