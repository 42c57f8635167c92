/** What came in on each of the last days. */
import type { DayFigures } from "../../store/submissions/submission-days.ts";
import { Chart } from "./chart.tsx";
import { counted, share } from "../format/plural.ts";
import { SHOWN_DAYS, startOf } from "../format/days.ts";

const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });

export function Arrivals({ days }: { readonly days: readonly DayFigures[] }) {
  return (
    <section class="card" aria-labelledby="arrivals">
      <div>
        <h2 id="arrivals">The last {SHOWN_DAYS} days</h2>
        <p class="soft">{inWords(days)}</p>
      </div>
      <Chart
        caption={`Submissions of the last ${SHOWN_DAYS} days, in UTC`}
        first="Day"
        columns={[
          { label: "Submissions", color: "accent" },
          { label: "of them spam", color: "warn" },
        ]}
        rows={days.map(({ day, arrived, spam }) => ({
          label: DAY.format(startOf(day)),
          values: [arrived, spam],
        }))}
      />
    </section>
  );
}

function inWords(days: readonly DayFigures[]): string {
  const arrived = days.reduce((sum, day) => sum + day.arrived, 0);
  const spam = days.reduce((sum, day) => sum + day.spam, 0);
  if (arrived === 0) return "Nothing came in.";
  const most = days.reduce((best, day) => (day.arrived > best.arrived ? day : best));
  return `${counted(arrived, "submission")}, of them ${spam.toLocaleString("en")} spam on arrival (${share(spam, arrived)}). The most came on ${DAY.format(startOf(most.day))}: ${most.arrived.toLocaleString("en")}.`;
}
