// Preloaded into a process to make its timers thirty times as fast. Writes a line on stderr when a timer
// of fifteen seconds has fired.
const SPEED = 30;
const STALL_MS = 15_000;

const { setTimeout: start } = globalThis;
globalThis.setTimeout = Object.assign(
  (callback, ms, ...args) => start(callback, (ms ?? 0) / SPEED, ...args),
  start,
);
globalThis.setTimeout(() => process.stderr.write("stalled for 15 s\n"), STALL_MS);
