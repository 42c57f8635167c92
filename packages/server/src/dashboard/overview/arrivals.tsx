/** What came in on each of the last days. */
import type { DayStats } from "../../store/submissions/submission-days.ts";
import { Chart } from "./chart.tsx";
import { plural, percentage } from "../format/plural.ts";
import { SHOWN_DAYS, startOfDay } from "../format/days.ts";

const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });

export function Arrivals({ days }: { readonly days: readonly DayStats[] }) {
  return (
    <section class="card" aria-labelledby="arrivals">
      <div>
        <h2 id="arrivals">The last {SHOWN_DAYS} days</h2>
        <p class="soft">{summary(days)}</p>
      </div>
      <Chart
        caption={`Submissions of the last ${SHOWN_DAYS} days, in UTC`}
        first="Day"
        columns={[
          { label: "Submissions", color: "accent" },
          { label: "of them spam", color: "warn" },
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
  if (arrived === 0) return "Nothing came in.";
  const most = days.reduce((best, day) => (day.arrived > best.arrived ? day : best));
  return `${plural(arrived, "submission")}, of them ${spam.toLocaleString("en")} spam on arrival (${percentage(spam, arrived)}). The most came on ${DAY.format(startOfDay(most.day))}: ${most.arrived.toLocaleString("en")}.`;
}
