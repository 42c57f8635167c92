/** Draws a progress bar on the status line. */
import { systemClock } from "../clock.ts";
import type { Clock } from "../clock.ts";
import type { StatusLine } from "./status-line.ts";

const BAR_CELLS = 20;
const REDRAW_MS = 100;
/** The rate is shown only after this time; earlier it is too inaccurate. */
const RATE_AFTER_MS = 1_000;

export interface Progress {
  advance(by: number): void;
  /** Removes the progress bar. */
  end(): void;
}

export interface ProgressOptions {
  readonly total: number;
  /** Done by an earlier run; included in the bar, excluded from the rate. */
  readonly before?: number;
  readonly clock?: Clock;
}

/** Draws the bar immediately, with `before` items done. */
export function startProgress(
  line: Pick<StatusLine, "draw" | "clear" | "width">,
  { total, before = 0, clock = systemClock }: ProgressOptions,
): Progress {
  const startedAt = clock.now();
  let done = before;
  let drawnAt = -Infinity;
  const draw = (now: number) => {
    const all = Math.max(done, total);
    const share = all === 0 ? 1 : done / all;
    const count = `${done.toLocaleString("en")} of ${all.toLocaleString("en")}`;
    const rate = rateText(done - before, all - done, now - startedAt);
    const whole = `${bar(share)} ${count}${rate}`;
    line.draw(whole.length <= line.width ? whole : `${count}${rate}`);
  };
  draw(startedAt);
  return {
    advance: (by) => {
      done += by;
      const now = clock.now();
      if (now - drawnAt < REDRAW_MS && done < total) return;
      drawnAt = now;
      draw(now);
    },
    end: () => line.clear(),
  };
}

function bar(share: number): string {
  const full = Math.floor(share * BAR_CELLS);
  return `[${"#".repeat(full)}${".".repeat(BAR_CELLS - full)}]`;
}

function rateText(done: number, left: number, elapsedMs: number): string {
  if (elapsedMs < RATE_AFTER_MS || done === 0) return "";
  const perSecond = (done / elapsedMs) * 1_000;
  return `, ${Math.round(perSecond).toLocaleString("en")}/s, ${durationText(left / perSecond)} left`;
}

function durationText(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole}s`;
  const minutes = Math.ceil(whole / 60);
  return minutes < 60 ? `${minutes}m` : `${Math.floor(minutes / 60)}h ${minutes % 60}m`;
}
