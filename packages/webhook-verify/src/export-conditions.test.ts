// Runs the built package as other platforms' tools load it. `npm run build` makes what is run here.
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, describe, expect, it } from "vitest";

const run = promisify(execFile);
const PACKAGE = fileURLToPath(new URL("..", import.meta.url));
const VECTORS = fileURLToPath(
  new URL("../../../test/vectors/webhook-verify.json", import.meta.url),
);
const TSC = fileURLToPath(new URL("../../../node_modules/typescript/bin/tsc", import.meta.url));

const PORTABLE = [
  "WebhookVerificationError",
  "createReplayMemory",
  "signAsync",
  "signStandardAsync",
  "unwrapAsync",
  "verifyAsync",
  "verifyRequest",
  "verifyStandard",
];
const NODE_ONLY = ["sign", "signStandard", "unwrap", "verify", "verifyStream"];

/** Prints the names exported, and the names of vectors with another verdict than theirs. */
const PROGRAM = `
import { readFileSync } from "node:fs";
import * as all from "@intray/webhook-verify";
const vectors = JSON.parse(readFileSync(${JSON.stringify(VECTORS)}, "utf8"));
const bodyOf = ({ text, base64 }) => text ?? Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0));
const wrong = [];
const hold = async (vector, verdict) => (await verdict) === vector.isVerified || wrong.push(vector.name);
const settled = (promise) => promise.then(() => true, () => false);
for (const vector of vectors.verify) {
  await hold(vector, all.verifyAsync(bodyOf(vector), vector.signature, vector.secrets));
  if ("verify" in all) await hold(vector, all.verify(bodyOf(vector), vector.signature, vector.secrets));
}
for (const vector of vectors.standard) {
  const { headers, secret: secrets } = vector;
  await hold(vector, settled(all.unwrapAsync(bodyOf(vector), headers, { secrets })));
}
for (const vector of vectors.tolerance) {
  const { headers, secret: secrets, toleranceSeconds, now } = vector;
  const options = { secrets, toleranceSeconds, now: () => now * 1000 };
  await hold(vector, settled(all.verifyStandard(bodyOf(vector), headers, options, () => {})));
}
console.log(JSON.stringify({ names: Object.keys(all).sort(), wrong }));
`;

async function load(conditions: readonly string[]): Promise<unknown> {
  const { stdout } = await run(
    process.execPath,
    [...conditions.map((one) => `--conditions=${one}`), "--input-type=module", "-e", PROGRAM],
    { cwd: PACKAGE },
  );
  return JSON.parse(stdout);
}

describe("the built package", () => {
  it.each(["browser", "workerd", "edge-light"])(
    "has under %s only what answers with a Promise, and holds the vectors",
    async (condition) => {
      expect(await load([condition])).toEqual({ names: PORTABLE, wrong: [] });
    },
  );

  it("has under node the synchronous functions too, and holds the vectors", async () => {
    expect(await load([])).toEqual({ names: [...PORTABLE, ...NODE_ONLY].toSorted(), wrong: [] });
  });

  it("reaches no module of Node's from its portable entry", () => {
    expect(specifiers("portable.js").filter((name) => !name.startsWith("./"))).toEqual([]);
    expect(specifiers("index.js")).toContain("node:crypto");
  });
});

/** What a file of dist imports, however far. */
function specifiers(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const text = readFileSync(join(PACKAGE, "dist", file), "utf8");
  const found = [...text.matchAll(/ from "([^"]+)";/g)].map((match) => match[1] ?? "");
  const near = found.filter((name) => name.startsWith("./"));
  return [...found, ...near.flatMap((name) => specifiers(name.slice(2), seen))];
}

describe("the types", () => {
  const folders: string[] = [];
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
  });

  /** What tsc says of a file that uses both kinds, in a project of its own. */
  async function problems(options: object): Promise<string[]> {
    const folder = mkdtempSync(join(tmpdir(), "intray-types-"));
    folders.push(folder);
    mkdirSync(join(folder, "node_modules", "@intray"), { recursive: true });
    symlinkSync(PACKAGE, join(folder, "node_modules", "@intray", "webhook-verify"), "dir");
    const text = `import * as all from "@intray/webhook-verify";
export const later: Promise<boolean> = all.verifyAsync("", "", "");
export const now: boolean = all.verify("", "", "");
if (all.verifyAsync("", "", "")) throw new Error("a Promise is truthy");
`;
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    writeFileSync(join(folder, "receiver.ts"), text);
    const compilerOptions = {
      strict: true,
      noEmit: true,
      target: "es2024",
      lib: ["es2024", "dom"],
      types: [],
      skipLibCheck: true,
      ...options,
    };
    const config = { compilerOptions, files: ["receiver.ts"] };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
    const output = await run(process.execPath, [TSC, "-p", folder, "--pretty", "false"]).then(
      ({ stdout }) => stdout,
      (error: { stdout: string }) => error.stdout,
    );
    return [...output.matchAll(/receiver\.ts\((\d+),\d+\): error (TS\d+)/g)].map(
      ([, line, code]) => `${line} ${code}`,
    );
  }

  const PROMISE_TESTED = "4 TS2801";
  const NO_SUCH_EXPORT = "3 TS2339";

  it("have verify for Node, and refuse to test verifyAsync's Promise for truth", async () => {
    const bundled = { module: "esnext", moduleResolution: "bundler", customConditions: ["node"] };

    expect(await problems({ module: "nodenext" })).toEqual([PROMISE_TESTED]);
    expect(await problems(bundled)).toEqual([PROMISE_TESTED]);
  });

  it.each(["browser", "workerd", "edge-light"])("have no verify under %s", async (condition) => {
    const bundled = { module: "esnext", moduleResolution: "bundler" };

    expect(await problems({ ...bundled, customConditions: [condition] })).toEqual([
      NO_SUCH_EXPORT,
      PROMISE_TESTED,
    ]);
  });
});
