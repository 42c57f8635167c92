/** Puts what a rehearsal has found into sentences, for people and agents. */
import type { Rehearsal, RehearsedChange } from "@intray/sdk/schemas";

type Sentences = Rehearsal["summary"];

export function summarize(
  found: Omit<Rehearsal, "summary" | "since" | "not_judged">,
  days: number,
): Sentences {
  const { judged, complete, destinations, spam, rejected, rejections, tags } = found;
  const reasons = new Set(rejections.map(({ field }) => field ?? "their page"));
  const differences = [
    ...destinations.flatMap(({ name, ...change }) => {
      const what = `been sent to ${name}`;
      const sides = sidesOf(change, what);
      const as = { text: `${counted(change.stays)} would have ${what}, as before.`, ids: [] };
      return sides.length === 0 || change.stays === 0 ? sides : [...sides, as];
    }),
    ...sidesOf(spam, "been spam"),
    ...sidesOf(rejected, "been rejected", ` because of ${[...reasons].join(", ")}`),
    ...tags.flatMap(({ tag, ...change }) => sidesOf(change, `got the tag ${tag}`)),
  ];
  const all = judged === 1 ? "1 submission" : `${counted(judged)} submissions`;
  const text = complete
    ? `Judged: ${all} of the last ${days} days.`
    : `Judged: the newest ${all}. There are more in the last ${days} days.`;
  const same = { text: "Nothing would have been different for any of them.", ids: [] };
  return [{ text, ids: [] }, ...(differences.length === 0 ? [same] : differences)];
}

const counted = (count: number) => count.toLocaleString("en");

const sidesOf = (
  { gained, lost }: Pick<RehearsedChange, "gained" | "lost">,
  what: string,
  because = "",
): Sentences =>
  [
    { ids: gained.ids, text: `${counted(gained.count)} more would have ${what}${because}.` },
    { ids: lost.ids, text: `${counted(lost.count)} would not have ${what}.` },
  ].filter(({ ids }) => ids.length > 0);
