// Points at which a server is killed, and its messages to the test process.

/** Points in the server's own code. */
export type ChildPoint =
  "none" | "after the intake commit" | "after the claim" | "before the outcome commits";

export const POINTS = [
  "after the intake commit",
  "after the claim",
  "after the request is written",
  "after the answer's headers",
  "before the outcome commits",
] as const;
export type Point = (typeof POINTS)[number];

export type FromChild =
  | { readonly kind: "ready"; readonly url: string }
  | { readonly kind: "claimed"; readonly ids: readonly number[] };
