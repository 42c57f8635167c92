// The demo exits with 0 and names the step that fails.
import { fileURLToPath } from "node:url";
import { runProgram } from "../../demo/program.ts";

const DEMO = fileURLToPath(new URL("../../demo/main.ts", import.meta.url));

it("runs all steps and exits with 0", async () => {
  const { code, stdout, stderr } = await runProgram([DEMO], {});

  expect(stderr).toBe("");
  expect(stdout).toContain("All steps succeeded.");
  expect(stdout).toMatch(/received msg_1_\S+ .*"email":"ada@example.org"/);
  expect(code).toBe(0);
});

it.each([
  ["secret", /Wait for each submission at the receiver.*rejected 401/],
  ["receiver", /Wait for each submission at the receiver.*rejected 500/],
  ["handler", /Run the queue.*exited with 10/],
])("exits with 1 and names the step if the %s fails", async (step, message) => {
  const { code, stderr } = await runProgram([DEMO, "--break", step], {});

  expect(code).toBe(1);
  expect(stderr).toMatch(/^demo: failed step — /m);
  expect(stderr.replaceAll("\n", " ")).toMatch(message);
});

it("rejects an unknown step for --break", async () => {
  const { code, stderr } = await runProgram([DEMO, "--break", "leg"], {});

  expect(code).toBe(2);
  expect(stderr).toContain("--break takes one of secret, receiver, handler");
});
