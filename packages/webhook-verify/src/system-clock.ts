/** The system's clock: what a receiver judges timestamps by unless it is given another. */

/** Milliseconds since the Unix epoch. */
export function systemNow(): number {
  // oxlint-disable-next-line no-restricted-properties -- the one place in the package where it is read
  return Date.now();
}
