/** Outcomes and durations of the latest delivery attempts. */
import type { AttemptStats } from "../../store/deliveries/attempt-stats.ts";
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
  const durations = attempts
    .filter(({ outcome }) => outcome === "succeeded" || outcome === "failed")
    .map(({ duration_ms }) => duration_ms)
    .toSorted((a, b) => a - b);
  return (
    <Card
      region="outcomes"
      title="Deliveries"
      note={
        <>
          Last {plural(attempts.length, "attempt")}, since <Timestamp at={since} />.
        </>
      }
      actions={<a href="/dashboard/deliveries">All deliveries</a>}
    >
      <Outcomes attempts={attempts} />
      {durations.length === 0 ? null : (
        <Stats
          isTotal
          of={[50, 95, 99].map((percent) => [
            `${percent}% answered within`,
            formatDuration(percentile(durations, percent)),
          ])}
        />
      )}
    </Card>
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

/** Returns the nearest-rank percentile, which is always one of the values. @param sorted Ascending. */
export const percentile = (sorted: readonly number[], percent: number): number =>
  sorted[Math.ceil((percent / 100) * sorted.length) - 1] ?? 0;
