// A database and a relay for each test, and a server that sends through it; a test kills both.
import { join } from "node:path";
import { freshDatabase, settingsFor } from "../../packages/server/test/database.ts";
import type { ServerProcess, ChildPoint } from "./server-process.ts";
import { isDead, kill, startServer } from "./server-process.ts";
import { type ChildProcess, fork } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { useEach } from "../harness/use.ts";
import { documentsIn } from "../../packages/cli/test/run-cli.ts";

/** "after the relay has the message": the relay tells it, before it answers. */
export const SERVER_POINTS = [
  "after the relay has the message",
  "before the outcome commits",
  "after the intake commit",
  "after the claim",
] as const satisfies readonly (ChildPoint | "after the relay has the message")[];

export const RELAY_POINTS = [
  "after the message is recorded",
  "in the middle of the message",
  "after the recipient",
  "after the answer",
] as const;
export type RelayPoint = (typeof RELAY_POINTS)[number];

export type ToRelay =
  /** Listens on this port; 0 = any. */
  | { readonly kind: "listen"; readonly port: number }
  /** Kills itself the nth time from now on that it reaches the point. */
  | { readonly kind: "die"; readonly point: RelayPoint; readonly nth: number }
  /** Reports the nth message from now on, and does not answer it. */
  | { readonly kind: "hold"; readonly nth: number };

export type FromRelay =
  | { readonly kind: "loaded" }
  | { readonly kind: "listening"; readonly port: number }
  | { readonly kind: "recorded" }
  | { readonly kind: "held" };

const CHILD = fileURLToPath(new URL("mail-relay-child.ts", import.meta.url));

/** A message that the relay has received whole, whether or not its answer arrived. */
interface ReceivedMail {
  readonly to: string;
  /** The field `n` of the submission. */
  readonly n: string;
  readonly messageId: string;
  /** Of all bytes. */
  readonly hash: string;
}

/** @param file Of the messages that arrive. */
async function startMortalRelay(file: string) {
  let count = 0;
  let heard: () => void = () => undefined;

  /** Starts the process of the next relay ahead of time: with its code loaded, it listens as soon as it is told to. */
  async function load(): Promise<ChildProcess> {
    const child = fork(CHILD, [file], { stdio: ["ignore", "inherit", "inherit", "ipc"] });
    child.on("message", ({ kind }: FromRelay) => {
      if (kind === "recorded") count += 1;
      else if (kind === "held") heard();
    });
    await answerOf(child, "loaded");
    return child;
  }
  const tell = (child: ChildProcess, message: ToRelay) => child.send(message);
  async function listen(child: ChildProcess, port: number): Promise<number> {
    const listening = answerOf(child, "listening");
    tell(child, { kind: "listen", port });
    return (await listening).port;
  }

  let [current, next] = await Promise.all([load(), load()]);
  const port = await listen(current, 0);
  return {
    url: `smtp://127.0.0.1:${port}`,
    isDead: () => isDead(current),
    dieAt: (point: RelayPoint, nth: number) => tell(current, { kind: "die", point, nth }),
    /** Holds the answer to the nth message from now on, and calls `onHeld`. */
    holdAt(nth: number, onHeld: () => void) {
      heard = onHeld;
      tell(current, { kind: "hold", nth });
    },
    /** Starts a relay on the port of the one that died. */
    async revive() {
      await listen(next, port);
      current = next;
      next = await load();
    },
    /** About how many messages have arrived. */
    count: () => count,
    /** The messages that arrived, in order. */
    received: () => (existsSync(file) ? documentsIn<ReceivedMail>(readFileSync(file, "utf8")) : []),
    async stop() {
      await Promise.all([kill(current), kill(next)]);
    },
  };
}

/** @throws Error if the process ends first. */
const answerOf = <Kind extends FromRelay["kind"]>(
  child: ChildProcess,
  kind: Kind,
): Promise<FromRelay & { readonly kind: Kind }> =>
  new Promise((resolve, reject) => {
    child.on("message", (message: FromRelay) => {
      if (message.kind === kind) resolve(message as FromRelay & { readonly kind: Kind });
    });
    child.once("exit", (code, signal) => reject(new Error(`relay ended: ${code ?? signal}`)));
  });

/** Starts the relay before each test, and ends it and the server after it. @param settings Of the server. */
export function openMailCrash(settings: Readonly<Record<string, string>> = {}) {
  const fresh = useEach(freshDatabase);
  const relay = useEach(() => startMortalRelay(join(fresh.folder, "mails.ndjson")));
  let server: ServerProcess | undefined;
  afterEach(async () => {
    if (server !== undefined) await kill(server.child);
    server = undefined;
  });
  return {
    relay,
    /** Returns the server that runs, or a new one. */
    async serve() {
      if (server !== undefined && !isDead(server.child)) return server;
      server = await startServer({
        ...settingsFor(fresh),
        INTRAY_SMTP_URL: relay.url,
        INTRAY_MAIL_FROM: "forms@intray.test",
        INTRAY_MAIL_RATE: "off",
        INTRAY_RETRY_SCHEDULE: Array<string>(200).fill("100ms").join(),
        ...settings,
      });
      return server;
    },
  };
}
