/** The CLI's only source of "now". Milliseconds since the Unix epoch, UTC. */
export interface Clock {
  now(): number;
}

// oxlint-disable-next-line no-restricted-properties -- the only place in the CLI that reads the time
export const systemClock: Clock = { now: () => Date.now() };
