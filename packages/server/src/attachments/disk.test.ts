import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, statSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDisk } from "./disk.ts";
import type { Storage } from "./storage.ts";

const KEY = "0123456789abcdef0123456789abcdef";

describe("files on the disk", () => {
  let folder: string;
  let disk: Storage;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "intray-disk-"));
    disk = await openDisk(folder);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("come back as they were written, whole or in part", async () => {
    const content = Buffer.from("some bytes\0\xff");

    const stored = await disk.write(
      KEY,
      Readable.from([content.subarray(0, 4), content.subarray(4)]),
    );

    expect(stored).toEqual({
      size: content.length,
      sha256: createHash("sha256").update(content).digest(),
    });
    expect(await buffer(await disk.read(KEY))).toEqual(content);
    expect((await buffer(await disk.read(KEY, { start: 5, end: 8 }))).toString()).toBe("byte");
  });

  it("leave nothing behind when the upload breaks off", async () => {
    const broken = Readable.from(
      (function* () {
        yield Buffer.from("half");
        throw new Error("gone");
      })(),
    );

    await expect(disk.write(KEY, broken)).rejects.toThrow("gone");

    expect(readdirSync(folder, { recursive: true })).toEqual(["unfinished"]);
  });

  it("are left to the process that writes them where the folder is shared, for a day", async () => {
    writeFileSync(join(folder, "unfinished", KEY), "half");
    const written = statSync(join(folder, "unfinished", KEY)).mtimeMs;
    const left = () => readdirSync(join(folder, "unfinished"));

    await openDisk(folder, written + 86_400_000);
    expect(left()).toEqual([KEY]);

    await openDisk(folder, written + 86_400_001);
    expect(left()).toEqual([]);
  });

  it("are dropped at the next start when a crash left them unfinished", async () => {
    writeFileSync(join(folder, "unfinished", KEY), "half");

    await openDisk(folder);

    expect(readdirSync(join(folder, "unfinished"))).toEqual([]);
  });

  it("can be forgotten twice", async () => {
    await disk.write(KEY, Readable.from([Buffer.from("x")]));

    await disk.remove(KEY);
    await disk.remove(KEY);

    await expect(disk.read(KEY)).rejects.toMatchObject({ code: "ENOENT" });
  });

  it.each(["../../etc/passwd", "", `${KEY}/..`])("have no key such as %j", (key) => {
    expect(() => disk.remove(key)).toThrow(/is no storage key/);
  });
});
