import * as Flags from "@oclif/core/flags";
import type { Intray } from "@intray/sdk";
import { BaseCommand } from "../../base-command.ts";
import { systemClock } from "../../clock.ts";
import { childEnvironment } from "../../environment.ts";
import { EXIT } from "../../exit-codes.ts";
import { Failure } from "../../failure.ts";
import { durationFlag, formFlag } from "../../flags.ts";
import { execute } from "../../listen/execute.ts";
import { forward } from "../../listen/forward.ts";
import { deliveryRecord, deliveryText } from "../../listen/listen-report.ts";
import type { Told } from "../../listen/listen-report.ts";
import { isTaken } from "../../listen/local-delivery.ts";
import type { LocalDelivery, Reaction } from "../../listen/local-delivery.ts";
import { makeLocalSecret } from "../../listen/local-secret.ts";
import { openReceiver } from "../../listen/receiver.ts";
import { renderedDeliveries } from "../../listen/rendered.ts";
import { replayedDeliveries } from "../../listen/replayed.ts";
import { handOn } from "../../listen/targets.ts";
import type { Targets } from "../../listen/targets.ts";
import { EventFeed } from "../../live/event-feed.ts";
import { lastEventIdFlag } from "../../live/live-flags.ts";
import { newSubmissions } from "../../live/new-submissions.ts";
import { StopSignals } from "../../stop-signals.ts";
import { whenReaderLeaves } from "../../reader-left.ts";
import { toWebhookInput, webhookSettingFlags } from "../../webhook-flags.ts";
import { findWebhookSecrets, readWebhookSecrets, SECRET_SOURCES } from "../../webhook-secrets.ts";

const TARGET_TIMEOUT_MS = 30_000;

const listenFlags = {
  port: Flags.integer({
    min: 0,
    max: 65_535,
    helpValue: "N",
    description: "Receive on this port of 127.0.0.1; 0 takes a free one.",
    exclusive: ["form", "webhook", "format", "last-event-id"],
  }),
  respond: Flags.integer({
    min: 200,
    max: 599,
    helpValue: "STATUS",
    dependsOn: ["port"],
    description: "Answer this to what is valid (204 when not given); 500 exercises retries.",
    exclusive: ["forward-to", "exec"],
  }),
  form: formFlag(),
  format: webhookSettingFlags.format,
  "content-type": webhookSettingFlags["content-type"],
  "template-file": webhookSettingFlags["template-file"],
  spam: Flags.boolean({ description: "Spam too, as with trigger_when_spam.", exclusive: ["port"] }),
  webhook: Flags.integer({
    min: 1,
    helpValue: "ID",
    description: "Replay what this webhook sends, signed with its secret.",
    exclusive: ["form", "format", "content-type", "template-file", "spam", "secret-file"],
  }),
  "forward-to": Flags.string({ helpValue: "URL", description: "Post each one there." }),
  exec: Flags.string({
    helpValue: "COMMAND",
    description: "Run this line of shell for each one, the body on its standard input.",
  }),
  "target-timeout": durationFlag({
    description: "How long --forward-to and --exec may take (30s when not given).",
  }),
  "secret-file": Flags.string({
    helpValue: "FILE",
    multiple: true,
    multipleNonGreedy: true,
    description: `File with the signing secret; with --port several while rotating. ${SECRET_SOURCES}`,
  }),
  "last-event-id": lastEventIdFlag,
};
type ListenFlags = Awaited<ReturnType<WebhooksListen["flagsOf"]>>;

/** `intray webhooks listen` */
export default class WebhooksListen extends BaseCommand {
  static override summary = "Receive webhooks on this machine, also behind NAT.";
  static override description = `With --port it is a receiver: it verifies what is posted to it, prints and answers.
Without, it follows the server's events, so nothing needs to reach this machine: each new submission is rendered
in --format and signed with a secret of this run, or what --webhook sends is replayed. Exit code 75: the server stayed away.`;
  static override examples = [
    "<%= config.bin %> <%= command.id %> --form 3 --forward-to http://127.0.0.1:3000/hook",
    "<%= config.bin %> <%= command.id %> --webhook 7 --exec ./handle-webhook",
    "<%= config.bin %> <%= command.id %> --port 8080 --secret-file secret.txt --respond 500",
  ];
  static override streamsJson = true;
  static override flags = listenFlags;

  override async run(): Promise<void> {
    const flags = await this.flagsOf();
    const url = targetUrl(flags["forward-to"]);
    const signals = new StopSignals(() => undefined);
    whenReaderLeaves(() => signals.stopQuietly());
    const targets = this.#targets(flags, url, signals.stopping);
    try {
      if (flags.port === undefined) await this.#follow(flags, targets, signals.stopping);
      else await this.#receive(flags, flags.port, targets, signals.stopping);
    } catch (error) {
      if (!signals.stopping.aborted) throw error;
    } finally {
      signals.dispose();
    }
    this.exitWith(signals.exit ?? EXIT.done);
  }

