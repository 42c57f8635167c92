import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { folderMarker } from "./folder-marker.ts";
import { matchInstallation } from "./installation-marker.ts";

describe("the installation marker of a folder", () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "intray-shared-"));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const database = (kept?: string) => (mark: string) => Promise.resolve((kept ??= mark));

  it("is written by the first process and matches for the next ones", async () => {
    const claim = database();
    const folder = join(root, "files");

    await matchInstallation(folderMarker(folder), "first", claim);

    await expect(matchInstallation(folderMarker(folder), "second", claim)).resolves.toBeUndefined();
  });

  it("is removed again when the database belongs to another storage", async () => {
    const folder = join(root, "empty");

    await expect(
      matchInstallation(folderMarker(folder), "fresh", database("other")),
    ).rejects.toThrow(/empty does not hold the files of this database\..*INTRAY_ATTACHMENTS_DIR/);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("rejects another database", async () => {
    await matchInstallation(folderMarker(root), "first", database());

    await expect(matchInstallation(folderMarker(root), "fresh", database("other"))).rejects.toThrow(
      /does not hold the files/,
    );
    await expect(
      matchInstallation(folderMarker(root), "fresh", database("first")),
    ).resolves.toBeUndefined();
  });

  it("matches once the marker that the error names is written into it", async () => {
    const error = await matchInstallation(folderMarker(root), "new", database("kept")).catch(
      String,
    );
    const [, mark] = /write (\w+) into it/.exec(String(error)) ?? [];
    writeFileSync(join(root, "intray-installation"), mark ?? "");

    await expect(
      matchInstallation(folderMarker(root), "new", database("kept")),
    ).resolves.toBeUndefined();
  });

  it("is claimed by the next start after a crash before the database stored it", async () => {
    const crash = () => Promise.reject(new Error("killed"));
    await expect(matchInstallation(folderMarker(root), "first", crash)).rejects.toThrow("killed");
    const claim = database();

    await matchInstallation(folderMarker(root), "second", claim);

    expect(await claim("x")).toBe("first");
  });
});
