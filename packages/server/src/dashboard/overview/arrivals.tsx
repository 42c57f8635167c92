/** Submissions per day. */
import type { DayStats } from "../../store/submissions/submission-days.ts";
import { Chart } from "./chart.tsx";
import { plural, percentage } from "../format/plural.ts";
import { SHOWN_DAYS, startOfDay } from "../format/days.ts";

const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });

export function Arrivals({ days }: { readonly days: readonly DayStats[] }) {
  return (
    <section class="card" aria-labelledby="arrivals">
      <div>
        <h2 id="arrivals">Last {SHOWN_DAYS} days</h2>
        <p class="soft">{summary(days)}</p>
      </div>
      <Chart
        caption={`Submissions per day (UTC), last ${SHOWN_DAYS} days`}
        first="Day"
        columns={[
          { label: "Submissions", color: "accent" },
          { label: "Spam", color: "warn" },
        ]}
        rows={days.map(({ day, arrived, spam }) => ({
          label: DAY.format(startOfDay(day)),
          values: [arrived, spam],
        }))}
      />
    </section>
  );
}

function summary(days: readonly DayStats[]): string {
  const arrived = days.reduce((sum, day) => sum + day.arrived, 0);
  const spam = days.reduce((sum, day) => sum + day.spam, 0);
  if (arrived === 0) return "No submissions.";
  const busiest = days.reduce((best, day) => (day.arrived > best.arrived ? day : best));
  return `${plural(arrived, "submission")}, of which ${spam.toLocaleString("en")} arrived as spam (${percentage(spam, arrived)}). Busiest day: ${DAY.format(startOfDay(busiest.day))} with ${busiest.arrived.toLocaleString("en")}.`;
}
