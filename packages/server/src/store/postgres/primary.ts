/**
 * Finds the primary among the servers of INTRAY_DATABASE_URL, and connects to it. When a standby has been
 * promoted, every connection to the old primary is closed, and new ones lead to the new primary.
 */
import pg from "pg";
import { type Clock, type MonotonicMs, msBetween, systemClock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import { choosePrimary, type HostAnswer, probeHost } from "./choose-primary.ts";
import { type DatabaseHost, databaseHosts } from "./database-hosts.ts";
import { isWrongUrl, movesPrimary, NOT_CONNECTED } from "./errors.ts";

export interface Primary {
  /** Of one server: for settings that all servers share. */
  readonly url: string;
  /** Its connections lead to the primary. `connect` rejects while there is none. */
  readonly Client: new (settings?: pg.ClientConfig) => pg.Client;
  /** Looks for a promotion every few seconds. Returns a function that ends this. */
  watch(by: { readonly clock: Clock; readonly log: Log }): () => void;
}

/** Also the longest time for which a server that hangs without a sign goes unnoticed. */
const WATCH_EVERY_MS = 3_000;
/** While no server accepts writes, every post asks for one. */
const SEARCH_EVERY_MS = 250;
/** A primary that has not answered so many times in a row is lost. A busy one may miss an answer. */
const MAX_SILENT = 3;

/**
 * @param url With one server, nothing has to be found.
 * @param probeTimeoutMs How long a server may take to connect and to answer, each.
 */
export function primaryOf(url: string, probeTimeoutMs?: number): Primary {
  const hosts = databaseHosts(url);
  return hosts.length > 1
    ? primaryAmong(hosts, probeTimeoutMs)
    : { url, Client: pg.Client, watch: () => () => undefined };
}

function primaryAmong(hosts: readonly DatabaseHost[], probeTimeoutMs?: number): Primary {
  const open = new Map<pg.Client, DatabaseHost>();
  const reported = new Set<string>();
  let current: DatabaseHost | undefined;
  let newest = 0;
  let isDoubted = false;
  let silent = 0;
  let searching: Promise<DatabaseHost> | undefined;
  let failure: { readonly error: Error; readonly at: MonotonicMs } | undefined;
  let log: Log | undefined;

  const probeHosts = () => hosts.map(({ url }) => probeHost(url, probeTimeoutMs));

  /** The primary; searches for it if it is unknown, or if a connection to it has failed. */
  function locate(): Promise<DatabaseHost> {
    if (current !== undefined && !isDoubted) return Promise.resolve(current);
    const isRecent = failure && msBetween(failure.at, systemClock.monotonic()) < SEARCH_EVERY_MS;
    if (isRecent === true && failure) return Promise.reject(failure.error);
    searching ??= search().finally(() => (searching = undefined));
    return searching;
  }

  async function search(): Promise<DatabaseHost> {
    const asked = probeHosts();
    // A server that is gone answers late: if the primary is still there, nobody waits for the others.
    const before = current;
    const again = await (before && asked[hosts.indexOf(before)]);
    if (before === current && before && again?.kind === "primary" && again.timeline >= newest) {
      isDoubted = false;
      return before;
    }
    const answers = await Promise.all(asked);
    const found = take(answers);
    if (found !== undefined) return found;
    const codes = answers.flatMap((answer) => (answer.kind === "failed" ? answer.code : []));
    const code = codes.find(isWrongUrl) ?? NOT_CONNECTED;
    const error = Object.assign(new Error(describe(hosts, answers, newest)), { code });
    failure = { error, at: systemClock.monotonic() };
    throw error;
  }

  function take(answers: readonly HostAnswer[]): DatabaseHost | undefined {
    const at = current === undefined ? -1 : hosts.indexOf(current);
    const chosen = choosePrimary(answers, { current: at, newest });
    const [host, answer] = [hosts[chosen], answers[chosen]];
    if (host === undefined || answer?.kind !== "primary") return undefined;
    failure = undefined;
    isDoubted = false;
    newest = answer.timeline;
    if (current !== host) {
      const isMove = current !== undefined;
      current = host;
      closeConnections((other) => other !== host);
      if (isMove) log?.warn({ host: host.name }, "Another database server is the primary now.");
    }
    report(host, answer, answers);
    return host;
  }

  function report(
    host: DatabaseHost,
    { timeline, isSynchronous }: Extract<HostAnswer, { kind: "primary" }>,
    answers: readonly HostAnswer[],
  ): void {
    const once = (key: string, say: (to: Log) => void) => {
      if (log === undefined || reported.has(key)) return;
      reported.add(key);
      say(log);
    };
    if (isSynchronous) reported.delete("asynchronous");
    else {
      once("asynchronous", (to) =>
        to.warn(
          { host: host.name },
          "Commits do not wait for a standby, so a submission that was answered is lost if this database server is lost now. Set synchronous_standby_names on it.",
        ),
      );
    }
    answers.forEach((answer, n) => {
      if (answer.kind !== "primary" || answer.timeline >= timeline) return;
      const old = hosts[n]?.name ?? "";
      once(`${old} ${answer.timeline}`, (to) =>
        to.error(
          { host: old },
          "A database server accepts writes, but another one was promoted in its place. It is not used. Stop it, then make it a standby with pg_rewind or pg_basebackup.",
        ),
      );
    });
  }

  /** Statements that are under way fail as if the server had closed the connection. */
  function closeConnections(isConcerned: (host: DatabaseHost) => boolean): void {
    for (const [client, host] of open) if (isConcerned(host)) client.connection.stream.destroy();
  }

  async function look(): Promise<void> {
    const answers = await Promise.all(probeHosts());
    if (take(answers) !== undefined) {
      silent = 0;
      return;
    }
    const own = current && answers[hosts.indexOf(current)];
    silent = own?.kind === "failed" && own.isSilent ? silent + 1 : 0;
    isDoubted = true;
    if (silent >= MAX_SILENT) closeConnections(() => true);
  }

  class PrimaryClient extends pg.Client {
    override connect(): Promise<pg.Client>;
    override connect(onEnd: (error: Error) => void): void;
    override connect(onEnd?: (error: Error) => void): Promise<pg.Client> | void {
      const connected = this.connectToPrimary().then(() => this);
      if (onEnd === undefined) return connected;
      connected.then(() => (onEnd as () => void)(), onEnd);
    }

    private async connectToPrimary(): Promise<void> {
      const host = await locate();
      const doubt = () => {
        if (current === host) isDoubted = true;
      };
      let isStandby = false;
      Object.assign(this, { host: host.host, port: host.port });
      open.set(this, host);
      this.on("error", doubt);
      this.once("end", () => open.delete(this));
      this.connection.on("errorMessage", (error: Error) => movesPrimary(error) && doubt());
      this.connection.on("parameterStatus", ({ parameterName, parameterValue }) => {
        if (parameterName === "in_hot_standby") isStandby = parameterValue === "on";
      });
      try {
        await super.connect();
        if (isStandby) {
          await this.end();
          throw Object.assign(new Error(`${host.name} is a standby now`), { code: NOT_CONNECTED });
        }
      } catch (error) {
        open.delete(this);
        doubt();
        throw error;
      }
    }
  }

  return {
    url: hosts[0]?.url ?? "",
    Client: PrimaryClient,
    watch(by) {
      ({ log } = by);
      let isWatching = true;
      let cancel = () => {};
      const lookSoon = () => {
        cancel = by.clock.after(WATCH_EVERY_MS, () => {
          void look().finally(() => isWatching && lookSoon());
        });
      };
      void look().finally(() => isWatching && lookSoon());
      return () => {
        isWatching = false;
        cancel();
      };
    },
  };
}

/** Says of each server why it cannot be written to. */
function describe(hosts: readonly DatabaseHost[], answers: readonly HostAnswer[], newest: number) {
  const reasons = hosts.map(({ name }, n) => {
    const answer = answers[n];
    if (answer?.kind === "read_only") return `${name} is a standby or read-only`;
    if (answer?.kind === "primary") {
      return `${name} is an old primary (timeline ${answer.timeline}, but ${newest} was used; restart this server if it shall be used)`;
    }
    return `${name}: ${answer?.reason}`;
  });
  return `no server accepts writes: ${reasons.join("; ")}`;
}
