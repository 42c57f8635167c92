/** The hosts of the pages that submissions were posted from. */
import type { SourceStats } from "../../store/statistics/arrivals.ts";
import { percentage } from "../format/plural.ts";
import { SHOWN_DAYS } from "../format/days.ts";
import { Timestamp } from "../format/timestamp.tsx";
import { Text } from "../layout/user-text.tsx";

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
      <table class="sources">
        <thead>
          <tr>
            <th>Host</th>
            <th class="number">Submissions</th>
            <th class="number">Spam rate</th>
          </tr>
        </thead>
        <tbody>
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
        </tbody>
      </table>
      <a class="small" href="/dashboard/statistics/sources.csv" download>
        Download as CSV
      </a>
    </section>
  );
}
