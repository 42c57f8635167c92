// Loads the built package under the export conditions of other platforms. Needs `npm run build`.
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
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
  "sign",
  "signAsync",
  "signStandard",
  "signStandardAsync",
  "unwrap",
  "unwrapAsync",
  "verify",
  "verifyAsync",
  "verifyRequest",
  "verifyStandard",
];
const NODE_ONLY = ["verifyStream"];

/** Prints the exported names, and the names of vectors with an unexpected result. */
const PROGRAM = `
import { readFileSync } from "node:fs";
import * as all from "@intray/webhook-verify";
const vectors = JSON.parse(readFileSync(${JSON.stringify(VECTORS)}, "utf8"));
const bodyOf = ({ text, base64 }) => text ?? Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0));
const wrong = [];
const check = async (vector, result) => (await result) === vector.isVerified || wrong.push(vector.name);
const isResolved = (promise) => promise.then(() => true, () => false);
for (const vector of vectors.verify) {
  await check(vector, all.verifyAsync(bodyOf(vector), vector.signature, vector.secrets));
  await check(vector, all.verify(bodyOf(vector), vector.signature, vector.secrets));
}
for (const vector of vectors.standard) {
  const { headers, secret: secrets } = vector;
  await check(vector, isResolved(all.unwrapAsync(bodyOf(vector), headers, { secrets })));
  await check(vector, isResolved((async () => all.unwrap(bodyOf(vector), headers, { secrets }))()));
}
for (const vector of vectors.tolerance) {
  const { headers, secret: secrets, toleranceSeconds, now } = vector;
  const options = { secrets, toleranceSeconds, now: () => now * 1000 };
  await check(vector, isResolved(all.verifyStandard(bodyOf(vector), headers, options, () => {})));
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
    "exports all functions but verifyStream under %s, and passes the vectors",
    async (condition) => {
      expect(await load([condition])).toEqual({ names: PORTABLE, wrong: [] });
    },
  );

  it("also exports verifyStream under node, and passes the vectors", async () => {
    expect(await load([])).toEqual({ names: [...PORTABLE, ...NODE_ONLY].toSorted(), wrong: [] });
  });

  it("imports no Node module from the portable entry", () => {
    expect(specifiers("portable.js").filter((name) => !name.startsWith("."))).toEqual([]);
    expect(specifiers("index.js")).toContain("node:crypto");
  });
});

/** The import specifiers of a file in dist and of every file that it imports. */
function specifiers(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const text = readFileSync(join(PACKAGE, "dist", file), "utf8");
  const found = [...text.matchAll(/ from "([^"]+)";/g)].map((match) => match[1] ?? "");
  const relative = found.filter((name) => name.startsWith("."));
  return [...found, ...relative.flatMap((name) => specifiers(join(dirname(file), name), seen))];
}

describe("the types", () => {
  const folders: string[] = [];
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
  });

  /** Errors of tsc for a file that uses verify and verifyAsync, in a temporary project. */
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
  const bundled = { module: "esnext", moduleResolution: "bundler" };

  it.each([
    ["nodenext", { module: "nodenext" }],
    ["node16", { module: "node16" }],
    ["bundler", bundled],
    ["bundler with the condition node", { ...bundled, customConditions: ["node"] }],
    ["bundler with the condition workerd", { ...bundled, customConditions: ["workerd"] }],
  ])(
    "include verify under %s, and reject a Promise of verifyAsync as a condition",
    async (_name, options) => {
      expect(await problems(options)).toEqual([PROMISE_TESTED]);
    },
  );
});
