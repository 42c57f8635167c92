/** Runs the shell session that the documentation quotes. */
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { openShell } from "../harness/shell.ts";
import { KEY } from "../harness/server-program.ts";
import { serveOnLoopback } from "../harness/loopback.ts";
import { useEach } from "../harness/use.ts";

const SESSION = fileURLToPath(new URL("shell-session.sh", import.meta.url));
const README = fileURLToPath(new URL("../../packages/cli/README.md", import.meta.url));
const hasTools = ["jq", "curl"].every((tool) => spawnSync(tool, ["--version"]).status === 0);

const shell = useEach(() => openShell());
const deliveries: string[] = [];
const receiver = useEach(() =>
  serveOnLoopback(async (request, response) => {
    const body = await buffer(request);
    if (deliveries.push(body.toString()) === 1) {
      const captured = join(shell.folder, "captured");
      writeFileSync(join(captured, "body"), body);
      writeFileSync(join(captured, "headers.json"), JSON.stringify(request.headers));
    }
    response.writeHead(204).end();
  }),
);

it.skipIf(!hasTools)(
  "signs in, receives, exports, handles, verifies, re-fires and revokes",
  async () => {
    mkdirSync(join(shell.folder, "captured"));
    writeFileSync(join(shell.folder, "account-key.txt"), `${KEY}\n`);
    writeFileSync(
      join(shell.folder, "handle"),
      "#!/bin/sh\nprintf '%s\\n' \"$INTRAY_SUBMISSION_ID\" >>handled.txt\ncat >/dev/null\n",
    );
    chmodSync(join(shell.folder, "handle"), 0o755);

    const ended = await shell.run("bash", [SESSION], {
      SERVER: shell.url,
      RECEIVER: receiver.url,
      // signing in has to do
      INTRAY_API_KEY: "",
      INTRAY_BASE_URL: "",
    });

    expect(ended).toMatchObject({ code: 0, stdout: /^\d+\tAda@example\.org$/m });
    expect(ended.stdout).toMatch(/refused with 4\n$/);
    expect(readFileSync(join(shell.folder, "contact.csv"), "utf8")).toContain("Hello from Joan");
    const handled = readFileSync(join(shell.folder, "handled.txt"), "utf8").trim().split("\n");
    expect(handled).toHaveLength(3);
    expect(new Set(handled).size).toBe(3);
    await expect.poll(() => deliveries.length).toBe(4);
    expect(deliveries[3]).toContain("Hello from Ada");
  },
);

it("is what the README quotes", () => {
  const [, quoted = ""] = /```sh session\n([^`]*)```/.exec(readFileSync(README, "utf8")) ?? [];
  const session = readFileSync(SESSION, "utf8");

  expect(quoted.trim().split("\n").length).toBeGreaterThan(5);
  for (const line of quoted.split("\n")) expect(session).toContain(line);
});
