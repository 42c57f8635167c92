// SIGKILL during an upload: no acknowledged file is lost, and no other file is left.
import { hash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { request } from "undici";
import { useEach } from "../harness/use.ts";
import { freshDatabase, isOnPostgres, settingsFor } from "../../packages/server/test/database.ts";
import { filesIn } from "../../packages/server/test/disk.ts";
import { startS3 } from "../harness/s3.ts";
import { api } from "../harness/server-program.ts";
import { type ChildPoint, kill, type ServerProcess, startServer } from "./server-process.ts";
import { postTo } from "../harness/api.ts";

const UPLOADS_AT_ONCE = 4;
/** Number of uploads that pass the point before the kill; the others are before or after it. */
const NTH = 2;
const DAY_AND_MORE_MS = 25 * 3_600_000;

let server: ServerProcess;
/** The hash of each acknowledged file, by its submission. */
const answered = new Map<number, string>();
const fresh = useEach(freshDatabase);
afterEach(async () => {
  answered.clear();
  await end();
});

const end = () => kill(server.child);

async function start(
  settings: Readonly<Record<string, string>>,
  point?: ChildPoint,
): Promise<string> {
  server = await startServer({ ...settingsFor(fresh), ...settings });
  if (point !== undefined) server.dieAt(point, NTH);
  return server.url;
}

/** The settings of a server a day later, which takes all files for older than a day. */
const dayLater = (settings: Readonly<Record<string, string>>) => ({
  ...settings,
  CRASH_CLOCK_AHEAD_MS: `${DAY_AND_MORE_MS}`,
});

/** Posts several files concurrently; resolves when each is answered or aborted. */
async function uploadSome(url: string, bytes: number): Promise<void> {
  const uploads = Array.from({ length: UPLOADS_AT_ONCE }, async () => {
    const content = randomBytes(bytes);
    const id = await postTo(url, 1, { file: new File([content], "file.bin") });
    answered.set(id, hash("sha256", content));
  });
  await Promise.allSettled(uploads);
}

/** Sends half of an upload, and kills the server while it waits for the rest. */
async function killWithin(url: string, isBegun: () => boolean | Promise<boolean>): Promise<void> {
  const half = async function* () {
    yield '--x\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n';
    yield randomBytes(12_000_000);
    await once(server.child, "exit");
  };
  const posted = request(`${url}/f/1.json`, {
    method: "POST",
    headers: { "content-type": "multipart/form-data; boundary=x" },
    body: Readable.from(half()),
  });
  const outcome = posted.then(
    () => "answered",
    () => "broken off",
  );
  await vi.waitUntil(isBegun);
  await end();
  expect(await outcome).toBe("broken off");
}

/** The file of each submission, by the submission's id. */
async function files(url: string): Promise<Map<number, { sha256: string; url: string }>> {
  const { submissions } = await api<{
    submissions: { id: number; attachments: { sha256: string; public_url: string }[] }[];
  }>(url, "GET", "/submissions");
  return new Map(
    submissions.flatMap(({ id, attachments }) =>
      attachments.map((file) => [id, { sha256: file.sha256, url: file.public_url }]),
    ),
  );
}

async function expectWhole(url: string, stored: () => number | Promise<number>): Promise<void> {
  const kept = await files(url);
  for (const [id, sha256] of answered) expect(kept.get(id)?.sha256).toBe(sha256);
  for (const file of kept.values()) {
    const answer = await fetch(file.url);
    expect(hash("sha256", Buffer.from(await answer.arrayBuffer()))).toBe(file.sha256);
  }
  await vi.waitUntil(async () => (await stored()) === kept.size);
}

it("in a folder", async () => {
  const folder = join(fresh.folder, "attachments");
  const stored = () => filesIn(folder).length;
  const points: ChildPoint[] = [
    "before the rename",
    "after the rename",
    "before the intake commit",
    "after the intake commit",
  ];
  for (const point of points) {
    await uploadSome(await start({}, point), 300_000);
    await end();
  }
  // It deletes nothing for an hour, since its newest row is of a day ago.
  const last = await start(dayLater({}));
  expect(stored()).toBeGreaterThan((await files(last)).size);
  await uploadSome(last, 1_000);
  await killWithin(last, () => readdirSync(join(folder, "unfinished")).length > 0);

  const url = await start(dayLater({}));

  expect(answered.size).toBeGreaterThanOrEqual(UPLOADS_AT_ONCE);
  await expectWhole(url, stored);
});

it.skipIf(isOnPostgres)("in a bucket", async () => {
  const s3 = await startS3();
  onTestFinished(() => s3.stop());
  const settings = { ...s3.settings, INTRAY_ATTACHMENTS_DIR: "" };
  const stored = async () =>
    (await s3.names()).filter((name) => !name.endsWith("intray-installation")).length +
    (await s3.unfinished()).length;
  for (const point of ["before the intake commit", "after the intake commit"] as const) {
    await uploadSome(await start(settings, point), 300_000);
    await end();
  }
  const last = await start(dayLater(settings));
  expect(await stored()).toBeGreaterThan((await files(last)).size);
  await uploadSome(last, 1_000);
  await killWithin(last, async () => (await s3.unfinished()).length > 0);

  const url = await start(dayLater(settings));

  await expectWhole(url, stored);
});
