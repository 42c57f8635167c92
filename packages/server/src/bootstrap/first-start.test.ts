// first-start.txt contains an account key, so it must not stay.
import { existsSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pino from "pino";
import { type DashboardServer, startDashboard } from "../../test/dashboard.ts";
import { createFakeClock, type FakeClock } from "../../test/fake-clock.ts";
import { type Log, silentLog } from "../platform/log.ts";
import { firstStartFile } from "./first-start.ts";

const DAY_MS = 86_400_000;
const START = Date.UTC(2026, 10, 23);

let server: DashboardServer;
let clock: FakeClock;
let path: string;
beforeEach(async () => {
  clock = createFakeClock(START);
  server = await startDashboard({}, clock);
  path = join(server.folder, "first-start.txt");
  await server.sql("delete from session");
});
afterEach(() => server.close());

/** A file as if it had been written at the start of the clock. */
function write(): void {
  writeFileSync(path, "Your account key: …");
  utimesSync(path, START / 1_000, START / 1_000);
}
const file = (hasSession = false, log: Log = silentLog) => {
  const parts = { dataDir: server.folder, clock, log };
  return firstStartFile({ ...parts, hasSession: () => Promise.resolve(hasSession) });
};

it("is deleted with the first sign-in", async () => {
  write();
  await server.visitor().signIn("eve@example.org", "a wrong password");
  const before = existsSync(path);
  await server.visitor().signIn();

  expect(before).toBe(true);
  await expect.poll(() => existsSync(path)).toBe(false);
});

it("is for this user alone, and the log names it", async () => {
  const said: string[] = [];
  const log = pino({}, { write: (line: string) => void said.push(line) });
  rmSync(path, { force: true });

  await file(false, log).write("Your account key: …");

  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(JSON.parse(said.join(""))).toMatchObject({ path, msg: expect.stringContaining(path) });
});

it("is deleted after a week", async () => {
  write();
  clock.advanceTo(START + 7 * DAY_MS - 1);
  await file().tidy();
  expect(readFileSync(path, "utf8")).toContain("account key");
  clock.advanceTo(START + 7 * DAY_MS);
  await file().tidy();
  expect(existsSync(path)).toBe(false);
  await file().tidy();
});

it("is deleted by another process than the one that signed the user in", async () => {
  write();

  await file(true).tidy();

  expect(existsSync(path)).toBe(false);
});
