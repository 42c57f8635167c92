// Imported into a program that is measured: leaves the most memory that it took, in KiB, in a file.
import { writeFileSync } from "node:fs";

process.on("exit", () => {
  const file = process.env["BENCH_PEAK_FILE"];
  if (file !== undefined) writeFileSync(file, `${process.resourceUsage().maxRSS}`);
});
