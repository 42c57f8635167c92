import { BaseCommand } from "../../base-command.ts";
import { systemClock } from "../../clock.ts";
import { EXIT } from "../../errors/failure.ts";
import { followDeliveries } from "../../listen/event-deliveries.ts";
import { listenFlags, type ListenFlags } from "../../listen/listen-flags.ts";
import { deliveryRecord, deliveryText, type DeliveryReport } from "../../listen/listen-report.ts";
import type { LocalSecret } from "../../listen/local-secret.ts";
import { receiveOnPort } from "../../listen/receiver.ts";
import { targetsOf, type SendToTargets } from "../../listen/targets.ts";
import { EventFeed } from "../../live/event-feed.ts";
import { onBrokenPipe, StopSignals } from "../../terminal/stop-signals.ts";
import { readWebhookSecrets } from "../../webhooks/signing.ts";

export default class WebhooksListen extends BaseCommand {
  static override summary = "Receive webhooks on this machine, even behind NAT.";
  static override description = [
    "Without --port it follows the server's events, so the server does not need to reach this machine: it renders each new submission in --format and signs it with a secret that is kept for the profile and the form, or replays the deliveries of --webhook. Exit code 75: the server stayed unreachable.",
    "With --port it is a receiver: it verifies the webhooks posted to it, prints them and responds.",
  ].join("\n\n");
  static override examples = [
    "intray webhooks listen --forward-to localhost:3000/hook",
    "intray webhooks listen --webhook 7 --exec ./handle-webhook",
    "intray webhooks listen --port 8080 --secret-file secret.txt --respond 500",
  ];
  static override streamsJson = true;
  static override flags = listenFlags;

  override async run(): Promise<void> {
    const { flags } = await this.parse(WebhooksListen);
    const signals = new StopSignals(() => undefined);
    const { stopping } = signals;
    onBrokenPipe(() => signals.stop());
    try {
      const userAgent = `intray-cli/${this.config.version}`;
      const targets = targetsOf(flags, { send: await this.route(), userAgent, signal: stopping });
      if (flags.port === undefined) await this.#follow(flags, targets, stopping);
      else await this.#receive(flags, flags.port, targets, stopping);
    } catch (error) {
      if (!stopping.aborted) throw error;
    } finally {
      signals.dispose();
    }
    this.exitWith(signals.exit ?? EXIT.done);
  }

  async #receive(flags: ListenFlags, port: number, targets: SendToTargets, stopping: AbortSignal) {
    await receiveOnPort({
      port,
      secrets: await readWebhookSecrets(flags["secret-file"] ?? [], this.environment),
      respond: flags.respond,
      targets,
      stopping,
      report: (report) => this.#print(report),
      onOpen: (url) => this.out.note(`Receiving webhooks at ${url}`),
      onError: (error) => this.out.warn(`A request failed: ${String(error)}`),
    });
  }

  async #follow(flags: ListenFlags, targets: SendToTargets, stopping: AbortSignal): Promise<void> {
    const client = await this.client();
    const form = flags.webhook === undefined ? await this.formRef(flags.form) : undefined;
    const feed = new EventFeed({
      client,
      form,
      lastEventId: flags["last-event-id"],
      retries: flags.retries,
      signal: stopping,
      note: (sentence) => this.out.note(sentence),
    });
    const deliveries = followDeliveries({
      client,
      feed,
      flags,
      form,
      environment: this.environment,
      onConnected: () => this.out.note("Waiting for webhooks. Press Ctrl-C to stop."),
      secretPlace: {
        stateHome: this.environment.stateHome,
        profile: (await this.settings()).profile,
        origin: (await this.connection()).origin,
      },
      onSecret: printSecret,
    });
    try {
      for await (const delivery of deliveries) {
        if (stopping.aborted) break;
        await this.#print({ delivery, results: await targets(delivery) });
      }
    } finally {
      const { position } = feed;
      if (position !== undefined) this.out.note(`To resume here: --last-event-id ${position}`);
    }
  }

  async #print(report: Omit<DeliveryReport, "at">): Promise<void> {
    const complete = { ...report, at: new Date(systemClock.now()).toISOString() };
    if (this.jsonEnabled() || !this.out.isTerminal)
      return this.out.ndjson(deliveryRecord(complete));
    await this.out.line(deliveryText(complete, (text) => this.out.bold(text)));
  }
}

/** Also with --quiet and --json: without the secret nothing can be verified. */
function printSecret({ secret, isNew }: LocalSecret): void {
  const which = isNew ? "this new secret, which later runs use too" : "the same secret as before";
  process.stderr.write(`Webhooks are signed with ${which}: ${secret}\n`);
}
