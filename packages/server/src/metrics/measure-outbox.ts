/** What is asked of the outbox each time that somebody reads the metrics. */
import { Gauge, type Registry } from "prom-client";

export interface OutboxFigures {
  /** Deliveries that this process holds. */
  leased(): number;
  /** How long the delivery that waits longest has been due, in milliseconds; 0 when none is. */
  oldestDueMs(): Promise<number>;
}

export function measureOutbox(registry: Registry, outbox: OutboxFigures): void {
  registry.registerMetric(
    new Gauge({
      name: "intray_deliveries_leased",
      help: "Deliveries that this process holds.",
      registers: [],
      collect() {
        this.set(outbox.leased());
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      name: "intray_delivery_oldest_due_seconds",
      help: "How long the longest waiting delivery has been due, leaving out webhooks that have all under way that they may; absent while the database does not answer.",
      registers: [],
      async collect() {
        try {
          this.set((await outbox.oldestDueMs()) / 1_000);
        } catch {
          // All else that is counted is wanted most of all then.
          this.remove();
        }
      },
    }),
  );
}
