/** The health of a webhook: a badge, statistics, and a bar chart of the last 24 hours. */
import type { FormWebhook } from "@intray/sdk/schemas";
import type { OpenCircuit } from "../../domain/delivery/webhook.ts";
import type { HealthHour, WebhookHealth } from "../../store/webhooks/webhook-health.ts";
import { percentage } from "../format/quantities.ts";
import { Card, Stats } from "../layout/card.tsx";
import { Timestamp } from "../format/timestamp.tsx";

const REASONS: Readonly<Record<string, string>> = {
  by_hand: "It was disabled manually.",
  gone: "Its receiver answered 410 Gone.",
  failing: "All deliveries failed for five days.",
};

/** The same for badges. */
const SHORT_REASONS: Readonly<Record<string, string>> = {
  by_hand: "manually",
  gone: "410 Gone",
  failing: "failing",
};

/** Returns a sentence about why the webhook is disabled. */
export const explainDisabled = ({ disabled_reason }: FormWebhook): string =>
  REASONS[disabled_reason ?? "by_hand"] ?? `It was disabled: ${disabled_reason}.`;

export function HealthBadge({ webhook }: { readonly webhook: FormWebhook }) {
  if (!webhook.enabled) {
    const reason = SHORT_REASONS[webhook.disabled_reason ?? "by_hand"];
    const tone = reason === SHORT_REASONS["by_hand"] ? "soft" : "bad";
    return (
      <span class={`badge ${tone}`}>
        {reason === undefined ? "Disabled" : `Disabled: ${reason}`}
      </span>
    );
  }
  if (webhook.failure_count > 0) return <span class="badge warn">Failing</span>;
  return <span class="badge good">Enabled</span>;
}

/** The percentage of failed attempts. */
export const FailureRate = ({ of: { attempts, failures } }: { readonly of: WebhookHealth }) => (
  <span class={failures > 0 ? "warn" : undefined}>
    {attempts === 0 ? "–" : percentage(failures, attempts)}
  </span>
);

const count = (n: number) => n.toLocaleString("en");

/** Returns the number of queued deliveries, which the store counts only up to 1,000. */
export const formatPending = ({ waiting }: WebhookHealth): string =>
  waiting >= 1_000 ? "1,000 or more" : count(waiting);

interface HealthStatsProps {
  readonly webhook: FormWebhook;
  readonly health: WebhookHealth;
  /** How many deliveries the statistics cover at most. */
  readonly limit: number;
}

export function HealthStats({ webhook, health, limit }: HealthStatsProps) {
  const isWhole = health.entries < limit;
  return (
    <Card id="health" title="Health">
      <Stats
        of={[
          [
            "Last success",
            <Timestamp at={health.lastSuccessAt} otherwise={isWhole ? "never" : "not recently"} />,
          ],
          ["Last failure", <Timestamp at={webhook.last_failure_at} />],
          [
            "Failed attempts",
            <>
              <FailureRate of={health} />{" "}
              <span class="soft small">{`of ${count(health.attempts)}`}</span>
            </>,
          ],
          ["Queued", formatPending(health)],
        ]}
      />
      {health.hours.every((hour) => totalOf(hour) === 0) ? (
        <p class="soft small">No deliveries in the last 24 hours.</p>
      ) : (
        <div>
          <DayBars hours={health.hours} kind="wide" />
          <p class="soft small legend">
            <span>24 hours ago</span>
            <span class="keys">
              <span class="key good">delivered</span> <span class="key bad">failed</span>{" "}
              <span class="key warn">retrying</span> <span class="key soft">pending</span>
            </span>
            <span>now</span>
          </p>
        </div>
      )}
      {isWhole || health.oldest_at === null ? null : (
        <p class="soft small">
          Based on the latest {count(limit)} deliveries, since <Timestamp at={health.oldest_at} />.
        </p>
      )}
    </Card>
  );
}

/** Why due deliveries wait although the webhook is enabled. */
export function CircuitOpen({ circuit }: { readonly circuit: OpenCircuit | undefined }) {
  if (circuit === undefined) return null;
  return (
    <section class="alert">
      <p>
        {`Deliveries wait: ${circuit.origin} hangs or refuses connections, since `}
        <Timestamp at={circuit.since} />
        {". Next try: "}
        <Timestamp at={circuit.nextProbeAt} />
        {". They stay queued, and are sent when it responds."}
      </p>
    </section>
  );
}

const WIDTH = 240;
const HEIGHT = 48;
const STEP = WIDTH / 24;

/** The segments of a bar, from the bottom up: CSS class, count, and label. */
const SEGMENTS = [
  ["good", "delivered", "delivered"],
  ["bad", "failed", "failed"],
  ["warn", "retrying", "retrying"],
  ["soft", "open", "pending"],
] as const;
export const totalOf = (hour: HealthHour) => SEGMENTS.reduce((sum, [, key]) => sum + hour[key], 0);

type DayBarsProps = { readonly hours: readonly HealthHour[]; readonly kind?: "small" | "wide" };

/** A stacked bar for each hour. */
export function DayBars({ hours, kind = "small" }: DayBarsProps) {
  const max = Math.max(1, ...hours.map(totalOf));
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
      {hours.flatMap((hour, index) => barsOf(hour, index, max))}
    </svg>
  );
}

function barsOf(hour: HealthHour, index: number, max: number) {
  let top = HEIGHT - 1;
  return SEGMENTS.flatMap(([color, key]) => {
    if (hour[key] === 0) return [];
    // At least 2 px, so that one among thousands is visible.
    const height = Math.max(2, Math.round((hour[key] / max) * (HEIGHT - 7)));
    top -= height;
    return [<rect class={color} x={index * STEP + 1} y={top} width={STEP - 2} height={height} />];
  });
}

/** Returns the text alternative of the bars. */
function daySummary(hours: readonly HealthHour[]): string {
  const counts = SEGMENTS.flatMap(([, key, label]) => {
    const sum = hours.reduce((total, hour) => total + hour[key], 0);
    return sum === 0 ? [] : [`${count(sum)} ${label}`];
  });
  return `Last 24 hours: ${counts.length === 0 ? "no deliveries" : counts.join(", ")}.`;
}
