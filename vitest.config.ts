import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { LongFilesFirst } from "./test/harness/long-files-first.ts";

const SOURCE = "@intray/source";

// Node caches compiled modules here, which halves the start time of the thousands of servers, threads and
// commands that the tests start. Node reads the variable when a process starts, so it has to be in the
// environment that workers and their children inherit.
// oxlint-disable-next-line no-restricted-properties -- the environment reaches all of those processes
process.env["NODE_COMPILE_CACHE"] ??= join(import.meta.dirname, "node_modules/.cache/intray-tests");

// oxlint-disable-next-line no-restricted-properties -- it chooses the tests to run
const isSoak = process.env["SOAK_SECONDS"] !== undefined;

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
    reporters: ["default", "./test/harness/count-reporter.ts"],
    testTimeout: 20_000,
    hookTimeout: 30_000,
    globalSetup: ["./test/harness/bundles.ts"],
    setupFiles: ["./test/harness/patience.ts"],
    expect: { poll: { timeout: 10_000 } },
    // The files of a worker share loaded modules: loading them once a file took a quarter of the run.
    isolate: false,
    // Most tests wait for child processes, so three workers keep two cores busy.
    maxWorkers: 3,
    sequence: { sequencer: LongFilesFirst },
    projects: [
      {
        extends: true,
        test: {
          name: "sqlite",
          include: [
            "packages/*/src/**/*.test.{ts,tsx}",
            "test/**/*.test.ts",
            "examples/*/*.test.ts",
          ],
          exclude: ["packages/server/src/store/postgres/**", "**/node_modules/**"],
          globalSetup: ["./test/harness/sqlite.ts"],
        },
      },
      {
        // Tests that use the store run again on a real PostgreSQL.
        extends: true,
        test: {
          name: "postgres",
          include: [
            "packages/server/src/{store,outbox,api,mcp,metrics,housekeeping,alerts,digests}/**/*.test.ts",
            "packages/server/src/leads/scorer.test.ts",
            "packages/server/src/bootstrap/health.test.ts",
            "test/{crash/delivery,crash/idempotency,crash/mail,crash/send-now,crash/upload,model/{outbox,claims},outbox/*,journeys/{admin,admin-access,doctor,killed-and-restored,own-folder,restored-backup,upgrade}}.test.ts",
            // In the suite it runs on SQLite only.
            ...(isSoak ? ["test/soak/*.test.ts"] : []),
            "test/contract/{answers,bulk,claims,claim-requests,every-status,idempotency,idempotent-posts,intake,intake-fields,refire,rejected-posts}.test.ts",
          ],
          globalSetup: ["./test/harness/postgres.ts"],
        },
      },
    ],
  },
});
