// Draws the page's tables: <div class="chart" data-uplot="address of uPlot"> around <details><table>.
// The table stays, folded up, for whoever wants the numbers or does not see the drawing.

const HEIGHT = 220;
/** Between two numbers of an axis, in their order. */
const STEPS = Array.from({ length: 9 }, (_, power) => [1, 2, 5].map((n) => n * 10 ** power)).flat();
/** A colour of style.css as the reader's scheme has it. */
const colored = document.createElement("span");
document.body.append(colored);
function color(name) {
  colored.style.color = `var(--${name})`;
  return getComputedStyle(colored).color;
}

function read(table) {
  const rows = [...table.tBodies[0].rows];
  const [first, ...heads] = table.tHead.rows[0].cells;
  return {
    first: first.textContent.trim(),
    labels: rows.map((row) => row.cells[0].textContent.trim()),
    series: heads.map((head, n) => ({
      label: head.textContent.trim(),
      color: head.dataset.color,
      values: rows.map((row) => Number(row.cells[n + 1].dataset.value)),
    })),
  };
}

function draw(uPlot, place, { first, labels, series }) {
  const bars = uPlot.paths.bars({ size: [0.7, 28], radius: 0.15 });
  const axis = {
    stroke: color("soft"),
    font: "12px system-ui, sans-serif",
    ticks: { show: false },
  };
  const options = {
    width: place.clientWidth,
    height: HEIGHT,
    padding: [12, 8, 0, 0],
    cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
    scales: {
      x: { time: false, range: [-0.6, labels.length - 0.4] },
      y: { range: (_, low, high) => [0, Math.max(4, Math.ceil(high * 1.1))] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        space: 56,
        size: 30,
        incrs: [1, 2, 5, 7, 10, 14],
        values: (_, at) => at.map((n) => labels[n] ?? ""),
      },
      {
        ...axis,
        size: 44,
        space: 44,
        incrs: STEPS,
        grid: { stroke: color("line"), width: 1 },
        values: (_, at) => at.map((n) => n.toLocaleString("en")),
      },
    ],
    series: [
      { label: first, value: (_, n) => labels[n] ?? "–" },
      ...series.map(({ label, color: name }) => ({
        label,
        stroke: color(name),
        fill: color(name),
        width: 0,
        paths: bars,
        points: { show: false },
        value: (_, n) => (n == null ? "–" : n.toLocaleString("en")),
      })),
    ],
  };
  return new uPlot(options, [labels.map((_, n) => n), ...series.map((one) => one.values)], place);
}

for (const chart of document.querySelectorAll(".chart[data-uplot]")) {
  const figures = read(chart.querySelector("table"));
  const place = document.createElement("div");
  // What it shows is said beside it, and is in the table.
  place.setAttribute("aria-hidden", "true");
  place.className = "drawn";
  const { default: uPlot } = await import(chart.dataset.uplot);
  chart.prepend(place);
  let plot = draw(uPlot, place, figures);
  chart.querySelector("details").open = false;
  new ResizeObserver(() => plot.setSize({ width: place.clientWidth, height: HEIGHT })).observe(
    place,
  );
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    plot.destroy();
    plot = draw(uPlot, place, figures);
  });
}
