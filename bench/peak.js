// Imported into a program that is measured: leaves the most memory that it took, in KiB, in a file.
// In JavaScript, since stripping types takes some 15 MiB of its own.
import { writeFileSync } from "node:fs";

process.on("exit", () => {
  const file = process.env["BENCH_PEAK_FILE"];
  if (file !== undefined) writeFileSync(file, `${process.resourceUsage().maxRSS}`);
});
