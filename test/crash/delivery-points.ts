// Where a server is killed, and what it says to the test beside it.

/** Points that the server itself passes. */
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
