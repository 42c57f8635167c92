// Compares two sides in alternating rounds; the result is the median of the ratios of all rounds.
export interface Measured {
  /** Posts, checks or runs a second. */
  readonly perSecond: number;
  /** Further figures of this round, such as "p99 12 ms". */
  readonly note?: string;
}

/** @param count The items that the work handles. */
export async function timeWork(count: number, work: () => Promise<void>): Promise<Measured> {
  const start = performance.now();
  await work();
  const ms = performance.now() - start;
  return { perSecond: (count / ms) * 1_000, note: `${Math.round(ms)} ms` };
}

export interface Row {
  readonly name: string;
  readonly ours: number;
  readonly baseline: number;
  /** ours / baseline, the median over the rounds. */
  readonly ratio: number;
  readonly required: number;
  readonly aim: number;
  readonly note: string;
}

export interface Comparison {
  readonly name: string;
  readonly required: number;
  readonly aim: number;
  readonly ours: () => Promise<Measured> | Measured;
  readonly baseline: () => Promise<Measured> | Measured;
}

export const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? "5");

/** The first round of each side only warms up the code and is not counted. */
export async function compare({ name, required, aim, ours, baseline }: Comparison): Promise<Row> {
  await baseline();
  await ours();
  const pairs: { ours: Measured; baseline: Measured }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    // The second side runs on a warmer machine, so the order alternates.
    const isOursFirst = round % 2 === 0;
    const first = isOursFirst ? await ours() : await baseline();
    const second = isOursFirst ? await baseline() : await ours();
    pairs.push(isOursFirst ? { ours: first, baseline: second } : { ours: second, baseline: first });
  }
  const notes = pairs.map((pair) => pair.ours.note).filter((note) => note !== undefined);
  return {
    name,
    ours: median(pairs.map((pair) => pair.ours.perSecond)),
    baseline: median(pairs.map((pair) => pair.baseline.perSecond)),
    ratio: median(pairs.map((pair) => pair.ours.perSecond / pair.baseline.perSecond)),
    required,
    aim,
    note: notes[Math.floor(notes.length / 2)] ?? "",
  };
}

/** A figure with a limit instead of a baseline: the limit is shown as the baseline, and a figure below it holds. */
export interface Limited {
  readonly name: string;
  readonly value: number;
  readonly max: number;
  /** A smaller figure that would be better still. */
  readonly aim: number;
  readonly note?: string;
}

export const limited = ({ name, value, max, aim, note = "" }: Limited): Row => ({
  name,
  ours: value,
  baseline: max,
  ratio: max / value,
  required: 1,
  aim: max / aim,
  note,
});

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}
