/**
 * Changes the code in one place at a time and runs the tests near that place, to see which changes no test notices.
 *
 *   npm run test:long -- mutants --count 60 --seed 26 --seconds 120
 *
 * It works in a clone of the last commit. A change that does not compile is drawn again.
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, posix } from "node:path";
import { parseArgs } from "node:util";
import { parseAst } from "rolldown/parseAst";

const ROOT = join(import.meta.dirname, "..");
const { values } = parseArgs({
  options: {
    count: { type: "string", default: "60" },
    seed: { type: "string", default: "26" },
    seconds: { type: "string", default: "120" },
  },
});
const BUDGET_MS = Number(values.seconds) * 1_000;
const MAX_BUILD_MS = 600_000;
const MAX_SMALL_NUMBER = 10;
const SOURCES = "packages/*/src/**/*.{ts,tsx}";
const NO_SOURCE = /\.test\.tsx?$|\.d\.ts$|\/(?:generated|texts|docs)\//;

/** Replaces the text from `start` to `end` of a file. */
interface Mutant {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [member: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value;

const OPPOSITES: Readonly<Record<string, string>> = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "===": "!==",
  "!==": "===",
  "+": "-",
  "-": "+",
  "*": "/",
  "/": "*",
  "&&": "||",
  "||": "&&",
};

/** What may be changed at a node: an operator, a condition, a small constant, or a statement that ends early. */
function replacementsOf(node: Node, source: string): readonly Omit<Mutant, "file">[] {
  const { type, start, end, operator, left, right, test, value, expression } = node;
  if ((type === "BinaryExpression" || type === "LogicalExpression") && isNode(left)) {
    const opposite = OPPOSITES[String(operator)];
    if (opposite === undefined || !isNode(right)) return [];
    const at = source.indexOf(String(operator), left.end);
    return [{ start: at, end: at + String(operator).length, text: opposite }];
  }
  if (type === "UnaryExpression" && operator === "!") return [{ start, end: start + 1, text: "" }];
  if ((type === "IfStatement" || type === "ConditionalExpression") && isNode(test))
    return [{ ...test, text: `!(${source.slice(test.start, test.end)})` }];
  if (type === "Literal" && typeof value === "boolean") return [{ start, end, text: `${!value}` }];
  if (type === "Literal" && typeof value === "number" && value <= MAX_SMALL_NUMBER)
    return [{ start, end, text: `${value + 1}` }];
  const isAwaited = isNode(expression) && expression.type === "AwaitExpression";
  if (type === "ThrowStatement" || (type === "ReturnStatement" && node["argument"] === null))
    return [{ start, end, text: ";" }];
  if (type === "ExpressionStatement" && isAwaited) return [{ start, end, text: ";" }];
  return [];
}

/** All mutants of a file; types have none. */
function mutantsOf(file: string): readonly Mutant[] {
  const source = readFileSync(file, "utf8");
  const found: Mutant[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (!isNode(value) || /^TS(?!AsExpression|SatisfiesExpression)/.test(value.type)) return;
    for (const { start, end, text } of replacementsOf(value, source))
      found.push({ file, start, end, text });
    Object.values(value).forEach(visit);
  };
  visit(parseAst(source, { lang: file.endsWith("x") ? "tsx" : "ts" }, file));
  return found;
}

/** Seeded random numbers from 0 to 1: https://en.wikipedia.org/wiki/Linear_congruential_generator */
function* randomNumbers(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

/** Test files that reach the file by imports: its own, those beside it, then by how many imports they are away. */
function testsNear(file: string): readonly string[] {
  const importers = new Map<string, string[]>();
  for (const from of globSync([SOURCES, "packages/*/test/**/*.ts", "test/**/*.ts"])) {
    for (const [, used = ""] of readFileSync(from, "utf8").matchAll(/"(\.[^"]+\.tsx?)"/g)) {
      const target = posix.join(dirname(from), used);
      importers.set(target, [...(importers.get(target) ?? []), from]);
    }
  }
  // A set is iterated in the order of insertion, so what is added here is visited later.
  const reached = new Set([file]);
  for (const one of reached) for (const importer of importers.get(one) ?? []) reached.add(importer);
  const stem = file.replace(/\.tsx?$/, ".test.");
  const rank = (test: string) =>
    test.startsWith(stem) ? 0 : dirname(test) === dirname(file) ? 1 : 2;
  return [...reached].filter((one) => one.includes(".test.")).toSorted((a, b) => rank(a) - rank(b));
}

/** The tests of a file in batches, nearest first. */
function batchesOf(file: string): readonly (readonly string[])[] {
  const near = testsNear(file);
  const [, name = ""] = /^packages\/([^/]+)/.exec(file) ?? [];
  const last = ["outbox", "crash", "journeys", "faults", "browser"];
  return [
    near.slice(0, 8),
    near.slice(8, 48),
    globSync("test/contract/*.test.ts"),
    globSync(`packages/${name}/src/**/*.test.{ts,tsx}`).toSorted(),
    ...last.map((folder) => globSync(`test/${folder}/*.test.ts`).toSorted()),
  ].filter((batch) => batch.length > 0);
}

/** Runs a program for at most `ms`. @returns Its exit code; `undefined` if it was stopped. */
async function run(program: string, args: readonly string[], ms: number) {
  const child = spawn(program, args, { stdio: "ignore", detached: true });
  const signal = (name: NodeJS.Signals) => {
    try {
      process.kill(-(child.pid ?? 0), name);
    } catch {} // It has ended.
  };
  const timers = [
    setTimeout(() => signal("SIGTERM"), ms),
    setTimeout(() => signal("SIGKILL"), ms + 10_000),
  ];
  const [code] = (await once(child, "exit")) as [number | null];
  timers.forEach(clearTimeout);
  signal("SIGKILL");
  return code ?? undefined;
}

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

/** The first test that fails, `undefined` if none does in time. */
async function findKiller(file: string): Promise<string | undefined> {
  const end = performance.now() + BUDGET_MS;
  const output = join(tmpdir(), `intray-mutant-${process.pid}.json`);
  const projects = file.includes("/postgres/") ? [] : ["--project", "sqlite*"];
  for (const batch of batchesOf(file)) {
    const left = end - performance.now();
    if (left < 1_000) return undefined;
    rmSync(output, { force: true });
    const reporter = ["--reporter", "json", "--outputFile", output, "--bail", "1"];
    const code = await run("npx", ["vitest", "run", ...projects, ...reporter, ...batch], left);
    if (code === undefined) return undefined;
    if (code === 0) continue;
    if (!existsSync(output)) return "the run ended early";
    const { testResults } = JSON.parse(readFileSync(output, "utf8")) as Report;
    const failed = testResults.filter(({ status }) => status === "failed");
    const [killer] = failed.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === "failed")
        .map(({ fullName }) => `${posix.relative(process.cwd(), name)} > ${fullName}`),
    );
    return killer ?? failed[0]?.name ?? "an error outside of a test";
  }
  return undefined;
}

