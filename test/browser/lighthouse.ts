// Prints Lighthouse's scores of five pages, and fails if one is below 95. Usage: npm run lighthouse [PAGE…]
// It is run by npx, since the package takes 176 MB; INTRAY_LIGHTHOUSE names an installed one. The scores of
// performance need a quiet machine.
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { readConfig } from "../../packages/server/dist/config/config.js";
import { systemClock } from "../../packages/server/dist/platform/clock.js";
import { createLog } from "../../packages/server/dist/platform/log.js";
import { systemRandom } from "../../packages/server/dist/platform/random.js";
import { startServer } from "../../packages/server/dist/bootstrap/server.js";
import { chromiumPath } from "./chromium.ts";
import { signInFirst } from "./first-sign-in.ts";

const LIGHTHOUSE = "lighthouse@13.5.0";
const MIN_SCORE = 95;
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;
/** Posts, so that the pages are not empty. */
const POSTS = 120;
const PAGES: Readonly<Record<string, string>> = {
  overview: "/dashboard",
  inbox: "/dashboard/inbox",
  submission: `/dashboard/submissions/${POSTS}`,
  form: "/dashboard/forms/1",
  docs: "/docs",
};

interface Report {
  readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
  readonly audits: Readonly<
    Record<string, { readonly id: string; readonly title: string; readonly score: number | null }>
  >;
}

const run = promisify(execFile);
const data = mkdtempSync(join(tmpdir(), "intray-lighthouse-"));
const { config } = readConfig({
  INTRAY_PORT: "0",
  INTRAY_DATA_DIR: data,
  INTRAY_RATE_LIMIT: "off",
});
const server = await startServer({
  config,
  clock: systemClock,
  random: systemRandom,
  log: createLog("silent"),
  onDeath: (error) => {
    throw error;
  },
});
try {
  const cookie = await signInFirst(server.url, data);
  await fillForm();
  const asked = process.argv.slice(2);
  for (const [name, path] of Object.entries(PAGES)) {
    if (asked.length === 0 || asked.includes(name)) await measure(name, path, cookie);
  }
} finally {
  await server.close({ atOnce: true });
  rmSync(data, { recursive: true, force: true });
}

async function fillForm(): Promise<void> {
  for (let n = 1; n <= POSTS; n += 1) {
    const answer = await fetch(`${server.url}/f/1.json`, {
      method: "POST",
      headers: { referer: "https://www.example.org/contact" },
      body: new URLSearchParams({
        name: `Grace Hopper ${n}`,
        email: `grace${n}@example.org`,
        message: `Do you deliver ${n} oak tables to Bergen?`,
      }),
    });
    if (!answer.ok) throw new Error(await answer.text());
  }
}

async function measure(name: string, path: string, cookie: string): Promise<void> {
  const file = join(data, `${name}.json`);
  const own = process.env["INTRAY_LIGHTHOUSE"];
  const [program, first] = own === undefined ? ["npx", ["--yes", LIGHTHOUSE]] : [own, []];
  await run(
    program,
    [
      ...first,
      `${server.url}${path}`,
      "--quiet",
      "--output=json",
      `--output-path=${file}`,
      `--only-categories=${CATEGORIES.join(",")}`,
      `--extra-headers=${JSON.stringify({ Cookie: cookie })}`,
      "--chrome-flags=--headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage",
    ],
    { env: { ...process.env, CHROME_PATH: chromiumPath() } },
  );
  const { categories, audits } = JSON.parse(readFileSync(file, "utf8")) as Report;
  const scores = CATEGORIES.map((one) => [one, percent(categories[one]?.score)] as const);
  const line = scores.map(([one, score]) => `${one} ${score}`).join(", ");
  process.stdout.write(`${name}: ${line}\n`);
  for (const audit of Object.values(audits)) {
    if (audit.score !== null && audit.score < 0.9)
      process.stdout.write(`  ${audit.id}: ${audit.title} (${percent(audit.score)})\n`);
  }
  if (scores.some(([, score]) => score < MIN_SCORE)) process.exitCode = 1;
}

function percent(score: number | null | undefined): number {
  return Math.round((score ?? 0) * 100);
}
