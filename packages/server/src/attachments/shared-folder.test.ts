import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { matchSharedFolder } from "./shared-folder.ts";

describe("a shared folder", () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "intray-shared-"));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const database = (kept?: string) => (mark: string) => Promise.resolve((kept ??= mark));

  it("is taken by the first process and known to the next ones", async () => {
    const claim = database();
    const folder = join(root, "files");

    await matchSharedFolder(folder, "first", claim);

    await expect(matchSharedFolder(folder, "second", claim)).resolves.toBeUndefined();
  });

  it("is refused when the database belongs to another one, and left as it was", async () => {
    const folder = join(root, "empty");

    await expect(matchSharedFolder(folder, "fresh", database("other"))).rejects.toThrow(
      /empty does not hold the files of this database\..*INTRAY_ATTACHMENTS_DIR/,
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  it("is refused when it belongs to another database", async () => {
    await matchSharedFolder(root, "first", database());

    await expect(matchSharedFolder(root, "fresh", database("other"))).rejects.toThrow(
      /does not hold the files/,
    );
    await expect(matchSharedFolder(root, "fresh", database("first"))).resolves.toBeUndefined();
  });

  it("is claimed by the next start when a crash came before the database knew", async () => {
    const crash = () => Promise.reject(new Error("killed"));
    await expect(matchSharedFolder(root, "first", crash)).rejects.toThrow("killed");
    const claim = database();

    await matchSharedFolder(root, "second", claim);

    expect(await claim("x")).toBe("first");
  });
});
