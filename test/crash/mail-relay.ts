// A relay in a process of its own that is killed and started again on its port, and the messages it received.
import { type ChildProcess, fork } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { FromRelay, RelayPoint, ToRelay } from "./mail-points.ts";
import { isDead, kill } from "./server-process.ts";

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

export interface MortalRelay {
  readonly url: string;
  isDead(): boolean;
  dieAt(point: RelayPoint, nth: number): void;
  /** Holds the answer to the nth message from now on, and calls `onHeld`. */
  holdAt(nth: number, onHeld: () => void): void;
  /** Starts a relay on the port of the one that died. */
  revive(): Promise<void>;
  /** About how many messages have arrived. */
  count(): number;
  /** The messages that arrived, in order. */
  received(): readonly ReceivedMail[];
  stop(): Promise<void>;
}

/** @param file Of the messages that arrive. */
export async function startMortalRelay(file: string): Promise<MortalRelay> {
  let count = 0;
  let heard: () => void = () => undefined;

  /** A process with the relay's code loaded, so that it listens at once when it is told to. */
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
    dieAt: (point, nth) => tell(current, { kind: "die", point, nth }),
    holdAt(nth, onHeld) {
      heard = onHeld;
      tell(current, { kind: "hold", nth });
    },
    async revive() {
      await listen(next, port);
      current = next;
      next = await load();
    },
    count: () => count,
    received: () =>
      existsSync(file)
        ? readFileSync(file, "utf8")
            .split("\n")
            .filter((line) => line !== "")
            .map((line) => JSON.parse(line) as ReceivedMail)
        : [],
    async stop() {
      await Promise.all([kill(current), kill(next)]);
    },
  };
}

/** @throws Error if the process ends first. */
function answerOf<Kind extends FromRelay["kind"]>(
  child: ChildProcess,
  kind: Kind,
): Promise<FromRelay & { readonly kind: Kind }> {
  return new Promise((resolve, reject) => {
    child.on("message", (message: FromRelay) => {
      if (message.kind === kind) resolve(message as FromRelay & { readonly kind: Kind });
    });
    child.once("exit", (code, signal) => reject(new Error(`relay ended: ${code ?? signal}`)));
  });
}
