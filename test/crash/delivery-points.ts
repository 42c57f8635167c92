// Points at which a server is killed, and the messages between it and the test process.

/** Points in the server's own code. */
export type ChildPoint =
  "after the intake commit" | "after the claim" | "before the outcome commits";

export const POINTS = [
  "after the intake commit",
  "after the claim",
  "after the request is written",
  "after the answer's headers",
  "before the outcome commits",
] as const;
export type Point = (typeof POINTS)[number];

/** The server kills itself the nth time from now on that it reaches the point. */
export interface ToServer {
  readonly point: ChildPoint;
  readonly nth: number;
}

export type FromChild =
  | { readonly kind: "ready"; readonly url: string }
  | { readonly kind: "claimed"; readonly ids: readonly number[] };
