/** Tells a monitor that watches cron jobs how the run goes. It never keeps the run from its work. */
import type { ClientRequest } from "node:http";
import { get as httpGet } from "node:http";
import { get as httpsGet } from "node:https";
import type { QueueEvent } from "@intray/sdk/queue";

const TIMEOUT_MS = 5_000;
/** A watching run looks more often than a monitor wants to hear of it. */
const BETWEEN_ROUNDS_MS = 60_000;

type Phase = "start" | "success" | "fail";

export interface Healthcheck {
  /** A watching run is over with a round: it is told like the end of a run, once a minute. */
  note(event: QueueEvent): void;
  /** Resolves when the monitor has answered, or 5 s later. */
  end(isWell: boolean): Promise<void>;
}

export interface HealthcheckOptions {
  readonly clock: { now(): number };
  readonly note: (sentence: string) => void;
}

/** Says that a run begins, without waiting for the answer. */
export function startHealthcheck(url: URL, { clock, note }: HealthcheckOptions): Healthcheck {
  let last = { phase: "start", at: clock.now() };
  const tell = async (phase: Phase) => {
    last = { phase, at: clock.now() };
    const problem = await ask(addressOf(url, phase));
    if (problem !== undefined) note(`The healthcheck was not told of the ${phase}: ${problem}.`);
  };
  const started = tell("start");
  return {
    note(event) {
      if (event.kind !== "waiting") return;
      const phase = event.isWell ? "success" : "fail";
      const isSame = phase === last.phase && clock.now() - last.at < BETWEEN_ROUNDS_MS;
      if (!isSame) void tell(phase);
    },
    async end(isWell) {
      await started;
      await tell(isWell ? "success" : "fail");
    },
  };
}

/** What the phase adds stands behind the path, in front of a query. */
function addressOf(url: URL, phase: Phase): URL {
  const address = new URL(url);
  if (phase !== "success") address.pathname = `${url.pathname.replace(/\/+$/, "")}/${phase}`;
  return address;
}

/** What went wrong; `undefined` when it was answered 2xx. Never rejects. */
function ask(url: URL): Promise<string | undefined> {
  const get = url.protocol === "https:" ? httpsGet : httpGet;
  return new Promise((resolve) => {
    const request: ClientRequest = get(
      url,
      { agent: false, signal: AbortSignal.timeout(TIMEOUT_MS) },
      (response) => {
        const { statusCode = 0 } = response;
        response.destroy(); // its words are of no use
        resolve(statusCode >= 200 && statusCode < 300 ? undefined : `it answered ${statusCode}`);
      },
    );
    request.on("error", (error) => {
      const isLate = error.name === "AbortError" || error.name === "TimeoutError";
      resolve(isLate ? `no answer within ${TIMEOUT_MS / 1_000} s` : error.message);
    });
  });
}
