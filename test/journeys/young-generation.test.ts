// The size of the young generation in the server's heap: set by the program unless the operator sets it.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startProgram } from "../../demo/program.ts";
import { SERVER } from "../harness/bundled.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "intray-young-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe.runIf(process.platform === "linux")("a server started with", () => {
  it.each([
    [[], {}, ["--max-semi-space-size=16"]],
    [["--no-warnings"], {}, ["--max-semi-space-size=16", "--no-warnings"]],
    [["--max-semi-space-size=4"], {}, ["--max-semi-space-size=4"]],
    [["--max_semi_space_size=4"], {}, ["--max_semi_space_size=4"]],
    [[], { NODE_OPTIONS: "--max-semi-space-size=4" }, []],
  ])(
    "%j and %j runs with %j, and in the process that was started",
    async (flags, env, expected) => {
      const server = startProgram("the server", [...flags, SERVER], {
        INTRAY_PORT: "0",
        INTRAY_DATA_DIR: folder,
        ...env,
      });
      try {
        await server.url();

        const [, ...words] = readFileSync(`/proc/${server.pid}/cmdline`, "utf8").split("\0");

        expect(words).toEqual([...expected, SERVER, ""]);
      } finally {
        await server.stop();
      }
    },
  );
});
