/** The system clock, the default for checking timestamps. */

/** Milliseconds since the Unix epoch. */
export function systemNow(): number {
  // oxlint-disable-next-line no-restricted-properties -- the only place in the package that reads the clock
  return Date.now();
}
