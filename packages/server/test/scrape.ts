const SAMPLE =
  /^([a-z_][a-z0-9_]*(?:\{(?:[a-z_]+="[^"\\\n]*",?)+\})?) (\+Inf|NaN|-?[0-9][0-9.e+-]*)$/;
const KIND = /^# TYPE ([a-z0-9_]+) (counter|gauge|histogram)$/;

/** @throws Error naming a line of another format, or a sample without a TYPE line. */
export function parseScrape(text: string) {
  const values = new Map<string, number>();
  /** Name → `counter`, `gauge` or `histogram`. */
  const types = new Map<string, string>();
  if (!text.endsWith("\n")) throw new Error("The last line has no line break.");
  for (const line of text.split("\n")) {
    if (line === "" || line.startsWith("# HELP ")) continue;
    const [, kindOf, kind] = KIND.exec(line) ?? [];
    if (kindOf !== undefined && kind !== undefined) {
      if (types.has(kindOf)) throw new Error(`${kindOf} has two TYPE lines.`);
      types.set(kindOf, kind);
      continue;
    }
    const [, sample, value] = SAMPLE.exec(line) ?? [];
    if (sample === undefined) throw new Error(`This is not a line of metrics: ${line}`);
    if (values.has(sample)) throw new Error(`${sample} occurs twice.`);
    const name = sample.replace(/\{.*/, "");
    const family = name.replace(/_(bucket|sum|count)$/, "");
    if (!types.has(name) && types.get(family) !== "histogram") {
      throw new Error(`${sample} has no TYPE line.`);
    }
    values.set(sample, Number(value === "+Inf" ? Infinity : value));
  }
  return {
    /** `name{labels}` → value. */
    values /** Name → `counter`, `gauge` or `histogram`. */,
    types,
  };
}
