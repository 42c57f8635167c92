/** How long submissions waited for their first answer, per day. */
import type { FirstAnswer, AnswerStats } from "../../store/statistics/answers.ts";
import { SHOWN_DAYS, listLastDays } from "../format/days.ts";
import { formatDuration, plural } from "../format/quantities.ts";
import { Card, Stats } from "../layout/card.tsx";
import { CountedSince, dayName } from "./arrivals.tsx";
import { Chart } from "./chart.tsx";
import { percentile } from "./delivery-stats.tsx";

/** How long the submissions waited that were first answered in some time. */
interface Waits {
  readonly answered: number;
  /** Half waited no longer, in milliseconds; `undefined` if none was answered. */
  readonly median: number | undefined;
  /** 90 of 100 waited no longer. */
  readonly most: number | undefined;
}

export interface AnswerDays {
  /** Oldest first, in the person's time zone; by the day of the answer. */
  readonly days: readonly (Waits & { readonly date: string })[];
  readonly all: Waits;
  /** When counting began, in milliseconds since the epoch, if that is after the first day shown. */
  readonly since: number | undefined;
}

type AnswerDaysArgs = { readonly zone: string; readonly now: number; readonly stats: AnswerStats };

/** Returns what the answers of the last days were like in a time zone. */
export function answerDays({
  zone,
  now,
  stats: { answers, completeFrom },
}: AnswerDaysArgs): AnswerDays {
  const days = listLastDays(zone, now).map(({ date, start, end }) => ({
    date,
    start,
    of: answers.filter(({ answered_at }) => answered_at >= start && answered_at < end),
  }));
  const first = days[0]?.start ?? now;
  return {
    days: days.map(({ date, of }) => ({ date, ...waitsOf(of) })),
    all: waitsOf(days.flatMap(({ of }) => of)),
    since: completeFrom > first ? completeFrom : undefined,
  };
}

function waitsOf(answers: readonly FirstAnswer[]): Waits {
  const waits = answers.map(({ waited_ms }) => waited_ms).toSorted((a, b) => a - b);
  const answered = waits.length;
  return answered === 0
    ? { answered, median: undefined, most: undefined }
    : { answered, median: percentile(waits, 50), most: percentile(waits, 90) };
}

export function AnswersCard({ days, all, since }: AnswerDays) {
  if (all.median === undefined || all.most === undefined) return null;
  return (
    <Card
      region="answers"
      title="Time to first answer"
      note={
        <>
          {`From the post until it was first marked done or replied to: ${plural(all.answered, "submission")}, last ${SHOWN_DAYS} days`}
          <CountedSince at={since} />. Without spam.
        </>
      }
    >
      <Stats
        isTotal
        of={[
          ["Half within", formatDuration(all.median)],
          ["90% within", formatDuration(all.most)],
        ]}
      />
      <Chart
        caption="Time to first answer, by day of the answer"
        first="Day"
        columns={[
          { label: "90% within", color: "warn", whole: formatDuration(all.most) },
          { label: "Half within", color: "accent", whole: formatDuration(all.median) },
        ]}
        notes={["Answered"]}
        rows={days.map(({ date, answered, median, most }) => ({
          label: dayName(date),
          values: [most, median],
          notes: [answered.toLocaleString("en")],
        }))}
        csv="/dashboard/statistics/answers.csv"
        isSmall
        areDurations
      />
    </Card>
  );
}
