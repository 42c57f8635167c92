/** What arrived: per day, and by the hosts of the pages that were posted from. */
import { Chart } from "./chart.tsx";
import { plural, percentage } from "../format/quantities.ts";
import { SHOWN_DAYS, type ShownDay } from "../format/days.ts";
import type { SourceStats } from "../../store/statistics/arrivals.ts";
import { Timestamp } from "../format/timestamp.tsx";
import { Card } from "../layout/card.tsx";
import { Counts } from "../layout/counts.tsx";

const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
/** Such as `5 Nov`. */
export const dayName = (date: string) => DAY.format(new Date(date));

export const ArrivalsCard = ({
  days,
  zone,
}: {
  readonly days: readonly ShownDay[];
  /** The name of the time zone of the days. */
  readonly zone: string;
}) => (
  <Card
    region="arrivals"
    title={`Last ${SHOWN_DAYS} days`}
    note={summary(days)}
    actions={<a href="/dashboard/statistics">All statistics</a>}
  >
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
  </Card>
);

function summary(days: readonly ShownDay[]): string {
  const arrived = days.reduce((sum, day) => sum + day.arrived, 0);
  const spam = days.reduce((sum, day) => sum + day.spam, 0);
  if (arrived === 0) return "No submissions.";
  const busiest = days.reduce((best, day) => (day.arrived > best.arrived ? day : best));
  return `${plural(arrived, "submission")}, of which ${spam.toLocaleString("en")} arrived as spam (${percentage(spam, arrived)}). Busiest day: ${dayName(busiest.date)} with ${busiest.arrived.toLocaleString("en")}.`;
}

/** When counting began, if that is after the first day shown. */
export const CountedSince = ({ at }: { readonly at: number | undefined }) =>
  at === undefined ? null : (
    <>
      , counted since <Timestamp at={at} />
    </>
  );

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
  return (
    <Card
      region="sources"
      title="Sources"
      note={
        <>
          {`Hosts of the pages that were posted from, last ${SHOWN_DAYS} days (UTC)`}
          <CountedSince at={since} />.
        </>
      }
    >
      <Counts
        headings={["Host", "Submissions", "Spam rate"]}
        counts={sources.map(({ host, arrived, spam }) => ({
          label: hostName(host),
          count: arrived,
          note: percentage(spam, arrived),
        }))}
      />
      <a class="small" href="/dashboard/statistics/sources.csv" download>
        Download as CSV
      </a>
    </Card>
  );
}
