/** Re-fires the failed deliveries of a time range. */
import { useContext } from "hono/jsx";
import type { FormWebhook } from "@intray/sdk/schemas";
import { AppError } from "../../domain/errors.ts";
import { dayRange, ZoneContext } from "../format/zone.ts";
import type { Posted } from "../http/body.ts";
import { Card } from "../layout/card.tsx";
import { ANSWER, askFirst, ONLY_UNDELIVERED } from "../layout/confirmation.tsx";
import { PostForm, Select, TextField } from "../layout/fields.tsx";
import { visible } from "../../platform/text/safe-text.ts";
import { timeOf } from "../../domain/parse-time.ts";
import { plural } from "../format/quantities.ts";
import type { DashboardContext, DashboardParts } from "../http/env.ts";
import { webhookPath } from "./find-webhook.ts";
import { type Clock, plusMs } from "../../platform/clock.ts";
import { FAILED_STATES, refirable } from "../../store/deliveries/send-deliveries.ts";

const HOUR_MS = 3_600_000;

/** Hours, and label. */
const WINDOWS = [
  ["1", "Last hour"],
  ["24", "Last 24 hours"],
  ["168", "Last 7 days"],
  ["720", "Last 30 days"],
  ["day", "Since the date"],
] as const;

/** Returns the start of the selected time range, or an error if none is selected. @param at.zone Of its day. */
export function refireSince(
  posted: Posted,
  { now, zone }: { readonly now: number; readonly zone: string },
): { readonly since: string; readonly error?: AppError } {
  const window = posted.text("window");
  const day = posted.text("since").trim();
  if (window === "day") {
    if (day === "") return { since: "", error: fieldError("since", "Enter a date.") };
    const start = dayRange(zone, day)?.start;
    // The API rejects what is not a day.
    return { since: start === undefined ? day : new Date(start).toISOString() };
  }
  if (!WINDOWS.some(([value]) => value === window)) {
    return { since: "", error: fieldError("window", "Select one of the time ranges.") };
  }
  return { since: new Date(now - Number(window) * HOUR_MS).toISOString() };
}

/** More are only sent after a question. */
const MAX_UNASKED = 100;

/** Asks if some were delivered before, or if there are many; `undefined` if there is nothing to ask. */
export async function refireQuestion(
  c: DashboardContext,
  { store, clock }: Pick<DashboardParts, "store" | "clock">,
  {
    webhook,
    posted,
    since,
  }: { readonly webhook: FormWebhook; readonly posted: Posted; readonly since: string },
): Promise<Response | undefined> {
  const at = timeOf(since);
  if (posted.has(ANSWER) || at === undefined || !webhook.enabled) return undefined;
  const { account_id } = c.var.session;
  const which = { account_id, webhook_id: webhook.id, since: at };
  const { failed, delivered, isWhole } = await countFailed({ store, clock }, which);
  if (isWhole && delivered === 0 && failed <= MAX_UNASKED) return undefined;
  const count = `${isWhole ? "" : "More than "}${plural(failed, "delivery", "deliveries")}`;
  const twice = `${delivered.toLocaleString("en")} of them ${delivered === 1 ? "is" : "are"} of submissions that were delivered before: sent again, the receiver gets ${delivered === 1 ? "it" : "them"} twice.`;
  return askFirst(c, {
    section: "webhooks",
    title: "Re-fire failed deliveries",
    text: `${count} to ${visible(webhook.name)} failed since then. ${delivered === 0 ? "Each is queued again as a new delivery." : twice}`,
    action: `${webhookPath(webhook)}/refire`,
    values: { window: posted.text("window"), since: posted.text("since") },
    answers: [
      ...(delivered > 0 && (delivered < failed || !isWhole) ? [ONLY_UNDELIVERED] : []),
      ["all", "Send all again"],
    ],
    back: `${webhookPath(webhook)}#refire`,
  });
}

const fieldError = (field: string, message: string) =>
  new AppError("invalid", message, { fields: [{ field, code: "invalid", message }] });

export function Refire({
  webhook,
  error,
}: {
  readonly webhook: FormWebhook;
  readonly error: AppError | undefined;
}) {
  const zone = useContext(ZoneContext);
  return (
    <Card id="refire" title="Re-fire failed deliveries">
      <p>
        Sends failed, blocked, canceled and skipped deliveries again, except those of submissions
        that were delivered since or have a queued delivery. Asks if some were delivered before.
      </p>
      {webhook.enabled ? (
        <PostForm
          action={`${webhookPath(webhook)}/refire`}
          error={error}
          button="Re-fire failed deliveries"
          look="other"
          isOnce
        >
          <div class="halves">
            <Select name="window" label="Time range" value="24" options={WINDOWS} />
            <TextField name="since" label="Date" type="date" hint={`From 00:00 in ${zone.name}.`} />
          </div>
        </PostForm>
      ) : (
        <p class="soft">Enable the webhook first.</p>
      )}
    </Card>
  );
}

/** A request counts for this long. */
const MAX_MS = 2_500;
/** Deliveries that are read at a time. */
const WINDOW = 500;

interface FailedCount {
  readonly failed: number;
  /** Those of them whose submission an earlier delivery has delivered. */
  readonly delivered: number;
  /** Whether all were counted. */
  readonly isWhole: boolean;
}

/** @param which.since Milliseconds since the epoch: when they ended, or later. */
async function countFailed(
  { store, clock }: { readonly store: DashboardParts["store"]; readonly clock: Clock },
  which: Readonly<Record<"account_id" | "webhook_id" | "since", number>>,
): Promise<FailedCount> {
  const { account_id, webhook_id, since: finishedSince } = which;
  const filter = { account_id, destination_id: webhook_id, states: FAILED_STATES, finishedSince };
  const end = plusMs(clock.monotonic(), MAX_MS);
  const untilId = await store.reads.newestDeliveryId({});
  let failed = 0;
  let delivered = 0;
  let after_id = 0;
  do {
    const page = { filter, after_id, untilId, now: clock.now(), limit: WINDOW };
    const { deliveries, nextId } = await store.reads.sendableDeliveries(page);
    const again = refirable(deliveries, { undelivered_only: false });
    failed += again.length;
    delivered += again.filter(({ group }) => group === "delivered").length;
    if (nextId === undefined) return { failed, delivered, isWhole: true };
    after_id = nextId;
  } while (clock.monotonic() < end);
  return { failed, delivered, isWhole: false };
}
