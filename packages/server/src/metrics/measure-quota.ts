/** A gauge of the file quotas, which is read each time the metrics are read. */
import { Gauge, type Registry } from "prom-client";

/** @param highestShare The highest share of a file quota in use. */
export function measureQuota(registry: Registry, highestShare: () => number): void {
  registry.registerMetric(
    new Gauge({
      name: "intray_file_quota_used_ratio",
      help: "The highest share of a form's or an account's file quota in use, of those that this process has stored files for.",
      registers: [],
      collect() {
        this.set(highestShare());
      },
    }),
  );
}
