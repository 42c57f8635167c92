import { readdirSync, writeFileSync } from "node:fs";
import { openFolder } from "../../../../test/harness/folder.ts";
import { useEach } from "../../../../test/harness/use.ts";
import { folderMarker } from "./folder-marker.ts";
import { matchInstallation } from "./installation-marker.ts";

const root = useEach(openFolder);
const database = (kept?: string) => (mark: string) => Promise.resolve((kept ??= mark));

it("is written by the first process and matches for the next ones", async () => {
  const claim = database();
  const folder = root.at("files");

  await matchInstallation(folderMarker(folder), "first", claim);

  await expect(matchInstallation(folderMarker(folder), "second", claim)).resolves.toBeUndefined();
});

it("is removed again when the database belongs to another storage", async () => {
  const folder = root.at("empty");

  const match = matchInstallation(folderMarker(folder), "fresh", database("other"));
  const problem = /empty does not hold the files of this database\..*INTRAY_ATTACHMENTS_DIR/;
  await expect(match).rejects.toThrow(problem);
  expect(readdirSync(folder)).toEqual([]);
});

it("matches once the marker that the error names is written into it", async () => {
  const match = () => matchInstallation(folderMarker(root.path), "new", database("kept"));
  const [, mark] = /write (\w+) into it/.exec(String(await match().catch(String))) ?? [];
  writeFileSync(root.at("intray-installation"), mark ?? "");

  await expect(match()).resolves.toBeUndefined();
});

it("is claimed by the next start after a crash before the database stored it", async () => {
  const crash = () => Promise.reject(new Error("killed"));
  const marker = folderMarker(root.path);
  await expect(matchInstallation(marker, "first", crash)).rejects.toThrow("killed");
  const claim = database();

  await matchInstallation(marker, "second", claim);

  expect(await claim("x")).toBe("first");
});