  protected async flagsOf() {
    return (await this.parse(WebhooksListen)).flags;
  }

  #targets(flags: ListenFlags, url: URL | undefined, signal: AbortSignal): Targets {
    const timeoutMs = flags["target-timeout"] ?? TARGET_TIMEOUT_MS;
    const userAgent = `intray-cli/${this.config.version}`;
    const common = { timeoutMs, clock: systemClock, signal };
    const { exec: command } = flags;
    const environment = childEnvironment();
    const output = process.stderr;
    return {
      ...(url && { forward: (one) => forward(one, { ...common, url, userAgent }) }),
      ...(command !== undefined && {
        execute: (one) => execute(one, { ...common, command, environment, output }),
      }),
    };
  }

  async #receive(flags: ListenFlags, port: number, targets: Targets, stopping: AbortSignal) {
    const secrets = await readWebhookSecrets(flags["secret-file"] ?? [], this.environment);
    const receiver = await openReceiver({
      port,
      secrets,
      onError: (error) => this.out.warn(`A request was not answered: ${String(error)}`),
      receive: async (delivery, verdict) => {
        const isValid = verdict.kind === "valid";
        const reactions = isValid ? await handOn(delivery, targets) : {};
        const answered = statusAfter(Object.values(reactions), flags.respond);
        await this.#tell({ delivery, verdict, reactions, ...(isValid && { answered }) });
        return answered;
      },
    });
    this.out.note(`Receiving webhooks at ${receiver.url}`);
    try {
      await aborted(stopping);
    } finally {
      await receiver.close();
    }
  }

  async #follow(flags: ListenFlags, targets: Targets, stopping: AbortSignal): Promise<void> {
    const client = await this.client();
    const { webhook } = flags;
    const form = webhook === undefined ? await this.formRef(flags.form) : undefined;
    const feed = new EventFeed({
      client,
      form,
      lastEventId: flags["last-event-id"],
      retries: flags.retries,
      signal: stopping,
      note: (sentence) => this.out.note(sentence),
    });
    const onBegun = () => this.out.note("Waiting for webhooks. Ctrl-C ends it.");
    const deliveries =
      webhook === undefined
        ? await this.#rendered(client, feed, form, flags, onBegun)
        : replayedDeliveries({ client, feed, webhook, clock: systemClock, onBegun });
    try {
      for await (const delivery of deliveries) {
        if (stopping.aborted) break;
        const reactions = await handOn(delivery, targets);
        await this.#tell({ delivery, reactions });
      }
    } finally {
      const { position } = feed;
      if (position !== undefined) this.out.note(`To go on from here: --last-event-id ${position}`);
    }
  }

  async #rendered(
    client: Intray,
    feed: EventFeed,
    form: string | undefined,
    flags: ListenFlags,
    onBegun: () => void,
  ): Promise<AsyncIterable<LocalDelivery>> {
    const [given] = await findWebhookSecrets(flags["secret-file"] ?? [], this.environment);
    const secret = given ?? makeLocalSecret();
    if (given === undefined) this.#tellSecret(secret);
    const { "template-file": template, "content-type": type } = flags;
    const format = flags.format ?? (template === undefined ? "json" : "custom");
    const settings = await toWebhookInput({
      format,
      ...(type !== undefined && { "content-type": type }),
      ...(template !== undefined && { "template-file": template }),
    });
    // Unread ranges over spam and ham alike, and what has just come is unread.
    const query = {
      ...(form !== undefined && { form_id: form }),
      ...(flags.spam && { unread: true }),
    };
    const submissions = newSubmissions({
      client,
      feed,
      query,
      onBegun,
      isResumed: flags["last-event-id"] !== undefined,
    });
    return renderedDeliveries({ client, submissions, settings, secret, clock: systemClock });
  }

  /** Whatever --quiet and --json say: nothing can be verified without it. */
  #tellSecret(secret: string): void {
    process.stderr.write(`Signed with the secret of this run: ${secret}\n`);
  }

  async #tell(told: Omit<Told, "at">): Promise<void> {
    const whole = { ...told, at: new Date(systemClock.now()).toISOString() };
    if (this.jsonEnabled() || !this.out.isTerminal) return this.out.ndjson(deliveryRecord(whole));
    await this.out.line(deliveryText(whole, (text) => this.out.bold(text)));
  }
}

/** What stands behind us decides, as it would if it were the receiver; without any, `--respond`. */
function statusAfter(reactions: readonly Reaction[], respond: number | undefined): number {
  const failed = reactions.find((reaction) => !isTaken(reaction));
  if (failed === undefined) return respond ?? 204;
  return failed.kind === "answered" ? failed.status : failed.kind === "exited" ? 500 : 502;
}

function targetUrl(text: string | undefined): URL | undefined {
  if (text === undefined) return undefined;
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return new URL(text);
  throw new Failure({
    exit: EXIT.usage,
    code: "usage",
    message: `--forward-to is "${text}", which is no http or https address.`,
    hint: "As in --forward-to http://127.0.0.1:3000/hook",
  });
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
