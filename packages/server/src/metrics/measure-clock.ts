/** Metrics of the clock, which are read each time the metrics are read. */
import { Counter, Gauge, type Registry } from "prom-client";
import type { ClockWatch } from "../platform/clock-watch.ts";

export function measureClock(registry: Registry, clock: Pick<ClockWatch, "state">): void {
  registry.registerMetric(
    new Gauge({
      name: "intray_deleting_paused",
      help: "1 while nothing is deleted by age, because the clock was set or is in doubt.",
      registers: [],
      collect() {
        this.set(clock.state().pause === undefined ? 0 : 1);
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      name: "intray_newest_row_ahead_seconds",
      help: "How far the newest submission is dated in the future.",
      registers: [],
      collect() {
        this.set(clock.state().newestAheadMs / 1_000);
      },
    }),
  );
  registry.registerMetric(
    new Counter({
      name: "intray_clock_steps_total",
      help: "Steps of the clock by more than a minute, suspensions of the machine included.",
      registers: [],
      collect() {
        this.reset();
        this.inc(clock.state().steps);
      },
    }),
  );
  registry.registerMetric(
    new Counter({
      name: "intray_deliveries_pulled_in_total",
      help: "Deliveries that were due later than their schedule allows.",
      registers: [],
      collect() {
        this.reset();
        this.inc(clock.state().pulledIn);
      },
    }),
  );
}
