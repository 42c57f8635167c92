import { createRequire } from "node:module";
import { Agent } from "undici";
import { expect, it } from "vitest";

it("finds undici's agent where it loads it from, or every command would start 40 ms later", () => {
  const alone: unknown = createRequire(import.meta.url)("undici/lib/dispatcher/agent.js");

  expect(alone).toBe(Agent);
});
