/** Counts commits and delivery attempts with the Prometheus library. They are less frequent than posts. */
import { Counter, Histogram, type Registry } from "prom-client";
import { ERROR_CODES } from "../domain/delivery/delivery.ts";

export interface WorkCounts {
  /** Call after a transaction with this number of writes was committed. */
  readonly committed: (writes: number, ms: number) => void;
  /** Call when the outcome of an attempt was recorded. */
  readonly attempted: (attempt: Attempted) => void;
  /** Call when this number of attempts lost their worker. */
  readonly lost: (attempts: number) => void;
}

interface Attempted {
  readonly outcome: "succeeded" | "failed" | "blocked" | "aborted" | "worker_lost" | "stale";
  readonly error_code: string | null;
  readonly duration_ms: number;
}

const COMMIT_SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];
const COMMIT_S = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
/** The deadline of an attempt is 15 s. */
const DELIVERY_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 20];

export function countWork(registry: Registry): WorkCounts {
  const registers = [registry];
  const sizes = new Histogram({
    name: "intray_commit_batch_size",
    help: "Writes per transaction.",
    buckets: COMMIT_SIZES,
    registers,
  });
  const seconds = new Histogram({
    name: "intray_commit_seconds",
    help: "Duration of a transaction, including the sync to disk.",
    buckets: COMMIT_S,
    registers,
  });
  const attempts = new Counter({
    name: "intray_delivery_attempts_total",
    help: "Delivery attempts by outcome.",
    labelNames: ["outcome", "error_code"],
    registers,
  });
  const durations = new Histogram({
    name: "intray_delivery_seconds",
    help: "Duration of attempts that succeeded or failed.",
    buckets: DELIVERY_S,
    registers,
  });
  // Series start at zero: a rate would miss the event that creates a series.
  attempts.inc({ outcome: "succeeded", error_code: "" }, 0);
  for (const error_code of ERROR_CODES) {
    attempts.inc({ outcome: OUTCOMES[error_code] ?? "failed", error_code }, 0);
  }
  return {
    committed: (writes, ms) => {
      sizes.observe(writes);
      seconds.observe(ms / 1_000);
    },
    attempted: ({ outcome, error_code, duration_ms }) => {
      attempts.inc({ outcome, error_code: error_code ?? "" });
      const wasSent = outcome === "succeeded" || outcome === "failed";
      if (wasSent && error_code !== "render_failed") durations.observe(duration_ms / 1_000);
    },
    lost: (count) => attempts.inc({ outcome: "worker_lost", error_code: "worker_lost" }, count),
  };
}

/** The outcomes of error codes whose outcome is not `failed`. */
const OUTCOMES: Readonly<Record<string, Attempted["outcome"]>> = {
  blocked_address: "blocked",
  worker_lost: "worker_lost",
};
