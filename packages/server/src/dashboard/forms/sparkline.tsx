/** A small line chart without axes. */

const WIDTH = 120;
const HEIGHT = 28;
/** Margin for half of the line's width. */
const EDGE = 2;

/** @param props.values Oldest first. @param props.label Text alternative, also shown on hover. */
export function Sparkline({
  values,
  label,
}: {
  readonly values: readonly number[];
  readonly label: string;
}) {
  const max = Math.max(1, ...values);
  const step = (WIDTH - 2 * EDGE) / Math.max(1, values.length - 1);
  const y = (value: number) => HEIGHT - EDGE - (value / max) * (HEIGHT - 2 * EDGE);
  const points = values.map((value, n) => `${(EDGE + n * step).toFixed(1)},${y(value).toFixed(1)}`);
  return (
    <svg class="sparkline" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
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
