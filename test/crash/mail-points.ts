// Points at which a server or its relay is killed, and the messages between a relay and the test process.
import type { ChildPoint } from "./delivery-points.ts";

/** "after the relay has the message": the relay tells it, before it answers. */
export const SERVER_POINTS = [
  "after the relay has the message",
  "before the outcome commits",
  "after the intake commit",
  "after the claim",
] as const satisfies readonly (ChildPoint | "after the relay has the message")[];

export const RELAY_POINTS = [
  "after the message is recorded",
  "in the middle of the message",
  "after the recipient",
  "after the answer",
] as const;
export type RelayPoint = (typeof RELAY_POINTS)[number];

export type ToRelay =
  /** Listens on this port; 0 = any. */
  | { readonly kind: "listen"; readonly port: number }
  /** Kills itself the nth time from now on that it reaches the point. */
  | { readonly kind: "die"; readonly point: RelayPoint; readonly nth: number }
  /** Reports the nth message from now on, and does not answer it. */
  | { readonly kind: "hold"; readonly nth: number };

export type FromRelay =
  | { readonly kind: "loaded" }
  | { readonly kind: "listening"; readonly port: number }
  | { readonly kind: "recorded" }
  | { readonly kind: "held" };
