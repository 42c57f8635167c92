// Preloaded into a process to make its timers thirty times as fast; writes a line on stderr after what it
// takes for fifteen seconds.
const SPEED = 30;
const STALL_MS = 15_000;

const { setTimeout: start } = globalThis;
globalThis.setTimeout = Object.assign(
  (callback, ms, ...args) => start(callback, (ms ?? 0) / SPEED, ...args),
  start,
);
globalThis.setTimeout(() => process.stderr.write("stalled for 15 s\n"), STALL_MS);
