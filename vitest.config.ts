import { globSync } from "node:fs";
import { join, matchesGlob } from "node:path";
import { defineConfig } from "vitest/config";
import { LongFilesFirst } from "./test/harness/long-files-first.ts";

const SOURCE = "@intray/source";

// Node caches compiled modules here, which halves the start time of the thousands of servers, threads and
// commands that the tests start. Node reads the variable when a process starts, so it has to be in the
// environment that workers and their children inherit.
// oxlint-disable-next-line no-restricted-properties -- the environment reaches all of those processes
process.env["NODE_COMPILE_CACHE"] ??= join(import.meta.dirname, "node_modules/.cache/intray-tests");

/** A test file runs on each database under which one of its patterns stands. */
const FILES = {
  sqlite: ["packages/*/src/**/*.test.{ts,tsx}", "test/**/*.test.ts", "examples/*/*.test.ts"],
  postgres: [
    "packages/server/src/{store,outbox,api,mcp,metrics,housekeeping,alerts,digests,page-looks}/**/*.test.ts",
    "packages/server/src/leads/scorer.test.ts",
    "packages/server/src/dashboard/{account/{second-factor,single-sign-on},inbox/saved-views,overview/form-statistics}.test.ts",
    "packages/server/src/bootstrap/health.test.ts",
    "test/{crash/delivery,crash/idempotency,crash/mail,crash/upload,model/{outbox,claims},outbox/*,failover/proxies,journeys/{admin,admin-access,doctor,own-folder,restored-backup,support-bundle,upgrade}}.test.ts",
    "test/contract/{accepted-posts,bulk,claims,every-status,idempotency,refire,rejected-posts}.test.ts",
  ],
};

/** Those that `npm test` leaves to `npm run test:all`. */
const REST = {
  sqlite: [
    "examples/deploy/*",
    "packages/server/src/{api/event-resume,housekeeping/load,recipients/confirmations,spam/corpus}.test.ts",
    "test/{deterministic-build,executables,packaging,release}.test.ts",
    "test/{failover,faults,load,model,uploads}/*",
    // `npm test` has one walk of each mechanism, and the story of a new user.
    "test/browser/!(dashboard-keys|dashboard-story|mechanisms|outbox|script).test.ts",
    "test/crash/{claims,queue-modes,queue-overlap,replies}.test.ts",
    "test/docs/code-blocks.test.ts",
    "test/journeys/{admin,admin-access,demo,doctor,first-minute,own-folder,process-flags,queue-terminal,restored-backup,shell-session,sqlite-tools,support-bundle,upgrade,wall-clock}.test.ts",
    "test/vectors/post-fuzz.test.ts",
  ],
  postgres: [
    "packages/server/src/{api,mcp,metrics,housekeeping,alerts,digests,leads,bootstrap}/**",
    "test/{contract,crash,failover,journeys,model}/*",
  ],
};

/** Runs on PostgreSQL only. */
const ONLY_POSTGRES = "{packages/server/src/store/postgres/**,test/failover/proxies.test.ts}";
const NEVER = "**/node_modules/**";
const SQLITE = ["./test/harness/sqlite.ts"];
const POSTGRES = ["./test/harness/postgres.ts"];

const project = (name: string, include: string[], exclude: string[], globalSetup: string[]) => ({
  extends: true as const,
  test: { name, include, exclude, globalSetup },
});
/** The patterns without braces. @throws Error if one of them names no file, such as one that was renamed. */
function spellOut(pattern: string): string[] {
  const [braces, names] = /\{([^{}]*)\}/.exec(pattern) ?? [];
  if (braces !== undefined && names !== undefined) {
    return names.split(",").flatMap((name) => spellOut(pattern.replace(braces, name)));
  }
  if (globSync(pattern).length === 0) throw new Error(`No test file is at ${pattern}.`);
  return [pattern];
}
const FILES_OF = { sqlite: FILES.sqlite, postgres: FILES.postgres.flatMap(spellOut) };
const restOf = (database: "sqlite" | "postgres") =>
  REST[database].flatMap(spellOut).flatMap((pattern) => {
    const files = globSync(pattern).filter((file) =>
      FILES_OF[database].some((all) => matchesGlob(file, all)),
    );
    if (files.length === 0) throw new Error(`No test of ${database} is at ${pattern}.`);
    return files;
  });

/** Threads of the store start from their bundles, see `test/harness/bundles.ts`. */
const bundledThreads = {
  name: "bundled-threads",
  enforce: "pre" as const,
  resolveId: (source: string) =>
    source.endsWith("/platform/start-thread.ts")
      ? join(import.meta.dirname, "test/harness/start-thread.ts")
      : undefined,
};

export default defineConfig({
  plugins: [bundledThreads],
  // Vite applies a tsconfig's jsx setting only to files which that tsconfig includes; none includes the tests.
  oxc: { jsx: { runtime: "automatic", importSource: "hono/jsx" } },
  ssr: { resolve: { conditions: [SOURCE] } },
  test: {
    globals: true,
    reporters: ["default", "./test/harness/count-reporter.ts"],
    // Limits are for tests that hang; a machine may be busy with other work.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    globalSetup: ["./test/harness/bundles.ts"],
    setupFiles: ["./test/harness/setup.ts"],
    expect: { poll: { timeout: 120_000 } },
    // The files of a worker share loaded modules: loading them once a file took a quarter of the run.
    isolate: false,
    // Most tests wait for child processes, so three workers keep two cores busy.
    maxWorkers: 3,
    sequence: { sequencer: LongFilesFirst },
    projects: [
      project("sqlite", FILES_OF.sqlite, [...restOf("sqlite"), ONLY_POSTGRES, NEVER], SQLITE),
      project("sqlite-rest", restOf("sqlite"), [ONLY_POSTGRES, NEVER], SQLITE),
      // Tests that use the store run again on a real PostgreSQL.
      project("postgres", FILES_OF.postgres, [...restOf("postgres"), NEVER], POSTGRES),
      project("postgres-rest", restOf("postgres"), [NEVER], POSTGRES),
    ],
  },
});
