// Rows a second of the export command, compared with curl fetching the same pages to /dev/null.
import type { SubmissionList } from "@intray/sdk/schemas";
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { runProgram } from "../demo/program.ts";
import { postsTo } from "./post.ts";
import { requestLoad } from "./request-load.ts";
import { compare, limited, type Row, timeWork } from "./rounds.ts";
import { BENCH_KEY, CLI, cliEnvironment, startServer, type BenchServer } from "./server.ts";

const PEAK = new URL("peak.js", import.meta.url).href;
/** With few rows the start of the command dominates. */
const ROWS = Number(process.env["BENCH_ROWS"] ?? "1000000");
/** The required ratio of each format. */
const FORMATS = [
  ["ndjson", 0.55],
  ["csv", 0.55],
  ["sqlite", 0.45],
] as const;
const MAX_MB = 150;
const PER_PAGE = 100;
const run = promisify(execFile);

export async function exporting(): Promise<readonly Row[]> {
  await using server = await startServer();
  const { folder } = server;
  const url = await server.makeForm(undefined);
  await requestLoad(postsTo(url), { connections: 64, requests: ROWS });
  const env = { ...cliEnvironment(server), BENCH_PEAK_FILE: join(folder, "peak") };
  const urls = await pageUrls(server);
  if (urls.length < ROWS / PER_PAGE) throw new Error(`There are only ${urls.length} pages.`);
  const pages = join(folder, "pages");
  await writeFile(pages, curlConfig(urls));
  const rows: Row[] = [];
  for (const [format, required] of FORMATS) {
    let peak = 0;
    const ours = async () => {
      const measured = await timeWork(ROWS, () =>
        exportTo(join(folder, `out.${format}`), format, env),
      );
      const kib = Number(await readFile(env.BENCH_PEAK_FILE, "utf8"));
      peak = Math.max(peak, (kib * 1_024) / 1e6);
      return measured;
    };
    const baseline = () => timeWork(ROWS, () => fetchAll(pages));
    rows.push(
      await compare({ name: `export ${format}`, required, aim: 0.8, ours, baseline }),
      limited({ name: `export ${format}, most MB`, value: peak, max: MAX_MB, aim: MAX_MB }),
    );
  }
  return rows;
}

async function exportTo(file: string, format: string, env: Record<string, string>): Promise<void> {
  const words = ["submissions", "export", "--filter", "all", "-o", file, "--format", format];
  const { code, stderr } = await runProgram(["--import", PEAK, CLI, ...words], env);
  if (code !== 0) throw new Error(`The export exited with ${code}: ${stderr}`);
}

/** The URLs that the export requests, collected in advance, since curl cannot follow cursors. */
async function pageUrls(server: BenchServer): Promise<readonly string[]> {
  const urls: string[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const next: string = cursor === "" ? "" : `&cursor=${cursor}`;
    const path = `/submissions?filter_by=all&order_by=date_asc&per_page=${PER_PAGE}${next}`;
    const { meta }: SubmissionList = await server.callApi("GET", path);
    urls.push(`${server.url}/api/v1${path}`);
    cursor = meta.next_cursor ?? null;
  }
  return urls;
}

/** One curl process on one connection, page by page like the export. */
async function fetchAll(pages: string): Promise<void> {
  await run("curl", ["-sS", "--fail", "-H", `Authorization: Bearer ${BENCH_KEY}`, "-K", pages]);
}

/** A config file, since a million rows have more pages than fit on a command line. */
const curlConfig = (urls: readonly string[]): string =>
  urls.map((url) => `url = "${url}"\noutput = "/dev/null"\n`).join("");
