/** Due deliveries whose receiver hangs: which of them may be claimed while the circuit of its origin is open. */
import { MAX_HOLD_MS } from "../../domain/delivery/delivery.ts";
import { originOf } from "../../domain/delivery/destination.ts";
import { compileOnce } from "../engine/compiled.ts";
import { idsText, isAmong } from "../engine/dialect.ts";
import type { Db } from "../engine/schema.ts";

export interface HeldOrigin {
  /** How many probes may start now: 0 or 1. */
  readonly probes: number;
  /** Destinations take turns as probes: the next one has the lowest id above this. */
  readonly probedDestinationId: number;
  /** The only destination that has hung: the others of its origin are not held. `null` if several have. */
  readonly onlyDestinationId: number | null;
  /** How many deliveries that were held for {@link MAX_HOLD_MS} may start in addition to the probe. */
  readonly overdue: number;
}

export type HeldOrigins = Readonly<Record<string, HeldOrigin>>;

type DueDestination = { readonly destination_id: number; readonly due_at: number };

/**
 * By destination id: how many deliveries may be claimed of each destination of `due` that is held. Reads the addresses
 * of these destinations, and nothing while no circuit is open; the held deliveries themselves are never read.
 *
 * @param due The longest due first.
 */
export async function heldDestinations(
  db: Db,
  due: readonly DueDestination[],
  { heldOrigins, now }: { readonly heldOrigins: HeldOrigins; readonly now: number },
): Promise<ReadonlyMap<number, number>> {
  const quotas = new Map<number, number>();
  if (due.length === 0 || Object.keys(heldOrigins).length === 0) return quotas;
  const addresses = await addressesOf(db, {
    ids: idsText(
      db,
      due.map(({ destination_id }) => destination_id),
    ),
  });
  const originById = new Map(addresses.map((one) => [one.id, originOf(one.address) ?? ""]));
  const byOrigin = Map.groupBy(due, ({ destination_id }) => originById.get(destination_id) ?? "");
  for (const [origin, destinations] of byOrigin) {
    const held = heldOrigins[origin];
    if (held === undefined) continue;
    const { onlyDestinationId: only } = held;
    const waiting = destinations.filter(
      ({ destination_id }) => only === null || destination_id === only,
    );
    for (const { destination_id } of waiting) quotas.set(destination_id, 0);
    for (const destination_id of startable(waiting, held, now)) quotas.set(destination_id, 1);
  }
  return quotas;
}

function startable(
  waiting: readonly DueDestination[],
  { probes, probedDestinationId, overdue }: HeldOrigin,
  now: number,
): readonly number[] {
  const inTurn = waiting.map(({ destination_id }) => destination_id).toSorted((a, b) => a - b);
  const next = inTurn.find((id) => id > probedDestinationId) ?? inTurn[0];
  return [
    ...(probes > 0 && next !== undefined ? [next] : []),
    ...waiting
      .filter(({ due_at }) => due_at <= now - MAX_HOLD_MS)
      .slice(0, overdue)
      .map(({ destination_id }) => destination_id),
  ];
}

const addressesOf = compileOnce((db, p: { readonly ids: string }) =>
  db
    .selectFrom("webhook")
    .select(["id", "kind", "url as address"])
    .where(isAmong(db, "id", p.ids)),
);
