import { cpSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openShell } from "../../test/harness/shell.ts";

const HERE = fileURLToPath(new URL(".", import.meta.url));

it("handles each submission once although runs of cron overlap", async () => {
  await using shell = await openShell();
  cpSync(join(HERE, "handle"), join(shell.folder, "intray", "handle"));
  const lines = readFileSync(join(HERE, "crontab"), "utf8").split("\n");
  const [entry = ""] = lines.filter((line) => /^[*\d]/.test(line));
  const command = entry.replace(/^(\S+\s+){5}/, "");
  for (let number = 1; number <= 12; number += 1) await shell.post({ message: `number ${number}` });

  const runs = await Promise.all([1, 2, 3].map(() => shell.run("sh", ["-c", command])));

  const silent = { code: 0, stdout: "", stderr: "" };
  expect(runs).toEqual([silent, silent, silent]);
  expect(readdirSync(join(shell.folder, "intray", "inbox"))).toHaveLength(12);
  const calls = readFileSync(join(shell.folder, "intray", "calls.txt"), "utf8")
    .trim()
    .split("\n");
  expect([calls.length, new Set(calls).size]).toEqual([12, 12]);
});
