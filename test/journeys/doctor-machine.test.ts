// What `intray-server doctor` says of a machine whose disk is full.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { mountSmallDisk } from "../faults/small-disk.ts";
import { useInstallation } from "./installation.ts";

const { run, serve, stop } = useInstallation();

/** The line of one check, and the exit code of the doctor. */
async function examine(name: string, over: Record<string, string> = {}) {
  const { code, stdout } = await run(["doctor"], over);
  const line = stdout.split("\n").find((one) => one.split(/ {2,}/)[1] === name);
  return { code, line: line?.replaceAll(/ {2,}/g, " ") };
}

it("fails for a disk with less free space than INTRAY_MIN_FREE_DISK", async () => {
  await serve();
  await stop();

  const { code, line } = await examine("disk space", { INTRAY_MIN_FREE_DISK: `${10 ** 15 - 1}` });

  expect(line).toMatch(
    /^failed disk space .* are free at \S+ Free space: .* posts may be refused \(INTRAY_MIN_FREE_DISK\)\.$/,
  );
  expect(code).toBe(1);
});

it("fails for a disk that is nearly full, and for one that can hold no more files", async ({
  skip,
}) => {
  const disks = [mountSmallDisk(32), mountSmallDisk(2_048, 2)];
  const [nearlyFull, withoutFiles] = disks;
  try {
    if (nearlyFull === undefined || withoutFiles === undefined)
      return skip("File systems cannot be mounted here");
    writeFileSync(join(withoutFiles.folder, "a"), "");

    const full = await examine("disk space", {
      INTRAY_ATTACHMENTS_DIR: nearlyFull.folder,
      INTRAY_MIN_FREE_DISK: "0",
    });
    const ofFiles = await examine("disk space", { INTRAY_ATTACHMENTS_DIR: withoutFiles.folder });

    expect(full.line).toContain(`failed disk space 32.0 MiB are free at ${nearlyFull.folder}.`);
    expect(ofFiles.line).toContain(
      `failed disk space The disk of ${withoutFiles.folder} can hold no more files`,
    );
    expect([full.code, ofFiles.code]).toEqual([1, 1]);
  } finally {
    for (const disk of disks) disk?.remove();
  }
});
