/** `/healthz`: the process responds. `/readyz`: the server can also store posts. */
import { Hono, type Context } from "hono";
import { Outage } from "../domain/outage.ts";
import { type Clock, type MonotonicMs, msBetween } from "../platform/clock.ts";
import type { Random } from "../platform/random.ts";
import { withinTime } from "../platform/bounds.ts";
import type { Store } from "../store/store.ts";

export interface Readiness {
  readonly store: Pick<Store, "writes" | "reads">;
  /** The outage that calls of the store fail with now. */
  readonly outage: () => Outage | undefined;
  readonly clock: Clock;
  readonly random: Random;
  readonly isDraining: () => boolean;
}

/** Shorter than the usual timeout of health checks, so that a slow database is reported as unreachable. */
const READY_WITHIN_MS = 2_000;
/** All requests of this time share one check, since each check is a write and anybody may ask. */
const CHECK_EVERY_MS = 1_000;
/** About as many bytes as a small post writes with its index entries. */
const PROBE_BYTES = 16_384;
/** In seconds. */
export const RETRY_AFTER = "5";

export function healthRoutes({ store, outage, clock, random, isDraining }: Readiness): Hono {
  let checkedAt: MonotonicMs | undefined;
  let checked: Promise<string | undefined> = Promise.resolve(undefined);

  /** What is wrong; `undefined` if the server can store posts. */
  async function check(): Promise<string | undefined> {
    try {
      const probe = { now: clock.now(), padding: random(PROBE_BYTES) };
      const answers = () => Promise.all([store.writes.writeProbe(probe), store.reads.ping({})]);
      await withinTime(answers, { clock, ms: READY_WITHIN_MS });
      const current = outage();
      return current && nameOf(current);
    } catch (error) {
      return error instanceof Outage ? nameOf(error) : "database unreachable";
    }
  }

  const notReady = (c: Context, status: string) => {
    c.header("Retry-After", RETRY_AFTER);
    return c.json({ status }, 503);
  };
  const routes = new Hono();
  routes.get("/healthz", (c) => c.json({ status: "ok" }));
  routes.get("/readyz", async (c) => {
    if (isDraining()) return notReady(c, "draining");
    const now = clock.monotonic();
    if (checkedAt === undefined || msBetween(checkedAt, now) >= CHECK_EVERY_MS) {
      checkedAt = now;
      checked = check();
    }
    const problem = await checked;
    return problem === undefined ? c.json({ status: "ready" }) : notReady(c, problem);
  });
  return routes;
}

/** An outage in words, such as `disk full`. */
export const nameOf = ({ outage }: Outage): string =>
  outage === "unreachable" ? "database unreachable" : outage.replaceAll("_", " ");
