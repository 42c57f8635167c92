import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { folderMarker } from "./folder-marker.ts";
import { matchInstallation } from "./installation-marker.ts";

describe("the folder of an installation", () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "intray-shared-"));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const database = (kept?: string) => (mark: string) => Promise.resolve((kept ??= mark));

  it("is taken by the first process and known to the next ones", async () => {
    const claim = database();
    const folder = join(root, "files");

    await matchInstallation(folderMarker(folder), "first", claim);

    await expect(matchInstallation(folderMarker(folder), "second", claim)).resolves.toBeUndefined();
  });

  it("is refused when the database belongs to another one, and left as it was", async () => {
    const folder = join(root, "empty");

    await expect(
      matchInstallation(folderMarker(folder), "fresh", database("other")),
    ).rejects.toThrow(/empty does not hold the files of this database\..*INTRAY_ATTACHMENTS_DIR/);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("is refused when it belongs to another database", async () => {
    await matchInstallation(folderMarker(root), "first", database());

    await expect(matchInstallation(folderMarker(root), "fresh", database("other"))).rejects.toThrow(
      /does not hold the files/,
    );
    await expect(
      matchInstallation(folderMarker(root), "fresh", database("first")),
    ).resolves.toBeUndefined();
  });

  it("is taken again once the mark that the refusal names is written into it", async () => {
    const refusal = await matchInstallation(folderMarker(root), "new", database("kept")).catch(
      String,
    );
    const [, mark] = /write (\w+) into it/.exec(String(refusal)) ?? [];
    writeFileSync(join(root, "intray-installation"), mark ?? "");

    await expect(
      matchInstallation(folderMarker(root), "new", database("kept")),
    ).resolves.toBeUndefined();
  });

  it("is claimed by the next start when a crash came before the database knew", async () => {
    const crash = () => Promise.reject(new Error("killed"));
    await expect(matchInstallation(folderMarker(root), "first", crash)).rejects.toThrow("killed");
    const claim = database();

    await matchInstallation(folderMarker(root), "second", claim);

    expect(await claim("x")).toBe("first");
  });
});
