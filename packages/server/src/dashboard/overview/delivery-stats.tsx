/** Outcomes and durations of the latest delivery attempts. */
import type { AttemptStats } from "../../store/deliveries/attempt-stats.ts";
import { Chart } from "./chart.tsx";
import { plural, percentage, formatDuration } from "../format/quantities.ts";
import { Timestamp } from "../format/timestamp.tsx";
import { Card, Stats } from "../layout/card.tsx";
import { Table } from "../layout/lists.tsx";

type Outcome = AttemptStats["attempts"][number]["outcome"];

const OUTCOMES = {
  succeeded: ["Succeeded", "good"],
  failed: ["Failed", "bad"],
  blocked: ["Blocked: address not allowed", "bad"],
  worker_lost: ["Lost: server crashed", "warn"],
  stale: ["Stale: lease expired", "warn"],
  aborted: ["Aborted: server stopped", "warn"],
} as const satisfies Record<Outcome, readonly [string, string]>;

export function DeliveryStats({ stats: { attempts, since } }: { readonly stats: AttemptStats }) {
  if (attempts.length === 0) return null;
  const durations = responseTimes(attempts);
  return (
    <div class="stacked">
      <Card
        region="outcomes"
        title="Deliveries"
        note={
          <>
            Last {plural(attempts.length, "attempt")}, since <Timestamp at={since} />.
          </>
        }
      >
        <Outcomes attempts={attempts} />
        <p>
          <a href="/dashboard/deliveries">All deliveries</a>
        </p>
      </Card>
      {durations.length === 0 ? null : <Latency durations={durations} />}
    </div>
  );
}

function Outcomes({ attempts }: Pick<AttemptStats, "attempts">) {
  const byOutcome = Map.groupBy(attempts, ({ outcome }) => outcome);
  const rows = Object.entries(OUTCOMES).flatMap(([outcome, [label, state]]) => {
    const found = byOutcome.get(outcome as Outcome);
    return found === undefined ? [] : [{ label, state, count: found.length }];
  });
  return (
    <Table
      rows={rows}
      columns={[
        { heading: "Outcome", cell: ({ label, state }) => <span class={state}>{label}</span> },
        { heading: "Attempts", look: "number", cell: ({ count }) => count.toLocaleString("en") },
        {
          heading: "Share",
          look: "number",
          cell: ({ count }) => percentage(count, attempts.length),
        },
      ]}
    />
  );
}

/** @param props.durations In milliseconds, ascending, at least one. */
function Latency({ durations }: { readonly durations: readonly number[] }) {
  return (
    <Card
      region="latency"
      title="Response times"
      note={`Succeeded and failed attempts: ${durations.length.toLocaleString("en")}.`}
    >
      <Stats
        isTotal
        of={[50, 95, 99].map((percent) => [
          `${percent}% within`,
          formatDuration(percentile(durations, percent)),
        ])}
      />
      <Chart
        caption="Attempts by duration"
        first="Up to"
        columns={[{ label: "Attempts", color: "accent" }]}
        rows={countByDuration(durations).map((count, n) => {
          const bound = DURATION_BOUNDS_MS[n] ?? Infinity;
          return { label: bound === Infinity ? "longer" : formatDuration(bound), values: [count] };
        })}
        csv="/dashboard/statistics/response-times.csv"
        isSmall
      />
    </Card>
  );
}

/** Upper bounds of the chart's bars. */
export const DURATION_BOUNDS_MS = [
  10,
  25,
  50,
  100,
  250,
  500,
  1_000,
  2_500,
  5_000,
  10_000,
  Infinity,
] as const;

/** Returns how long the attempts with an answer took, in milliseconds, ascending. */
export const responseTimes = (attempts: AttemptStats["attempts"]): readonly number[] =>
  attempts
    .filter(({ outcome }) => outcome === "succeeded" || outcome === "failed")
    .map(({ duration_ms }) => duration_ms)
    .toSorted((a, b) => a - b);

/** Returns the number of durations up to each bound that are above the one before it. */
export const countByDuration = (durations: readonly number[]): readonly number[] =>
  DURATION_BOUNDS_MS.map((bound, n) => {
    const above = n === 0 ? -1 : (DURATION_BOUNDS_MS[n - 1] ?? 0);
    return durations.filter((ms) => ms > above && ms <= bound).length;
  });

/** Returns the nearest-rank percentile, which is always one of the values. @param sorted Ascending. */
export function percentile(sorted: readonly number[], percent: number): number {
  return sorted[Math.ceil((percent / 100) * sorted.length) - 1] ?? 0;
}
