import * as Args from "@oclif/core/args";
import * as Flags from "@oclif/core/flags";
import type { InferredFlags } from "@oclif/core/interfaces";
import type {
  BulkRefireResult,
  DeliverySend,
  DeliveryStopResult,
  Intray,
  RefireResult,
} from "@intray/sdk";
import { BaseCommand } from "../../base-command.ts";
import { systemClock } from "../../clock.ts";
import { EXIT, type Failure, usageFailure } from "../../errors/failure.ts";
import { formFlag, repeatable, yesFlag } from "../../flags/flags.ts";
import { readIds, submissionIds } from "../../flags/ids.ts";
import { parseSince } from "../../flags/times.ts";
import { DELIVERY_STATES } from "../../records/deliveries.ts";
import type { Refire, RefirePreview, SentDeliveries } from "../../webhooks/refire.ts";
import {
  previewRefire,
  refireSubmissions,
  describeSendable,
  howToStop,
  countMatched,
  sendDeliveries,
  waitForAttempts,
} from "../../webhooks/refire.ts";

export default class WebhooksRefire extends BaseCommand {
  static override summary = "Send submissions to webhooks again, or waiting deliveries now.";
  static override description = [
    "With ids of submissions, every enabled webhook of the form receives the same body again, also for spam; with --webhook only that one.",
    "With flags alone, sends deliveries: waiting ones at once instead of at their next time, failed ones again. Deliveries that the receiver has already accepted are left out, unless --include-delivered. The number is shown before the confirmation, which several deliveries or submissions need unless --yes.",
    "Exit code 10: some submissions or deliveries do not exist.",
  ].join("\n\n");
  static override examples = [
    "intray webhooks refire 42",
    "intray webhooks refire 42 43 --webhook 7 --dry-run",
    "intray webhooks refire 42 43 44 --yes",
    "intray webhooks refire --webhook 7 --dry-run",
    "intray webhooks refire --webhook 7 --state retrying,exhausted --since 24h --yes --wait",
    "intray webhooks refire --stop --since 10m --webhook 7",
    "intray webhooks refire --delivery 118",
    "intray deliveries list --kind webhook --state exhausted --columns submission_id --all | intray webhooks refire - --yes",
  ];
  static override args = { submissions: Args.string(submissionIds) };
  static override flags = {
    delivery: Flags.integer({
      min: 1,
      ...repeatable,
      helpValue: "ID",
      description: "Only this delivery, in whatever state. Repeatable.",
    }),
    webhook: Flags.integer({
      min: 1,
      ...repeatable,
      helpValue: "ID",
      description: "Only to this webhook. Repeatable.",
    }),
    state: Flags.option({
      options: DELIVERY_STATES,
      ...repeatable,
      delimiter: ",",
      description: "Only deliveries in these states. Default: queued,retrying.",
    })(),
    form: formFlag(),
    since: Flags.string({
      helpValue: "TIME|AGE",
      description: "Only deliveries queued after this: 2h, 2026-01-31 or an ISO 8601 time.",
    }),
    until: Flags.string({
      helpValue: "TIME|AGE",
      description: "Only deliveries queued before this.",
    }),
    "http-status": Flags.string({
      helpValue: "503|5xx|none",
      description: "Only deliveries whose last attempt was answered like this.",
    }),
    "include-delivered": Flags.boolean({
      description: "Also send what the receiver has already accepted.",
    }),
    "dry-run": Flags.boolean({ description: "Send nothing; print what would be sent." }),
    wait: Flags.boolean({
      description:
        "Wait until no delivery to the selected webhooks is due any more, new ones included. Exit code 10: some were not delivered.",
      exclusive: ["dry-run", "delivery"],
    }),
    stop: Flags.boolean({
      description:
        "Instead of sending: take back what was sent since --since and not attempted yet. A retry waits for its usual time again.",
      dependsOn: ["since"],
      exclusive: [
        "delivery",
        "state",
        "until",
        "http-status",
        "include-delivered",
        "dry-run",
        "wait",
      ],
    }),
    yes: yesFlag,
  };

  override async run(): Promise<
    RefireResult | RefirePreview | Sent | Stopped | Pick<BulkRefireResult, "success" | "results">
  > {
    const { args, flags } = await this.parse(WebhooksRefire);
    const words = args.submissions ?? [];
    const filters = FILTER_FLAGS.filter((name) => flags[name] !== undefined);
    if (filters.length + words.length === 0) throw noSelection();
    if (words.length > 0) return this.#refireIds(words, filters, flags);
    if (flags.stop) return this.#stop(flags);
    return this.#sendDeliveries(flags);
  }

