/** Submissions per day, and the hosts that they came from. */
import { Chart } from "./chart.tsx";
import { plural, percentage } from "../format/plural.ts";
import { SHOWN_DAYS } from "../format/days.ts";
import type { ShownDay } from "./shown-days.ts";

const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
/** Such as `5 Nov`. */
export const dayName = (date: string) => DAY.format(new Date(date));

export function ArrivalsCard({
  days,
  zone,
}: {
  readonly days: readonly ShownDay[];
  /** The name of the time zone of the days. */
  readonly zone: string;
}) {
  return (
    <section class="card" aria-labelledby="arrivals">
      <div>
        <h2 id="arrivals">Last {SHOWN_DAYS} days</h2>
        <p class="soft">{summary(days)}</p>
      </div>
      <Chart
        caption={`Submissions per day (${zone}), last ${SHOWN_DAYS} days`}
        first="Day"
        columns={[
          { label: "Submissions", color: "accent" },
          { label: "Spam", color: "warn" },
        ]}
        notes={["Spam rate"]}
        rows={days.map(({ date, arrived, spam }) => ({
          label: dayName(date),
          values: [arrived, spam],
          notes: [arrived === 0 ? "" : percentage(spam, arrived)],
        }))}
        csv="/dashboard/statistics/days.csv"
      />
    </section>
  );
}

function summary(days: readonly ShownDay[]): string {
  const arrived = days.reduce((sum, day) => sum + day.arrived, 0);
  const spam = days.reduce((sum, day) => sum + day.spam, 0);
  if (arrived === 0) return "No submissions.";
  const busiest = days.reduce((best, day) => (day.arrived > best.arrived ? day : best));
  return `${plural(arrived, "submission")}, of which ${spam.toLocaleString("en")} arrived as spam (${percentage(spam, arrived)}). Busiest day: ${dayName(busiest.date)} with ${busiest.arrived.toLocaleString("en")}.`;
}
