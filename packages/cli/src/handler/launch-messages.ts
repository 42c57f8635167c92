/** What a run and its helper say to each other. */
import type { HandlerProcess, HandlerResult } from "@intray/sdk/queue";
import type { Command, Launch } from "./launch.ts";

/** To the helper. The first one is `setUp`. */
export type ToHelper =
  | ({ readonly kind: "setUp" } & Command)
  | ({ readonly kind: "launch"; readonly id: number } & Launch)
  /** The process is on record: hand the input over. */
  | { readonly kind: "finish"; readonly id: number }
  /** Stop it. */
  | { readonly kind: "kill"; readonly id: number };

/** From the helper. */
export type FromHelper =
  | { readonly kind: "ready" }
  | { readonly kind: "started"; readonly id: number; readonly process?: HandlerProcess }
  | { readonly kind: "could-not-start"; readonly id: number; readonly reason: string }
  | ({ readonly kind: "finished"; readonly id: number } & HandlerResult);
