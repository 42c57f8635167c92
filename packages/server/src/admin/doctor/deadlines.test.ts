// A doctor that asks something which never answers.
import { once } from "node:events";
import { createServer } from "node:net";
import { listenOnLoopback } from "../../../../../test/harness/loopback.ts";
import { commandContext } from "../../../test/admin/command-context.ts";
import { createFakeClock } from "../../../test/fake-clock.ts";
import { readConfig } from "../../config/config.ts";
import { systemClock } from "../../platform/clock.ts";
import { checkEmail } from "./e-mail.ts";
import { findingOf, lineOf } from "./finding.ts";
import { createProbe } from "./server.ts";

/** Returns the port of a server that accepts connections and says nothing, and a promise of the first one. */
async function silentServer() {
  const server = createServer();
  const { port, close } = await listenOnLoopback(server);
  onTestFinished(close);
  return { port, connected: once(server, "connection") };
}

describe("the deadlines of the doctor", () => {
  it("end a check that does not return, and abort what it does", async () => {
    const clock = createFakeClock(systemClock.now());
    let isAborted = false;
    const late = { state: "skipped", message: "Late." } as const;
    const run = (signal: AbortSignal) => {
      signal.addEventListener("abort", () => (isAborted = true));
      return new Promise<never>(() => undefined);
    };
    const finding = findingOf({ name: "data", maxMs: 5_000, late, run }, clock);

    clock.advance(5_000);

    expect(await finding).toEqual({ check: "data", state: "skipped", message: "Late." });
    expect(isAborted).toBe(true);
  });

  it("end a conversation with a relay that does not greet, and name the step", async () => {
    const { port, connected } = await silentServer();
    const clock = createFakeClock(systemClock.now());
    const { config } = readConfig({
      INTRAY_SMTP_URL: `smtp://127.0.0.1:${port}`,
      INTRAY_MAIL_FROM: "forms@example.org",
    });

    const result = checkEmail(commandContext(config, { clock }));
    await connected;
    clock.advance(15_000);

    const message = /failed at the step (?:connect|greeting): no answer within 15 s/;
    expect(await result).toMatchObject({ state: "failed", message });
  });

  it("end a request to a server that does not answer", async () => {
    const { port, connected } = await silentServer();
    const clock = createFakeClock(systemClock.now());
    const settings = { INTRAY_PORT: `${port}`, INTRAY_ENCRYPTION_KEY: "7".repeat(64) };
    const { config } = readConfig(settings);

    const probed = createProbe(commandContext(config, { clock })).local();
    await connected;
    clock.advance(10_000);

    expect(await probed).toEqual({ kind: "unreachable", detail: "no answer within 10 s" });
  });
});

it("a finding is one line without control characters, also if the check throws", async () => {
  const run = () => {
    throw new Error("554 go\r\naway \u001b[31mnow");
  };
  const late = { state: "failed", message: "" } as const;

  const finding = await findingOf({ name: "e-mail", maxMs: 9_000, late, run }, systemClock);

  expect(lineOf(finding)).toBe("failed   e-mail          554 go away ␛[31mnow");
});
