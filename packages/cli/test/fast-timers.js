// Preloaded into a run whose reader stalls: its timers go off thirty times as early, and once those of
// fifteen seconds have, it says so on stderr.
const TIMES = 30;
const STALL_MS = 15_000;

const { setTimeout: start } = globalThis;
globalThis.setTimeout = Object.assign(
  (act, ms, ...args) => start(act, (ms ?? 0) / TIMES, ...args),
  start,
);
globalThis.setTimeout(() => process.stderr.write("stalled for 15 s\n"), STALL_MS);
