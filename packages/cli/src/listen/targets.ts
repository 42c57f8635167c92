/** Where a delivery goes on to: a URL, a command, both, or nowhere. */
import type { LocalDelivery, Reaction } from "./local-delivery.ts";

export interface Targets {
  readonly forward?: (delivery: LocalDelivery) => Promise<Reaction>;
  readonly execute?: (delivery: LocalDelivery) => Promise<Reaction>;
}

/** What each of them said. */
export interface Reactions {
  readonly forward?: Reaction;
  readonly exec?: Reaction;
}

/** Both at once, as neither is to wait for the other. */
export async function handOn(delivery: LocalDelivery, targets: Targets): Promise<Reactions> {
  const [forwarded, exec] = await Promise.all([
    targets.forward?.(delivery),
    targets.execute?.(delivery),
  ]);
  return { ...(forwarded && { forward: forwarded }), ...(exec && { exec }) };
}
