/** Notices hosts that work on the same queue without leases, so that each of them can be told of another. */
import { type Clock, type MonotonicMs, msBetween } from "../../platform/clock.ts";
import type { Store } from "../../store/store.ts";
import type { AccountScope } from "../../store/engine/paging.ts";

/** A host that was not seen for this time works on the queue no more. */
const IDLE_MS = 10 * 60_000;
const MAX_HOSTS = 1_000;
const MAX_HEADER_LENGTH = 500;
/** The other processes of the database hear of a host at most this often, beside its lists and claims. */
const TELL_EVERY_MS = 1_000;

interface Host {
  readonly of: URLSearchParams;
  readonly firstAt: MonotonicMs;
  lastAt: MonotonicMs;
  toldAt?: MonotonicMs;
}

/**
 * Returns a function that records the request of a queue engine. It returns the name of another host if both
 * have worked on the queue at the same time: each was seen after the first request of the other. So a run that
 * follows another one, on the same host or after the ledger has moved, is no second host.
 *
 * Hosts are kept in memory. On PostgreSQL the processes tell each other; what one misses delays the notice.
 */
export function createQueueHosts({
  store,
  clock,
}: {
  readonly store: Pick<Store, "tellPeers" | "hearPeers">;
  readonly clock: Clock;
}) {
  /** Least recently seen first. */
  const hosts = new Map<string, Host>();

  function see(of: URLSearchParams): Host {
    const now = clock.monotonic();
    const key = `${of.get("account")} ${of.get("id")}`;
    const host = { firstAt: now, ...hosts.get(key), of, lastAt: now };
    hosts.delete(key);
    hosts.set(key, host);
    for (const [oldest, { lastAt }] of hosts) {
      if (hosts.size <= MAX_HOSTS && msBetween(lastAt, now) < IDLE_MS) break;
      hosts.delete(oldest);
    }
    return host;
  }
  store.hearPeers((text) => void see(new URLSearchParams(text)));

  return (
    { account_id, form_id, project_id, member_id }: AccountScope,
    header: string,
    isList: boolean,
  ): string | undefined => {
    const of = new URLSearchParams(header);
    if (header.length > MAX_HEADER_LENGTH || !of.has("id")) return undefined;
    // A caller with access to some projects is told only of hosts with the same access.
    of.set("account", [account_id, project_id ?? [], member_id ?? []].join(" ").trim());
    if (form_id !== undefined) of.set("form", String(form_id));
    const mine = see(of);
    if (isList || msBetween(mine.toldAt ?? mine.firstAt, mine.lastAt) >= TELL_EVERY_MS) {
      mine.toldAt = mine.lastAt;
      store.tellPeers(of.toString());
    }
    const other = [...hosts.values()].find((one) => isBeside(mine, one));
    return other?.of.get("host") ?? other?.of.get("id") ?? undefined;
  };
}

/** Whether both may handle the same submission at the same time. */
function isBeside(mine: Host, other: Host): boolean {
  if (mine === other || msBetween(mine.firstAt, other.lastAt) <= 0) return false;
  const isSame = (name: string) => mine.of.get(name) === other.of.get(name);
  const formsOverlap = isSame("form") || !mine.of.has("form") || !other.of.has("form");
  const bothLease = mine.of.has("leases") && other.of.has("leases");
  return ["account", "filter", "consumer"].every(isSame) && formsOverlap && !bothLease;
}
