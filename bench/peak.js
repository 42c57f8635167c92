// Imported into a measured program: writes its peak memory in KiB to a file when it exits.
// JavaScript, since stripping types would take about 15 MiB in the measured process.
import { writeFileSync } from "node:fs";

process.on("exit", () => {
  const file = process.env["BENCH_PEAK_FILE"];
  if (file !== undefined) writeFileSync(file, `${process.resourceUsage().maxRSS}`);
});
