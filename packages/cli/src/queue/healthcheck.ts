/** Reports the state of a run to a cron monitor. Failures never affect the run. */
import type { QueueEvent } from "@intray/sdk/queue";
import type { Send } from "../outgoing.ts";

const TIMEOUT_MS = 5_000;
/** Rounds of a watching run are shorter than a monitor needs. */
const MIN_REPORT_INTERVAL_MS = 60_000;

type Phase = "start" | "success" | "fail";

export type Healthcheck = ReturnType<typeof startHealthcheck>;

export interface HealthcheckOptions {
  readonly send: Send;
  readonly clock: { now(): number };
  readonly note: (sentence: string) => void;
}

/** Reports the start of a run, without waiting for the response. */
export function startHealthcheck(url: URL, { send, clock, note }: HealthcheckOptions) {
  let last = { phase: "start", at: clock.now() };
  const report = async (phase: Phase) => {
    last = { phase, at: clock.now() };
    const problem = await ping(addressOf(url, phase), send);
    if (problem !== undefined) note(`The health check could not report the ${phase}: ${problem}.`);
  };
  const started = report("start");
  return {
    /** Reports the end of a round of a watching run, at most once a minute per result. */
    onEvent(event: QueueEvent) {
      if (event.kind !== "waiting") return;
      const phase = event.isWell ? "success" : "fail";
      const isSame = phase === last.phase && clock.now() - last.at < MIN_REPORT_INTERVAL_MS;
      if (!isSame) void report(phase);
    },
    /** Reports the end. Resolves when the monitor has responded, or after 5 s. */
    async end(isWell: boolean) {
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
async function ping(url: URL, send: Send): Promise<string | undefined> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const status = await send(url, { method: "GET", signal });
    return status >= 200 && status < 300 ? undefined : `it responded with ${status}`;
  } catch (error) {
    if (signal.aborted) return `no response within ${TIMEOUT_MS / 1_000} s`;
    return error instanceof Error ? error.message : String(error);
  }
}