  /** Submissions by their ids, to all webhooks or to those of --webhook. */
  async #refireIds(words: readonly string[], filters: readonly string[], flags: SendFlags) {
    const other = flags.wait ? "wait" : filters.find((name) => name !== "webhook");
    if (other !== undefined) throw notWithIds(other);
    const ids = await readIds(words);
    const [first] = ids;
    const webhook_ids = flags.webhook && [...new Set(flags.webhook)];
    const client = await this.client();
    if (first === undefined) {
      this.out.note("Nothing to do: no ids are given.");
      return { success: true, results: [] };
    }
    if (flags["dry-run"]) return this.#preview(client, { ids, webhook_ids });
    if (ids.length > 1) {
      const to =
        webhook_ids === undefined ? "their webhooks" : `the webhook ${webhook_ids.join(", ")}`;
      await this.confirm(`Send ${ids.length} submissions to ${to} again?`, flags.yes);
    }
    return ids.length === 1 && webhook_ids === undefined
      ? this.#refireOne(client, first)
      : this.#refireMany(client, { ids, webhook_ids });
  }

  async #preview(client: Intray, refire: Refire): Promise<RefirePreview> {
    const preview = await previewRefire(client, refire);
    for (const { submission_id, status, webhook_ids } of preview.results) {
      if (this.jsonEnabled()) break;
      const shown = status === "queued" ? "would_queue" : status;
      await this.out.line(`${submission_id}\t${shown}\t${webhook_ids.join(",")}`);
    }
    const count = `${preview.count} ${preview.count === 1 ? "delivery" : "deliveries"}`;
    this.out.note(`Would queue ${count}, with the webhooks above. Nothing was sent.`);
    if (preview.results.some(({ status }) => status === "not_found")) this.exitWith(EXIT.partial);
    return preview;
  }

  async #sendDeliveries(flags: SendFlags): Promise<Sent> {
    const includesDelivered = flags["include-delivered"];
    const filters = await this.#filters(flags);
    const client = await this.client();
    const dryRun = filters.map((filter) => ({ ...filter, dry_run: true }));
    const found = await sendDeliveries(client, dryRun);
    const what = describeSendable(found, { includesDelivered });
    const asked = new Set(flags.delivery).size;
    const missing = asked - countMatched(found);
    if (missing > 0) {
      this.exitWith(EXIT.partial);
      this.out.warn(
        `${missing} of the ${asked} given deliveries: not to a webhook, not there, or not accessible with this key.`,
      );
    }
    if (flags["dry-run"]) {
      await this.#printCounts(found);
      return found;
    }
    if (found.count === 0) {
      this.out.note(`Nothing to send: ${what}.`);
      return found;
    }
    if (asked !== 1) await this.confirm(`Send now: ${what}?`, flags.yes);
    const progress = this.out.progress({ total: found.count });
    try {
      const sent = await sendDeliveries(client, filters, (count) => progress.advance(count));
      progress.end();
      if (!this.jsonEnabled() && sent.count > 1) this.out.note(howToStop(sent, filters));
      if (!flags.wait) {
        await this.#printCounts(sent);
        return sent;
      }
      const outcome = await waitForAttempts(client, sent, filters);
      if (outcome.failed + outcome.waiting > 0) this.exitWith(EXIT.partial);
      if (!this.jsonEnabled()) await this.out.fields(Object.entries(outcome));
      return { ...sent, outcome };
    } finally {
      progress.end();
    }
  }

  /** Takes back what was sent since then and not attempted yet. */
  async #stop(flags: SendFlags): Promise<Stopped> {
    const client = await this.client();
    const sum = { postponed: 0, canceled: 0 };
    for (const { created_after: since = "", ...which } of await this.#filters(flags)) {
      const { postponed, canceled } = await client.deliveries.stop({ ...which, since });
      sum.postponed += postponed;
      sum.canceled += canceled;
    }
    if (!this.jsonEnabled()) await this.out.fields(Object.entries(sum));
    return sum;
  }

  /** One filter for each webhook, since the API takes one. */
  async #filters(flags: SendFlags): Promise<readonly DeliverySend[]> {
    const { delivery, webhook, state, since, until, "http-status": http_status } = flags;
    const isNamed = delivery !== undefined || webhook !== undefined;
    // The default form of the settings would hide deliveries that are named.
    const form = isNamed && !flags.form ? undefined : await this.formRef(flags.form);
    const states = state ?? (delivery === undefined ? undefined : [...DELIVERY_STATES]);
    const filter: DeliverySend = {
      kind: "webhook",
      ...(form && { form_id: form }),
      ...(delivery && { ids: [...new Set(delivery)] }),
      ...(states && { states }),
      ...(since && { created_after: parseSince("--since", since, systemClock) }),
      ...(until && { created_before: parseSince("--until", until, systemClock) }),
      ...(http_status && { http_status }),
      ...(flags["include-delivered"] && { include_delivered: true }),
    };
    if (webhook === undefined) return [filter];
    return [...new Set(webhook)].map((destination_id) => ({ ...filter, destination_id }));
  }

  async #printCounts({ count, counts }: SentDeliveries): Promise<void> {
    if (!this.jsonEnabled()) await this.out.fields([["count", count], ...Object.entries(counts)]);
  }

  async #refireOne(client: Intray, id: number): Promise<RefireResult> {
    const result = await client.submissions.refireWebhooks(id);
    if (!this.jsonEnabled()) await this.#printLine(id, "queued", result.deliveries);
    if (result.deliveries.length === 0) this.out.note(result.message);
    return result;
  }

  async #refireMany(client: Intray, refire: Refire) {
    const progress = this.out.progress({ total: refire.ids.length });
    const results = await refireSubmissions(client, refire, (count) =>
      progress.advance(count),
    ).finally(() => progress.end());
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

const FILTER_FLAGS = [
  "delivery",
  "webhook",
  "state",
  "form",
  "since",
  "until",
  "http-status",
] as const;

/** With what became of it under --wait. */
type Sent = SentDeliveries & { readonly outcome?: Awaited<ReturnType<typeof waitForAttempts>> };
type Stopped = Pick<DeliveryStopResult, "postponed" | "canceled">;

type SendFlags = InferredFlags<typeof WebhooksRefire.flags>;

const notWithIds = (flag: string): Failure =>
  usageFailure(
    `--${flag} is for deliveries, and does not go with ids of submissions.`,
    "With ids, use --webhook and --dry-run; or leave out the ids, and select by flags alone.",
  );

const noSelection = (): Failure =>
  usageFailure(
    "There is nothing to send: give ids of submissions, or flags that select deliveries, such as --webhook.",
    "Examples: intray webhooks refire 42; intray webhooks refire --webhook 7 --dry-run.",
  );
