/** The CLI's only source of "now". Milliseconds since the Unix epoch, UTC. */
export interface Clock {
  now(): number;
}

// oxlint-disable-next-line no-restricted-properties -- the one place in the CLI where it is read
export const systemClock: Clock = { now: () => Date.now() };
