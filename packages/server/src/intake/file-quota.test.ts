import { join } from "node:path";
import { useEach } from "../../../../test/harness/use.ts";
import { startApiServer } from "../../test/api-server.ts";
import { filesIn } from "../../test/disk.ts";
import { createFakeClock, type FakeClock } from "../../test/fake-clock.ts";
import { createFileQuota } from "../attachments/file-quota.ts";
import { discardingStorage } from "../attachments/discarding-storage.ts";
import type { Storage } from "../attachments/storage.ts";
import type { Log } from "../platform/log.ts";

const server = useEach(() =>
  startApiServer({ INTRAY_FORM_FILE_QUOTA: "1000", INTRAY_ACCOUNT_FILE_QUOTA: "1500" }),
);

async function postFiles(form: string, sizes: readonly number[]) {
  const body = new FormData();
  body.set("message", "Hello");
  for (const size of sizes) body.append("file", new File(["x".repeat(size)], "a.txt"));
  const answer = await fetch(`${server.url}/f/${form}.json`, { method: "POST", body });
  return { status: answer.status, json: (await answer.json()) as { readonly error?: string } };
}

it("rejects files above the quota of the form with a sentence, and accepts posts without files", async () => {
  const within = await postFiles("1", [600]);
  const above = await postFiles("1", [300, 101]);
  const fits = await postFiles("1", [400]);
  const full = await postFiles("1", [1]);
  const plain = await postFiles("1", []);

  expect([within, above, fits, full, plain].map(({ status }) => status)).toEqual([
    200, 507, 200, 507, 200,
  ]);
  expect(full.json.error).toMatch(/1000 bytes \(INTRAY_FORM_FILE_QUOTA\).*Send it without files/);
  expect(filesIn(join(server.folder, "attachments"))).toHaveLength(2);
});

it("rejects files above the quota of the account, which its forms share", async () => {
  const other = await server.create<{ uuid: string }>("/forms", { name: "Other" });

  const first = await postFiles("1", [900]);
  const second = await postFiles(other.uuid, [601]);

  expect([first.status, second.status]).toEqual([200, 507]);
  expect(second.json.error).toContain("INTRAY_ACCOUNT_FILE_QUOTA");
});

it("warns in the log once from 80 % on, and counts deleted files after a minute", async () => {
  const clock: FakeClock = createFakeClock(0);
  const warnings: unknown[] = [];
  let stored = 0;
  const quota = createFileQuota({
    quotas: { formBytes: 1_000, accountBytes: undefined },
    readBytes: () => Promise.resolve(stored),
    clock,
    log: { warn: (about: unknown) => warnings.push(about) } as unknown as Log,
  });
  const storage = quota.storageFor({ id: 7, account_id: 1 }, discardingStorage({} as Storage));
  async function* content(bytes: number) {
    yield Buffer.alloc(bytes);
  }

  await storage.write("a", content(799));
  const before = warnings.length;
  await storage.write("b", content(1));
  await storage.write("c", content(200));
  const isFull = await storage.write("d", content(1)).catch((error: unknown) => error);
  stored = 10;
  clock.advance(60_000);
  await storage.write("e", content(500));

  expect(before).toBe(0);
  expect(warnings).toEqual([{ form_id: 7, bytes: 800, quota: 1_000 }]);
  expect(isFull).toMatchObject({ code: "quota_exceeded" });
  expect(quota.highestShare()).toBe(0.51);
});
