// The demo is the main job's own proof: it ends 0, and names the link when one is broken.
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { runProgram } from "../../demo/program.ts";

const DEMO = fileURLToPath(new URL("../../demo/main.ts", import.meta.url));

it("shows the whole chain and ends 0", async () => {
  const { code, stdout, stderr } = await runProgram([DEMO], {});

  expect(stderr).toBe("");
  expect(stdout).toContain("The whole chain works.");
  expect(stdout).toMatch(/received msg_1_\d+ .*"email":"ada@example.org"/);
  expect(code).toBe(0);
}, 60_000);

it.each([
  ["secret", /See each one arrive at the receiver.*refused 401/],
  ["receiver", /See each one arrive at the receiver.*refused 500/],
  ["handler", /Run the queue.*ended 10/],
])(
  "ends 1 and names the link when the %s is broken",
  async (link, message) => {
    const { code, stderr } = await runProgram([DEMO, "--break", link], {});

    expect(code).toBe(1);
    expect(stderr).toMatch(/^demo: broken link — /m);
    expect(stderr.replaceAll("\n", " ")).toMatch(message);
  },
  60_000,
);

it("refuses to break what it does not know", async () => {
  const { code, stderr } = await runProgram([DEMO, "--break", "leg"], {});

  expect(code).toBe(2);
  expect(stderr).toContain("--break takes one of secret, receiver, handler");
});
