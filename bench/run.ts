// npm run bench [-- name …]: runs the benches and prints a table. Exits 1 if one misses its required ratio.
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { deliverHung } from "./delivery/deliver-hung.ts";
import { deliverMany } from "./delivery/deliver-many.ts";
import { deliver } from "./delivery/deliver.ts";
import { drain } from "./delivery/drain.ts";
import { exporting } from "./export.ts";
import { idle } from "./idle.ts";
import { intake, intakeOnPostgres, intakeWithRules } from "./intake.ts";
import { list } from "./list.ts";
import { mail } from "./mail.ts";
import { parse } from "./parse.ts";
import { poll } from "./poll.ts";
import { queue } from "./queue.ts";
import type { Row } from "./rounds.ts";
import { spam } from "./spam.ts";
import { startup } from "./startup.ts";
import { intakeUpload } from "./upload.ts";
import { verify } from "./verify.ts";

const BENCHES: Readonly<Record<string, () => Promise<Row | readonly Row[]>>> = {
  intake,
  "intake-pg": intakeOnPostgres,
  "intake-rules": intakeWithRules,
  "intake-upload": intakeUpload,
  drain,
  deliver,
  "deliver-many": deliverMany,
  "deliver-hung": deliverHung,
  mail,
  parse,
  poll,
  list,
  queue,
  export: exporting,
  verify,
  spam,
  startup,
  idle,
};

const { positionals } = parseArgs({ allowPositionals: true });
const unknown = positionals.filter((name) => !(name in BENCHES));
if (unknown.length > 0) {
  process.stderr.write(
    `bench: unknown bench ${unknown.join(", ")}. Available: ${Object.keys(BENCHES).join(", ")}.\n`,
  );
  process.exit(2);
}

const [cpu] = cpus();
console.log(`${cpus().length} × ${cpu?.model ?? "unknown processor"}, Node ${process.version}\n`);
console.log("| bench | ours/s | baseline/s | ratio | required | aim | |");
console.log("|---|---|---|---|---|---|---|");
let missed = 0;
for (const [name, bench] of Object.entries(BENCHES)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  for (const row of [await bench()].flat()) {
    if (row.ratio < row.required) missed += 1;
    const remarks = [verdictOf(row), row.note].filter((remark) => remark !== "").join("; ");
    const line = `| ${row.name} | ${shown(row.ours)} | ${shown(row.baseline)} | ${row.ratio.toFixed(2)} | ${round(row.required)} | ${round(row.aim)} | ${remarks} |`;
    // A row of something that has no baseline.
    console.log(line.replaceAll("NaN", "–"));
  }
}
process.exitCode = missed > 0 ? 1 : 0;

/** Nothing for a row that is only shown. */
function verdictOf({ ratio, required, aim }: Row): string {
  if (required === 0) return "";
  if (ratio < required) return "misses";
  return ratio < aim ? "holds" : "reaches aim";
}

function round(ratio: number): string {
  return ratio === 0 ? "–" : String(Math.round(ratio * 100) / 100);
}

function shown(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString("en") : value.toPrecision(3);
}