/** A clone of the last commit with installed packages, as the current folder. */
function enterClone(): string {
  const clone = mkdtempSync(join(tmpdir(), "intray-mutants-"));
  // Some tests run the programs as another user.
  chmodSync(clone, 0o755);
  execFileSync("git", ["-c", "advice.detachedHead=false", "clone", "--quiet", ROOT, clone]);
  for (const modules of ["node_modules", ...globSync("packages/*/node_modules", { cwd: ROOT })])
    execFileSync("cp", ["-a", join(ROOT, modules), join(clone, modules)]);
  rmSync(join(clone, "node_modules/.cache"), { recursive: true, force: true });
  process.chdir(clone);
  return clone;
}

const clone = enterClone();
try {
  const sources = globSync(SOURCES).filter((file) => !NO_SOURCE.test(file));
  const mutants = sources.toSorted().flatMap(mutantsOf);
  const random = randomNumbers(Number(values.seed));
  let uncompiled = 0;
  let survived = 0;
  for (let tried = 0; tried < Number(values.count);) {
    const mutant = mutants[Math.floor(random.next().value * mutants.length)];
    if (mutant === undefined) break;
    const { file, start, end, text } = mutant;
    const source = readFileSync(file, "utf8");
    writeFileSync(file, source.slice(0, start) + text + source.slice(end));
    try {
      const isBuilt = await run("npm", ["run", "--silent", "build"], MAX_BUILD_MS);
      if (isBuilt !== 0) {
        uncompiled += 1;
        continue;
      }
      tried += 1;
      const since = performance.now();
      const killer = await findKiller(file);
      if (killer === undefined) survived += 1;
      const seconds = Math.round((performance.now() - since) / 1_000);
      const line = source.slice(0, start).split("\n").length;
      const change = `${JSON.stringify(source.slice(start, end))} → ${JSON.stringify(text)}`;
      const fate = killer === undefined ? "SURVIVED" : `killed by ${killer}`;
      console.log(`${tried}. ${file}:${line}  ${change}  ${fate}  (${seconds} s)`);
    } finally {
      writeFileSync(file, source);
    }
  }
  console.log(`${survived} of ${values.count} survived; ${uncompiled} more did not compile.`);
} finally {
  process.chdir(ROOT);
  rmSync(clone, { recursive: true, force: true });
}
