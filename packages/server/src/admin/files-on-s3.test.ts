// Commands with uploaded files in a bucket.
import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { Readable } from "node:stream";
import { openFolder } from "../../../../test/harness/folder.ts";
import { startS3 } from "../../../../test/harness/s3.ts";
import { useShared } from "../../../../test/harness/use.ts";
import { commandContext } from "../../test/admin/command-context.ts";
import { newAttachment, newSubmission, openFixture } from "../../test/fixture.ts";
import { reachBucket } from "../attachments/s3-bucket.ts";
import { openS3 } from "../attachments/s3.ts";
import { systemClock } from "../platform/clock.ts";
import { type Config, readConfig } from "../config/config.ts";
import { silentLog } from "../platform/log.ts";
import { backup } from "./backup.ts";
import { checkFiles } from "./verify.ts";

let config: Config;
const s3 = useShared(startS3);
const fixture = useShared(openFixture);
const storage = useShared(async () => {
  ({ config } = readConfig({ ...s3.settings, INTRAY_DATA_DIR: tmpdir() }));
  if (config.attachments.kind !== "s3") throw new Error("There is no bucket.");
  return openS3(await reachBucket(config.attachments), silentLog);
});

describe("verify", () => {
  const key = (n: number) => `${n}`.repeat(32);
  const put = (n: number, text: string) =>
    storage.write(key(n), Readable.from([Buffer.from(text)]));
  async function problems(isQuick: boolean): Promise<readonly string[]> {
    const { db, sqlite } = fixture;
    const opened = { kind: "sqlite", db, sqlite } as const;
    const found: string[] = [];
    const parts = { opened, config, now: systemClock.now(), isQuick };
    for await (const problem of checkFiles.run(parts)) found.push(problem);
    return found;
  }
  beforeEach(async () => {
    for (const n of [1, 2, 3]) {
      const { sha256 } = await put(n, "bytes");
      if ((await fixture.rows("submission", ["id"])).length === 3) continue;
      const file = { file_size: 5, sha256: sha256.toString("hex"), storage_key: key(n) };
      await fixture.accept(newSubmission(n, { attachments: [newAttachment(n, file)] }));
    }
  });

  it("reads the files of a bucket, and reports damaged and missing ones", async () => {
    const before = await problems(false);
    await storage.remove(key(1));
    await put(2, "wrong");
    await put(3, "more bytes");

    const quick = await problems(true);
    const complete = await problems(false);

    expect(before).toEqual([]);
    expect(quick).toEqual([
      /^file 1 .* is missing: s3:\/\/.*\/11\/1{30}$/,
      /^file 3 .* has 10 bytes instead of 5: s3:/,
    ]);
    expect(complete).toEqual([quick[0], /^file 2 .* does not match its hash: s3:/, quick[1]]);
  });

  it("does not report files as missing if the bucket cannot be reached", async () => {
    s3.interfere = (_, outgoing) => {
      outgoing.writeHead(403).end();
      return true;
    };
    const found = await problems(true);
    s3.interfere = () => false;

    expect(found).toHaveLength(3);
    expect(found[0]).toMatch(/cannot be read/);
  });
});

it("backup --with-files is rejected for a bucket", async () => {
  const folder = openFolder();
  const input = { args: [folder.at("copy")], options: { "with-files": true } };
  const database = { kind: "sqlite", file: folder.at("intray.db") } as const;
  const context = commandContext({ ...config, database });

  await expect(backup.run(input, context)).rejects.toThrow(/the bucket .* its own tools/);

  expect(readdirSync(folder.path)).toEqual([]);
  folder.close();
});
