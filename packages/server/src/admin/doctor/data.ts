/**
 * Runs `verify --quick` in a process of its own, since SQLite reads for as long as it needs and a thread could
 * not be stopped meanwhile.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import type { CommandContext } from "../command.ts";
import type { DatabaseFacts } from "./database.ts";
import type { CheckResult } from "./finding.ts";

const HINT = "Run intray-server verify for details. Restore a backup if data is damaged.";

/** @param facts `undefined` if the database cannot be read. */
export async function checkData(
  { program }: Pick<CommandContext, "program">,
  facts: DatabaseFacts | undefined,
  signal: AbortSignal,
): Promise<CheckResult> {
  if (facts === undefined) return skipped("The database cannot be read.");
  if (facts.newest === undefined) return skipped("The database has the schema of another version.");
  const [node = "", ...words] = program;
  const child = spawn(node, [...words, "verify", "--quick"], {
    stdio: ["ignore", "pipe", "pipe"],
    signal,
    killSignal: "SIGKILL",
  });
  const [[code], found, said] = await Promise.all([
    once(child, "close") as Promise<[number | null]>,
    text(child.stdout),
    text(child.stderr),
  ]);
  if (code === 0) return { state: "ok", message: "intray-server verify --quick found no problem." };
  const problems = linesOf(found);
  const [first = linesOf(said).at(-1) ?? "verify failed"] = problems;
  const more = problems.length > 1 ? ` ${problems.length - 1} more problems were found.` : "";
  return { state: "failed", message: `${first}.${more}`.replace("..", "."), hint: HINT };
}

const skipped = (message: string): CheckResult => ({ state: "skipped", message });

const linesOf = (output: string): readonly string[] =>
  output.split("\n").filter((line) => line !== "");
