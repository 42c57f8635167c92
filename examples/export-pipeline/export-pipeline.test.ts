import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { openShell } from "../../test/harness/shell.ts";

const SCRIPT = fileURLToPath(new URL("senders.sh", import.meta.url));
const hasJq = spawnSync("jq", ["--version"]).status === 0;

it.skipIf(!hasJq)("counts by sender, and fails if the export fails", async () => {
  await using shell = await openShell();
  for (const [email, message] of [
    ["ada@example.org", "one"],
    ["grace@example.org", "two"],
    ["ada@example.org", "three"],
  ] as const) {
    await shell.post({ email, message });
  }

  const counted = await shell.run(SCRIPT);
  const rejected = await shell.run(SCRIPT, [], { INTRAY_API_KEY: "wrong" });

  expect(counted.stdout.replaceAll(/^ +/gm, "")).toBe("2 ada@example.org\n1 grace@example.org\n");
  expect([counted.code, rejected.code]).toEqual([0, 4]);
});
