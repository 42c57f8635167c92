/** Reports the state of a run to a cron monitor. Failures never affect the run. */
import type { ClientRequest } from "node:http";
import { get as httpGet } from "node:http";
import { get as httpsGet } from "node:https";
import type { QueueEvent } from "@intray/sdk/queue";

const TIMEOUT_MS = 5_000;
/** Rounds of a watching run are shorter than a monitor needs. */
const MIN_REPORT_INTERVAL_MS = 60_000;

type Phase = "start" | "success" | "fail";

export interface Healthcheck {
  /** Reports the end of a round of a watching run, at most once a minute per result. */
  onEvent(event: QueueEvent): void;
  /** Reports the end. Resolves when the monitor has responded, or after 5 s. */
  end(isWell: boolean): Promise<void>;
}

export interface HealthcheckOptions {
  readonly clock: { now(): number };
  readonly note: (sentence: string) => void;
}

/** Reports the start of a run, without waiting for the response. */
export function startHealthcheck(url: URL, { clock, note }: HealthcheckOptions): Healthcheck {
  let last = { phase: "start", at: clock.now() };
  const report = async (phase: Phase) => {
    last = { phase, at: clock.now() };
    const problem = await ping(addressOf(url, phase));
    if (problem !== undefined) note(`The health check could not report the ${phase}: ${problem}.`);
  };
  const started = report("start");
  return {
    onEvent(event) {
      if (event.kind !== "waiting") return;
      const phase = event.isWell ? "success" : "fail";
      const isSame = phase === last.phase && clock.now() - last.at < MIN_REPORT_INTERVAL_MS;
      if (!isSame) void report(phase);
    },
    async end(isWell) {
      await started;
      await report(isWell ? "success" : "fail");
    },
  };
}

/** Adds the phase to the end of the path, before the query. */
function addressOf(url: URL, phase: Phase): URL {
  const address = new URL(url);
  if (phase !== "success") address.pathname = `${url.pathname.replace(/\/+$/, "")}/${phase}`;
  return address;
}

/** Sends the request. Resolves with the problem; `undefined` after a 2xx. Never rejects. */
function ping(url: URL): Promise<string | undefined> {
  const get = url.protocol === "https:" ? httpsGet : httpGet;
  return new Promise((resolve) => {
    const request: ClientRequest = get(
      url,
      { agent: false, signal: AbortSignal.timeout(TIMEOUT_MS) },
      (response) => {
        const { statusCode = 0 } = response;
        response.destroy(); // the body is not needed
        resolve(
          statusCode >= 200 && statusCode < 300 ? undefined : `it responded with ${statusCode}`,
        );
      },
    );
    request.on("error", (error) => {
      const isLate = error.name === "AbortError" || error.name === "TimeoutError";
      resolve(isLate ? `no response within ${TIMEOUT_MS / 1_000} s` : error.message);
    });
  });
}
