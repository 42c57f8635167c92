/** `/dashboard/forms/<id>/answers`: what was answered in each field that has choices, numbers or dates. */
import type { FieldRule } from "../../domain/fields/field-rule.ts";
import { isDate, numberOf } from "../../domain/fields/input-values.ts";
import { proposeRules, type ReceivedPost } from "../../domain/fields/propose-rules.ts";
import { visible } from "../../platform/text/safe-text.ts";
import { percentage, plural } from "../format/quantities.ts";
import type { DashboardContext, DashboardParts } from "../http/env.ts";
import { Card, Stats } from "../layout/card.tsx";
import { Counts } from "../layout/counts.tsx";
import { percentile } from "../overview/delivery-stats.tsx";
import { MatchFilter, readFormView, readNewest } from "./grid.tsx";
import type { Shown, TabContent } from "./tab-settings.tsx";

/** Longer values are cut; those of a choice are shorter. */
const MAX_CHARACTERS = 200;
const MAX_CHOICES = 20;
/** Texts with so many answers for each different one are a choice. */
const MIN_REPEATS = 2;
const MAX_BARS = 10;
const DAY_MS = 86_400_000;

export async function fillAnswersTab(
  c: DashboardContext,
  _: DashboardParts,
  { form }: Shown,
): Promise<TabContent> {
  const view = await readFormView(c, form);
  const posts: ReceivedPost[] = [];
  const cut = (text: string) => text.slice(0, MAX_CHARACTERS);
  const hasMore = await readNewest(c, view, ({ form_params }) => {
    const fields = form_params.map(
      ({ name, value }) => [name, typeof value === "string" ? cut(value) : value.map(cut)] as const,
    );
    posts.push({ fields, files: [] });
  });
  // Forms often ask for numbers and dates as texts.
  const seen = new Map(proposeRules(posts, []).map(({ name, type }) => [name, type]));
  const charts = proposeRules(posts, form.fields).map((rule) => {
    const type = rule.type === "text" ? (seen.get(rule.name) ?? rule.type) : rule.type;
    const title = visible(rule.label ?? rule.name);
    return { title, chart: chartOf({ ...rule, type }, posts, title) };
  });
  const texts = charts.filter(({ chart }) => chart === null).map(({ title }) => title);
  const which = hasMore
    ? `the newest ${plural(posts.length, "submission")}; older ones are not counted, choose days to see them`
    : plural(posts.length, "submission");
  return {
    after: (
      <>
        <MatchFilter c={c} view={view} />
        <p class="soft">
          {texts.length === charts.length
            ? "No field to count: choices, numbers and dates are. "
            : ""}
          {`Of ${which}. Without spam.`}
          {texts.length === 0 ? "" : ` Texts are in the table: ${texts.join(", ")}.`}
        </p>
        <div class="charts">{charts.map(({ chart }) => chart)}</div>
      </>
    ),
  };
}

/** Returns null for a field whose answers are texts. */
function chartOf(
  { name, type, options = [] }: FieldRule,
  posts: readonly ReceivedPost[],
  title: string,
) {
  const filled = posts
    .map(({ fields }) => fields.filter(([one]) => one === name).flatMap(([, value]) => value))
    .map((values) => values.map((text) => text.trim()).filter((text) => text !== ""))
    .filter(({ length }) => length > 0);
  const values = filled.flat();
  const note = plural(filled.length, "answer");
  if (type === "number" || type === "date") {
    const numbers = values
      .map((text) => (type === "date" ? dayOf(text) : numberOf(text)) ?? NaN)
      .filter((value) => Number.isFinite(value))
      .toSorted((a, b) => a - b);
    return numbers.length === 0 ? null : (
      <SpreadCard {...{ title, note, numbers }} areDates={type === "date"} />
    );
  }
  const counts = new Map(options.map((option) => [option, 0]));
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const isChoice = ["select", "radio", "checkbox"].includes(type);
  const isRepeated = counts.size <= MAX_CHOICES && values.length >= counts.size * MIN_REPEATS;
  if (counts.size === 0 || !(isChoice || (type === "text" && isRepeated))) return null;
  const sorted = [...counts].toSorted(([, a], [, b]) => b - a);
  const others = sorted.slice(MAX_CHOICES).reduce((sum, [, count]) => sum + count, 0);
  return (
    <Card title={title} note={note}>
      <Counts
        headings={["Choice", "Answers", "Share"]}
        counts={[...sorted.slice(0, MAX_CHOICES), ["Others", others] as const]
          .slice(0, others === 0 ? -1 : undefined)
          .map(([label, count]) => ({ label, count, note: percentage(count, filled.length) }))}
      />
    </Card>
  );
}

/** Days since the epoch; `undefined` if the text is no day. */
const dayOf = (text: string) => (isDate(text) ? Date.parse(text) / DAY_MS : undefined);

interface SpreadProps {
  readonly title: string;
  readonly note: string;
  /** Ascending; of dates, days since the epoch. */
  readonly numbers: readonly number[];
  readonly areDates: boolean;
}

/** Least, median and most of numbers or dates, and how many are in each of some equal ranges. */
function SpreadCard({ title, note, numbers, areDates }: SpreadProps) {
  const text = (value: number) =>
    areDates
      ? new Date(value * DAY_MS).toISOString().slice(0, 10)
      : value.toLocaleString("en", { maximumSignificantDigits: 12 });
  const [least = 0] = numbers;
  const most = numbers.at(-1) ?? 0;
  // Halves, since the difference of two numbers may be too large for a number.
  const step = barWidth((most / 2 - least / 2) / (MAX_BARS / 2), numbers.every(Number.isInteger));
  const first = Math.floor(least / step);
  const places = numbers.map((value) => Math.floor(value / step) - first);
  const bars = Array.from({ length: Math.max(...places) + 1 }, (__, n) => {
    const from = (first + n) * step;
    const label = step === 1 ? text(from) : `${text(from)} to ${text(from + step)}`;
    const count = places.filter((place) => place === n).length;
    return { label, count, note: percentage(count, numbers.length) };
  });
  const ends = areDates ? (["First", "Last"] as const) : (["Least", "Most"] as const);
  const shown = [least, percentile(numbers, 50), most].map(text);
  return (
    <Card title={title} note={note}>
      <Stats isTotal of={[ends[0], "Median", ends[1]].map((name, n) => [name, shown[n]])} />
      <Counts
        headings={[step === 1 ? "Value" : "From, to below", "Answers", "Share"]}
        counts={bars}
      />
    </Card>
  );
}

/** The next larger one of 1, 2, 5, 10, 20, …, 0.5, …; of whole numbers at least 1. */
function barWidth(width: number, isWhole: boolean): number {
  if (width === 0) return 1;
  const power = 10 ** Math.floor(Math.log10(width));
  const step = [1, 2, 5].map((one) => one * power).find((one) => one >= width) ?? 10 * power;
  return isWhole ? Math.max(1, step) : step;
}
