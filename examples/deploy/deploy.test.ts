// Runs the commands of the two files directly, without a container engine or systemd.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const text = (relative: string) => readFileSync(path(relative), "utf8");
const SERVER = path("../../packages/server/bin/intray-server.js");
const READY = /^intray listening on http:\S+:(\d+)$/;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "intray-deploy-"));
  const command = join(folder, "intray-server");
  writeFileSync(command, `#!/bin/sh\nexec "${process.execPath}" "${SERVER}" "$@"\n`);
  chmodSync(command, 0o755);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const dockerfile = text("Dockerfile");
const unit = text("intray.service");
/** The words of an instruction in its exec form. */
const exec = (instruction: string) =>
  JSON.parse(
    new RegExp(`^${instruction} (\\[.*\\])$`, "m").exec(dockerfile)?.[1] ?? "[]",
  ) as string[];
const settings = (line: RegExp, file: string) =>
  Object.fromEntries((line.exec(file)?.[1] ?? "").split(" ").map((pair) => pair.split("=")));

it.each([
  ["the container", exec("CMD"), settings(/ENV (.*)$/m, dockerfile)],
  [
    "the service",
    (/^ExecStart=(.*)$/m.exec(unit)?.[1] ?? "").split(" "),
    settings(/^Environment=(.*)$/m, unit),
  ],
])(
  "starts like %s, is healthy, and exits with 0 on SIGTERM",
  async (_, [command = "", ...words], given) => {
    const PATH = [folder, dirname(process.execPath), process.env["PATH"]].join(delimiter);
    const data = join(folder, "data");
    const env = {
      ...given,
      PATH,
      INTRAY_PORT: "0",
      INTRAY_HOST: "127.0.0.1",
      INTRAY_DATA_DIR: data,
    };
    const child = spawn(command, words, { env, stdio: ["ignore", "pipe", "inherit"] });
    const ended = once(child, "close");
    let port: string | undefined;
    for await (const line of createInterface({ input: child.stdout })) {
      port = READY.exec(line)?.[1];
      if (port !== undefined) break;
    }
    const [node = "", ...check] = exec("HEALTHCHECK CMD");
    const health = (INTRAY_PORT: string) =>
      once(spawn(node, check, { env: { PATH, INTRAY_PORT } }), "close");

    const healthy = await health(port ?? "");
    child.kill("SIGTERM");
    const [code] = (await ended) as [number];
    const afterStop = await health(port ?? "");

    expect([healthy[0], code, afterStop[0]]).toEqual([0, 0, 1]);
    expect(existsSync(join(data, "first-start.txt"))).toBe(true);
  },
  30_000,
);

it("sets only documented settings of the server", () => {
  const known = text("../../packages/server/README.md");
  const named = [...`${dockerfile}${unit}`.matchAll(/\bINTRAY_[A-Z_]+/g)].map(([name]) => name);

  expect(named.length).toBeGreaterThan(4);
  expect(named.filter((name) => !known.includes(`\`${name}\``))).toEqual([]);
});
