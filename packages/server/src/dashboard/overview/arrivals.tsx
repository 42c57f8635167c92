/** What arrived: per day, and by the hosts of the pages that were posted from. */
import { Chart } from "./chart.tsx";
import { plural, percentage } from "../format/quantities.ts";
import { SHOWN_DAYS, type ShownDay } from "../format/days.ts";
import type { SourceStats } from "../../store/statistics/arrivals.ts";
import { Timestamp } from "../format/timestamp.tsx";
import { Text } from "../layout/user-text.tsx";
import { Table } from "../layout/lists.tsx";

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

/** The name of a source. */
export function hostName(host: string | null): string {
  if (host === null) return "No page named";
  return host === "*" ? "Other hosts" : host;
}

export function Sources({
  sources,
  since,
}: {
  readonly sources: readonly SourceStats[];
  /** When counting began, in milliseconds since the epoch, if that is after the first day shown. */
  readonly since: number | undefined;
}) {
  if (sources.length === 0) return null;
  const most = Math.max(...sources.map(({ arrived }) => arrived));
  return (
    <section class="card" aria-labelledby="sources">
      <div>
        <h2 id="sources">Sources</h2>
        <p class="soft">
          {`Hosts of the pages that were posted from, last ${SHOWN_DAYS} days (UTC)`}
          {since === undefined ? null : (
            <>
              , counted since <Timestamp at={since} />
            </>
          )}
          .
        </p>
      </div>
      <Table class="sources" columns={["Host"]} numbers={["Submissions", "Spam rate"]}>
        {sources.map(({ host, arrived, spam }) => (
          <tr>
            <th scope="row">
              <Text of={hostName(host)} />
              <meter value={arrived} max={most} aria-hidden="true"></meter>
            </th>
            <td class="number">{arrived.toLocaleString("en")}</td>
            <td class="number">{percentage(spam, arrived)}</td>
          </tr>
        ))}
      </Table>
      <a class="small" href="/dashboard/statistics/sources.csv" download>
        Download as CSV
      </a>
    </section>
  );
}
