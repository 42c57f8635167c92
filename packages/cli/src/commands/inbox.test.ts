/** The terminal inbox on a pseudo-terminal, with the real server. */
import { describe, expect, it } from "vitest";
import { useRealServer } from "../../test/real-server.ts";
import { hasTerminal } from "../../test/run-cli.ts";
import { CTRL_C, openTerminal } from "../../test/terminal.ts";

const { env, client, run } = await useRealServer();
const form = await client.forms.create({ name: "Contact" });
const post = async (name: string, message: string) =>
  (await client.submissions.create(form.uuid, { name, message })).id;
const grace = await post("Grace Hopper", "Do you deliver to Bergen?");
await post("Alan Kay", "Is the showroom open?");

const MAIN_SCREEN = "\u001B[?1049l";

describe("intray inbox without a terminal", () => {
  it("says which command prints submissions anywhere", async () => {
    const { code, stderr } = await run("inbox");

    expect(code).toBe(2);
    expect(stderr).toContain("intray submissions list");
  });
});

describe.skipIf(!hasTerminal)("intray inbox", () => {
  it("opens, marks and undoes with the keys of the dashboard", async () => {
    await using terminal = await openTerminal(["inbox"], { env });
    await terminal.until((written) => written.includes("Alan Kay"));

    terminal.type("j\r");
    await terminal.until((written) => written.includes("submission 1)"));
    await expect.poll(async () => (await client.submissions.get(grace)).seen_at).not.toBeNull();
    terminal.type("u");
    terminal.type("e");
    await terminal.until((written) => written.includes("1 submission marked done"));
    await expect.poll(async () => (await client.submissions.get(grace)).read).toBe(true);
    terminal.type("z");
    await terminal.until((written) => written.includes("Undone: 1 submission as before."));
    const { read } = await client.submissions.get(grace);
    terminal.type("q");
    const { code } = await terminal.end();

    expect(read).toBe(false);
    expect(code).toBe(0);
    expect(terminal.written).toContain(MAIN_SCREEN);
  });

  it("adds a new submission above the one under the cursor", async () => {
    await using terminal = await openTerminal(["inbox"], { env });
    await terminal.until((written) => written.includes("Alan Kay"));

    await post("Radia Perlman", "I arrive later.");
    await terminal.until((written) => written.includes("Radia Perlman"));
    terminal.type("\r");
    await terminal.until((written) => written.includes("Received"));
    terminal.type("q");
    await terminal.end();

    expect(terminal.written).toContain("(submission 2)");
  });

  it.each([
    ["Ctrl-C", 130, (terminal: Awaited<ReturnType<typeof openTerminal>>) => terminal.type(CTRL_C)],
    [
      "SIGTERM",
      143,
      (terminal: Awaited<ReturnType<typeof openTerminal>>) => terminal.signal("SIGTERM"),
    ],
  ])("restores the terminal after %s", async (_, expected, stop) => {
    await using terminal = await openTerminal(["inbox"], { env });
    await terminal.until((written) => written.includes("Alan Kay"));

    stop(terminal);
    const { code } = await terminal.end();

    expect(code).toBe(expected);
    expect(terminal.written).toContain(MAIN_SCREEN);
  });
});
