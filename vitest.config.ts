import { join } from "node:path";
import { defineConfig } from "vitest/config";

const SOURCE = "@intray/source";

// Node keeps here what it made of a module. Servers, their threads and commands, of which the tests start
// thousands, then need half of their time. Read by node as it starts, so the workers have it and whatever
// they start.
// oxlint-disable-next-line no-restricted-properties -- nothing else reaches them all
process.env["NODE_COMPILE_CACHE"] ??= join(import.meta.dirname, "node_modules/.cache/intray-tests");

export default defineConfig({
  // Vite reads jsx from a tsconfig only for the files that it includes; tests are in none.
  oxc: { jsx: { runtime: "automatic", importSource: "hono/jsx" } },
  ssr: { resolve: { conditions: [SOURCE] } },
  test: {
    reporters: ["default", "./test/harness/count-reporter.ts"],
    testTimeout: 20_000,
    hookTimeout: 30_000,
    setupFiles: ["./test/harness/patience.ts"],
    expect: { poll: { timeout: 10_000 } },
    // Files of a worker share what was loaded: to load it for each file was a quarter of the run.
    isolate: false,
    // Most tests wait for processes of their own, so a machine of two cores has work for three.
    maxWorkers: 3,
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
        // Whatever asks the store, once more on a real PostgreSQL.
        extends: true,
        test: {
          name: "postgres",
          include: [
            "packages/server/src/{store,outbox,api,metrics,housekeeping}/**/*.test.ts",
            "packages/server/src/leads/scorer.test.ts",
            "packages/server/src/bootstrap/health.test.ts",
            "test/{crash/delivery,crash/idempotency,crash/upload,outbox/*,journeys/{admin,upgrade}}.test.ts",
            "test/contract/{answers,bulk,claims,every-status,idempotency,intake,intake-fields,refire,submission-filters}.test.ts",
          ],
          globalSetup: ["./test/harness/postgres.ts"],
        },
      },
    ],
  },
});
