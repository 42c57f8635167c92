/** Gauges of the outbox, which are read each time the metrics are read. */
import { Gauge, type Registry } from "prom-client";

export interface OutboxStats {
  /** Deliveries leased by this process. */
  leased(): number;
  /** The number of origins whose circuit is open in this process. */
  openCircuits(): number;
  /** How long the longest overdue delivery has been due, in milliseconds; 0 if none is due. */
  oldestDueMs(): Promise<number>;
}

export function measureOutbox(registry: Registry, outbox: OutboxStats): void {
  registry.registerMetric(
    new Gauge({
      name: "intray_deliveries_leased",
      help: "Deliveries leased by this process.",
      registers: [],
      collect() {
        this.set(outbox.leased());
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      name: "intray_delivery_circuits_open",
      help: "Origins of webhooks that hang or refuse connections: this process sends them one probe at a time.",
      registers: [],
      collect() {
        this.set(outbox.openCircuits());
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      name: "intray_delivery_oldest_due_seconds",
      help: "How long the longest overdue delivery has been due, except deliveries of webhooks at capacity. Absent while the database does not respond.",
      registers: [],
      async collect() {
        try {
          this.set((await outbox.oldestDueMs()) / 1_000);
        } catch {
          // The other metrics are needed most while the database does not respond.
          this.remove();
        }
      },
    }),
  );
}
