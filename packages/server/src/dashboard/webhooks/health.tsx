/** How a webhook fares: a word, four figures, and the last day as bars. */
import type { FormWebhook } from "@intray/sdk/schemas";
import type { HealthHour, WebhookHealth } from "../../store/webhooks/webhook-health.ts";
import { percentage } from "../format/plural.ts";
import { Timestamp } from "../format/timestamp.tsx";

const REASONS: Readonly<Record<string, string>> = {
  by_hand: "It was switched off by hand.",
  gone: "Its receiver answered 410 Gone: it wants nothing any more.",
  failing: "It came to nothing but failures for five days.",
};

/** The same in two words. */
const SHORT_REASONS: Readonly<Record<string, string>> = {
  by_hand: "by hand",
  gone: "receiver gone",
  failing: "kept failing",
};

/** Why it is switched off, as a sentence. */
export const disabledReason = ({ disabled_reason }: FormWebhook): string =>
  REASONS[disabled_reason ?? "by_hand"] ?? `It was switched off: ${disabled_reason}.`;

/** Enabled, failing or disabled. */
export function HealthBadge({ webhook }: { readonly webhook: FormWebhook }) {
  if (!webhook.enabled) {
    const reason = SHORT_REASONS[webhook.disabled_reason ?? "by_hand"];
    return <span class="badge bad">{reason === undefined ? "Off" : `Off: ${reason}`}</span>;
  }
  if (webhook.failure_count > 0) return <span class="badge warn">Failing</span>;
  return <span class="badge good">Enabled</span>;
}

/** Share of failed attempts. */
export const failureRate = ({ attempts, failures }: WebhookHealth): string =>
  attempts === 0 ? "–" : percentage(failures, attempts);

const count = (n: number) => n.toLocaleString("en");

/** What waits; a full count is a lower bound. */
export const pendingCount = ({ waiting }: WebhookHealth): string =>
  waiting >= 1_000 ? "1,000 or more" : count(waiting);

/** The figures of one webhook, above its bars. */
export function HealthStats({
  webhook,
  health,
  limit,
}: {
  readonly webhook: FormWebhook;
  readonly health: WebhookHealth;
  /** Entries that were asked for. */
  readonly limit: number;
}) {
  const isWhole = health.entries < limit;
  return (
    <section class="card" id="health">
      <h2>Health</h2>
      <dl class="figures">
        <div>
          <dt>Last success</dt>
          <dd>
            <Timestamp at={health.last_success_at} otherwise={isWhole ? "never" : "long ago"} />
          </dd>
        </div>
        <div>
          <dt>Last failure</dt>
          <dd>
            <Timestamp at={webhook.last_failure_at} />
          </dd>
        </div>
        <div>
          <dt>Failed attempts</dt>
          <dd class={health.failures > 0 ? "warn" : undefined}>
            {failureRate(health)} <span class="soft small">{`of ${count(health.attempts)}`}</span>
          </dd>
        </div>
        <div>
          <dt>Waiting</dt>
          <dd>{pendingCount(health)}</dd>
        </div>
      </dl>
      <div>
        <DayBars hours={health.hours} kind="wide" />
        <p class="soft small legend">
          <span>24 hours ago</span>
          <span>
            <span class="key good">delivered</span> <span class="key bad">failed</span>{" "}
            <span class="key warn">retrying</span> <span class="key soft">open</span>
          </span>
          <span>now</span>
        </p>
      </div>
      {isWhole || health.oldest_at === null ? null : (
        <p class="soft small">
          Of the latest {count(limit)} deliveries, which go back to{" "}
          <Timestamp at={health.oldest_at} />.
        </p>
      )}
    </section>
  );
}

const WIDTH = 240;
const HEIGHT = 48;
const STEP = WIDTH / 24;

/** Colours, from the bottom up. */
const SEGMENTS = [
  ["good", "delivered"],
  ["bad", "failed"],
  ["warn", "retrying"],
  ["soft", "open"],
] as const;
const ofHour = (hour: HealthHour) => SEGMENTS.reduce((all, [, of]) => all + hour[of], 0);

/** A bar an hour, what failed on top of what was delivered. */
export function DayBars({
  hours,
  kind = "small",
}: {
  readonly hours: readonly HealthHour[];
  readonly kind?: "small" | "wide";
}) {
  const most = Math.max(1, ...hours.map(ofHour));
  const label = daySummary(hours);
  return (
    <svg
      class={kind === "wide" ? "bars wide" : "bars"}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <title>{label}</title>
      <rect class="base" x="0" y={HEIGHT - 1} width={WIDTH} height="1" />
      {hours.flatMap((hour, place) => barsOf(hour, place, most))}
    </svg>
  );
}

function barsOf(hour: HealthHour, place: number, most: number) {
  let top = HEIGHT - 1;
  return SEGMENTS.map(([kind, of]) => [kind, hour[of]] as const).flatMap(([kind, n]) => {
    if (n === 0) return [];
    // One among thousands is still to be seen.
    const height = Math.max(2, Math.round((n / most) * (HEIGHT - 7)));
    top -= height;
    return [<rect class={kind} x={place * STEP + 1} y={top} width={STEP - 2} height={height} />];
  });
}

/** The bars in a sentence. */
export function daySummary(hours: readonly HealthHour[]): string {
  const sums = SEGMENTS.map(
    ([, of]) => [of, hours.reduce((all, hour) => all + hour[of], 0)] as const,
  );
  const some = sums.filter(([, n]) => n > 0).map(([of, n]) => `${count(n)} ${of}`);
  return `Last 24 hours: ${some.length === 0 ? "nothing was sent" : some.join(", ")}.`;
}
