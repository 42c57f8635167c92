/** Limits of kinds whose deliveries all go to one receiver, such as the relay of e-mails, in addition to those of each destination. */
import { DESTINATION_KINDS, type DestinationKind } from "../domain/delivery/destination.ts";
import type { DeliveryKinds } from "../domain/delivery/delivery-kind.ts";

export interface KindLimits {
  /** A delivery was leased. */
  leased(kind: DestinationKind | undefined): void;
  /** Its attempt has ended, or none is made. */
  attemptEnded(kind: DestinationKind | undefined): void;
  /** How many more deliveries of a kind may be claimed; absent for a kind without a limit. */
  free(): Readonly<Partial<Record<DestinationKind, number>>>;
  /** The kinds that this process sends. */
  readonly sendable: readonly DestinationKind[];
  /** Those of them that are not at their limit now, and were not since the last {@link offered}. */
  available(): readonly DestinationKind[];
  /** A claim has offered every destination what is due to it. */
  offered(): void;
}

export function createKindLimits(kinds: DeliveryKinds): KindLimits {
  const open = new Map<DestinationKind, number>();
  const wereAtLimit = new Set<DestinationKind>();
  const sendable = DESTINATION_KINDS.filter((kind) => kinds[kind] !== undefined);
  const freeOf = (kind: DestinationKind) =>
    Math.max(0, (kinds[kind]?.maxOpen ?? Infinity) - (open.get(kind) ?? 0));
  const count = (kind: DestinationKind | undefined, by: number) => {
    if (kind === undefined) return;
    open.set(kind, (open.get(kind) ?? 0) + by);
    if (freeOf(kind) === 0) wereAtLimit.add(kind);
  };
  return {
    leased: (kind) => count(kind, 1),
    attemptEnded: (kind) => count(kind, -1),
    free: () =>
      Object.fromEntries(
        sendable.flatMap((kind) => (Number.isFinite(freeOf(kind)) ? [[kind, freeOf(kind)]] : [])),
      ),
    sendable,
    available: () => sendable.filter((kind) => !wereAtLimit.has(kind)),
    offered() {
      wereAtLimit.clear();
      for (const kind of sendable) if (freeOf(kind) === 0) wereAtLimit.add(kind);
    },
  };
}
