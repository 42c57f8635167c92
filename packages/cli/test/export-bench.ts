/** A fake server and an output folder for tests of `submissions export`. */
import { mkdir, readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { SqliteFile } from "../src/sqlite/sqlite-file.ts";
import { makeSubmission, type FakeServer } from "./fake-server.ts";
import { runCli, type Ended } from "./run-cli.ts";
import { useWorkbench, type Workbench } from "./workbench.ts";
import { runningCli } from "./running-cli.ts";

export async function useExportBench(): Promise<ExportBench> {
  const bench = new ExportBench(await useWorkbench());
  beforeEach(() => mkdir(bench.folder));
  return bench;
}

export class ExportBench {
  /** Is empty when a test begins. */
  readonly folder: string;
  readonly server: FakeServer;
  readonly env: NodeJS.ProcessEnv;

  constructor({ folder, server, env }: Workbench) {
    this.folder = join(folder, "out");
    this.server = server;
    this.env = env;
  }

  add(id: number, ...fields: [name: string, value: string][]): void {
    this.server.submissions.push(makeSubmission(id, fields));
  }

  /** Adds submissions of 5 KB, with columns that first appear on later pages. */
  fill(count: number, from = 1): void {
    for (let id = from; id < from + count; id += 1) {
      this.server.submissions.push(
        makeSubmission(id, [
          ["message", `"=number", \u2028 ${id}\r\n`],
          ...(id % 3 === 0 ? [[`late ${id % 7}`, "x"] as const] : []),
          [`of ${Math.ceil(id / 200)}`, "a column that comes with a later page"],
          ["long", "x".repeat(5_000)],
        ]),
      );
    }
  }

  /** The arguments of an export to a file in the folder; to ndjson if neither name nor flag says otherwise. */
  args(file: string, ...more: string[]): string[] {
    const isKnown = file.includes(".") || more.includes("--format");
    const format = isKnown ? [] : ["--format", "ndjson"];
    return ["submissions", "export", "-o", join(this.folder, file), ...format, ...more];
  }

  export(file: string, ...more: string[]): Promise<Ended> {
    return runCli(this.args(file, ...more), { env: this.env });
  }

  /** Exports to standard output. */
  print(...args: string[]): Promise<Ended> {
    return runCli(["submissions", "export", ...args], { env: this.env });
  }

  read(file: string): Promise<string> {
    return readFile(join(this.folder, file), "utf8");
  }

  async files(): Promise<string[]> {
    return (await readdir(this.folder)).toSorted();
  }

  tables(file: string): unknown[][] {
    const database = new SqliteFile(join(this.folder, file), { isReadOnly: true, busyMs: 0 });
    try {
      return ["submission", "field", "attachment"].map((table) =>
        database.prepare<[], object>(`SELECT * FROM ${table} ORDER BY 1, 2`).all(),
      );
    } finally {
      database.close();
    }
  }

  /** Makes the response to this cursor hang; resolves when it has been requested. */
  hangAt(cursor: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.server.instead.set("GET /submissions", (request, response) => {
      if (!request.url?.includes(`cursor=${cursor}`)) return;
      response.writeHead(200, { "content-type": "application/json" }).write("{");
      resolve();
    });
    return promise;
  }

  /** Starts an export, ends it with the signal at this row, and lets the server respond again. */
  async endAt(row: number, signal: NodeJS.Signals, file: string, ...more: string[]) {
    const reached = this.hangAt(row);
    const run = runningCli(this.args(file, ...more), { env: this.env });
    await reached;
    await vi.waitUntil(async () => (await readdir(this.folder)).includes(`${file}.partial`), {
      timeout: 10_000,
    });
    const code = await run.end(signal);
    this.server.instead.clear();
    return { code, stderr: run.stderr };
  }
}
