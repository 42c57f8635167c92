/** A line as small as a word: how much came in on each of the last days. */

const WIDTH = 120;
const HEIGHT = 28;
/** So that the line's own width is not cut off. */
const EDGE = 2;

/** @param values Oldest first. @param label What it says, for those who do not see it. */
export function Sparkline({
  values,
  label,
}: {
  readonly values: readonly number[];
  readonly label: string;
}) {
  const most = Math.max(1, ...values);
  const step = (WIDTH - 2 * EDGE) / Math.max(1, values.length - 1);
  const y = (value: number) => HEIGHT - EDGE - (value / most) * (HEIGHT - 2 * EDGE);
  const points = values.map((value, n) => `${(EDGE + n * step).toFixed(1)},${y(value).toFixed(1)}`);
  return (
    <svg class="spark" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      <title>{label}</title>
      <polyline
        points={points.join(" ")}
        fill="none"
        stroke="currentColor"
        stroke-width="1.5"
        stroke-linejoin="round"
        stroke-linecap="round"
      />
    </svg>
  );
}
