// Draws tables as charts: <div class="chart" data-uplot="URL of uPlot"> around <div class="drawn"> and
// <details><table>. The table is folded but stays on the page, as the chart's accessible alternative.

const HEIGHT = 220;
const SMALL_HEIGHT = 150;
/** Possible distances between two labels of the y axis, ascending. */
const STEPS = Array.from({ length: 9 }, (_, power) => [1, 2, 5].map((n) => n * 10 ** power)).flat();
const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const DURATION_STEPS = [
  ...[1, 2, 5, 10, 30].map((n) => n * SECOND_MS),
  ...[1, 2, 5, 10, 30].map((n) => n * MINUTE_MS),
  ...[1, 2, 3, 6, 12].map((n) => n * HOUR_MS),
  ...[1, 2, 5, 10, 30, 100, 300, 1_000, 3_000].map((n) => n * DAY_MS),
];

/** Returns a duration of one unit, such as "30 min". */
function shortDuration(ms) {
  if (ms === 0) return "0";
  if (ms < MINUTE_MS) return `${ms / SECOND_MS} s`;
  if (ms < HOUR_MS) return `${ms / MINUTE_MS} min`;
  return ms < DAY_MS ? `${ms / HOUR_MS} h` : `${ms / DAY_MS} d`;
}

const colorProbe = document.createElement("span");
document.body.append(colorProbe);
/** Returns the value of a color variable of style.css in the current color scheme. */
function color(name) {
  colorProbe.style.color = `var(--${name})`;
  return getComputedStyle(colorProbe).color;
}

function read(table) {
  const rows = [...table.tBodies[0].rows];
  const [first, ...heads] = table.tHead.rows[0].cells;
  return {
    first: first.textContent.trim(),
    labels: rows.map((row) => row.cells[0].textContent.trim()),
    // The columns without a color are not drawn. They follow the others.
    series: heads
      .filter((head) => head.dataset.color !== undefined)
      .map((head, n) => ({
        label: head.textContent.trim(),
        color: head.dataset.color,
        values: rows.map((row) => Number(row.cells[n + 1].dataset.value ?? 0)),
        texts: rows.map((row) => row.cells[n + 1].textContent.trim()),
        whole: head.dataset.whole,
      })),
  };
}

function draw(uPlot, container, { height, areDurations }, { first, labels, series }) {
  const bars = uPlot.paths.bars({ size: [0.7, 28], radius: 0.15 });
  const axis = {
    stroke: color("soft"),
    font: "12px system-ui, sans-serif",
    ticks: { show: false },
  };
  const leastHigh = areDurations ? 4 * SECOND_MS : 4;
  const options = {
    width: container.clientWidth,
    height,
    padding: [12, 18, 0, 0],
    cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
    scales: {
      x: { time: false, range: [-0.6, labels.length - 0.4] },
      y: { range: (_, low, high) => [0, Math.max(leastHigh, Math.ceil(high * 1.1))] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        space: 56,
        size: 30,
        incrs: [1, 2, 5, 7, 10, 14],
        values: (_, splits) => splits.map((n) => labels[n] ?? ""),
      },
      {
        ...axis,
        size: areDurations ? 52 : 44,
        space: areDurations ? 30 : 44,
        incrs: areDurations ? DURATION_STEPS : STEPS,
        grid: { stroke: color("line"), width: 1 },
        values: (_, splits) =>
          splits.map((n) => (areDurations ? shortDuration(n) : n.toLocaleString("en"))),
      },
    ],
    series: [
      // While no bar is pointed at, the legend says it of all together.
      { label: first, value: (_, n) => labels[n] ?? "all" },
      ...series.map(({ label, color: name, values, texts, whole }) => ({
        label,
        stroke: color(name),
        fill: color(name),
        width: 0,
        paths: bars,
        points: { show: false },
        value: (_, __, ___, n) =>
          n === null || n === undefined
            ? (whole ?? values.reduce((a, b) => a + b, 0).toLocaleString("en"))
            : texts[n] || "none",
      })),
    ],
  };
  return new uPlot(
    options,
    [labels.map((_, n) => n), ...series.map((one) => one.values)],
    container,
  );
}

for (const chart of document.querySelectorAll(".chart[data-uplot]")) {
  const data = read(chart.querySelector("table"));
  const container = chart.querySelector(".drawn");
  const height = chart.classList.contains("small-chart") ? SMALL_HEIGHT : HEIGHT;
  const look = { height, areDurations: chart.dataset.durations !== undefined };
  const { default: uPlot } = await import(chart.dataset.uplot);
  let plot = draw(uPlot, container, look, data);
  chart.querySelector("details").open = false;
  chart.classList.add("is-drawn");
  new ResizeObserver(() => plot.setSize({ width: container.clientWidth, height })).observe(
    container,
  );
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    plot.destroy();
    plot = draw(uPlot, container, look, data);
  });
}
