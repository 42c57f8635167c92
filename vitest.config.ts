import { defineConfig } from "vitest/config";

const SOURCE = "@intray/source";

export default defineConfig({
  // Vite reads jsx from a tsconfig only for the files that it includes; tests are in none.
  oxc: { jsx: { runtime: "automatic", importSource: "hono/jsx" } },
  ssr: { resolve: { conditions: [SOURCE] } },
  test: {
    include: ["packages/*/src/**/*.test.{ts,tsx}", "test/**/*.test.ts", "examples/*/*.test.ts"],
    reporters: ["default", "./test/harness/count-reporter.ts"],
    testTimeout: 20_000,
  },
});
