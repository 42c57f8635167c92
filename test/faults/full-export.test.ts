// Exports of the CLI on a full disk, and on the same disk once it has space.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { useExportBench } from "../../packages/cli/test/export-bench.ts";
import { runBin } from "../../packages/cli/test/run-cli.ts";
import { mountSmallDisk } from "./small-disk.ts";

const OUTPUT_FAILED = 74;
const ADVICE = "Check the folder, its permissions and the free disk space.";
const SUBMISSIONS = 900;

const bench = await useExportBench();

/** 5 KB that hardly compress. */
const textOf = (id: number): string =>
  Array.from({ length: 1_200 }, (_, i) =>
    ((id * 7_919 + i * i * 104_729) % 1_679_616).toString(36),
  ).join("");

it.for(["csv", "json", "ndjson", "sqlite", "parquet"])(
  "an export to %s says that it cannot be written, and continues when there is space",
  async (format, { skip }) => {
    for (let id = 1; id <= SUBMISSIONS; id += 1) bench.add(id, ["text", textOf(id)]);
    const disk = mountSmallDisk(1);
    if (disk === undefined) return skip("this process may not mount a file system");
    onTestFinished(() => disk.remove());
    const file = join(disk.folder, `all.${format}`);
    const run = () => runBin(["submissions", "export", "-o", file], { env: bench.env });

    const full = await run();
    disk.resize(64);
    const continued = await run();
    await bench.export(`all.${format}`);

    expect(full.code).toBe(OUTPUT_FAILED);
    expect(full.stderr).toMatch(/cannot be written \(.*(?:no space left|disk is full)/i);
    expect(full.stderr).toContain(ADVICE);
    expect(continued).toMatchObject({ code: 0 });
    expect(continued.stderr).toContain(`Exported ${SUBMISSIONS} submissions`);
    if (format === "sqlite") return;
    expect(readFileSync(file).equals(readFileSync(join(bench.folder, `all.${format}`)))).toBe(true);
  },
);
