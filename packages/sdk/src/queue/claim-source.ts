/** A queue source that leases submissions, so that several hosts share one queue. Needs a server with claims. */
import { ApiError } from "../errors.ts";
import type { Claim, ClaimFilter, Extend, Release } from "../api-types.ts";
import type { QueueCallOptions, QueueClient } from "./client-source.ts";
import { isUnknownRecord, sourceErrorOf, sourceOf } from "./client-source.ts";
import { type Asked, queueHost, type QueueHost, type QueueHostOptions } from "./queue-host.ts";
import type { GiveBack, LeasedSubmission, QueueSource, UnreadPage } from "./source.ts";
import { QueueSourceError } from "./source.ts";

/** The client methods that the source calls; `Intray` of this package has them. */
export interface ClaimClient {
  readonly submissions: QueueClient["submissions"] & {
    claim(
      claim: Claim,
      options: QueueCallOptions,
    ): Asked<{ readonly submissions: readonly LeasedSubmission[]; readonly lease_token: string }>;
    release(release: Release, options: { signal: AbortSignal }): PromiseLike<unknown>;
    extend(
      extend: Extend,
      options: { signal: AbortSignal },
    ): PromiseLike<{ readonly lease_token: string }>;
  };
}

/** Which submissions to lease, for which consumer and how long. */
export interface ClaimSourceOptions extends QueueHostOptions {
  readonly client: ClaimClient;
  /** Submissions in the trash cannot be leased. */
  readonly filter: ClaimFilter;
  /** One form; default: all forms the key can access. */
  readonly form_id?: number | string;
  /** The server shows this name with the lease. */
  readonly consumer: string;
  /** Whole seconds, 1 to 3,600; default 300. Leases are renewed for as long as the handler runs. */
  readonly lease_seconds?: number;
  /**
   * Submissions to lease in one call, 1 to 100; default 1. Use the number of concurrent handlers:
   * submissions that wait for a handler are leased too.
   */
  readonly limit?: number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Called with the submissions whose lease is lost. Their handlers go on, but another host may handle them too. */
  readonly onLost?: (submissionIds: readonly number[]) => void;
}

const NO_SUCH_ENDPOINT: readonly number[] = [404, 405, 501];
/** Statuses for a lease that has ended or belongs to another host. */
const LOST_LEASE: readonly number[] = [404, 409, 410];

/** Returns a source that yields only submissions it has leased. */
export function claimSource(options: ClaimSourceOptions): QueueSource {
  const { client, filter, form_id, consumer, lease_seconds = 300, limit = 1 } = options;
  const { submissions } = client;
  const keeper = new LeaseKeeper({ ...options, lease_seconds });
  const claim: Claim = {
    filter,
    limit,
    lease_seconds,
    consumer,
    ...(form_id === undefined ? {} : { form_id }),
  };
  const host = queueHost(options, { ...options, leases: true });
  const plain = sourceOf(options, host);
  return {
    async *listUnread(signal): AsyncIterable<UnreadPage> {
      for (;;) {
        const answer = await claimOrExplain(submissions, claim, host, signal);
        if (answer.submissions.length === 0) return;
        keeper.add(
          answer.lease_token,
          answer.submissions.map(({ id }) => id),
        );
        yield { kind: "leased", submissions: answer.submissions };
      }
    },

    get: (id, signal) => plain.get(id, signal),

    async markRead(id, signal, uid) {
      const answer = await plain.markRead(id, signal, uid);
      keeper.drop(id);
      return answer;
    },

    async giveBack(ids, how, signal): Promise<void> {
      const byToken = Map.groupBy(ids, (id) => keeper.tokenOf(id));
      for (const id of ids) keeper.drop(id);
      for (const [token, leased] of byToken) {
        if (token !== undefined) await release(submissions, token, leased, how, signal);
      }
    },

    close: () => keeper.close(),
  };
}

/** @throws QueueSourceError with an explanation if the server has no leases. */
async function claimOrExplain(
  submissions: ClaimClient["submissions"],
  claim: Claim,
  { headers, hear }: QueueHost,
  signal: AbortSignal,
) {
  try {
    return await hear(submissions.claim(claim, { signal, headers }));
  } catch (error) {
    // For an unknown form the server's own error message is the better one.
    const isForm = claim.form_id !== undefined && isUnknownRecord(error);
    const isMissing = error instanceof ApiError && NO_SUCH_ENDPOINT.includes(error.status);
    if (!isMissing || isForm) throw sourceErrorOf(error);
    throw new QueueSourceError(
      "refused",
      `This server cannot lease submissions: it answered ${error.status} to POST /submissions/claim. Run the queue without claims, on one host at a time, or use a newer server.`,
      { cause: error },
    );
  }
}

async function release(
  submissions: ClaimClient["submissions"],
  token: string,
  ids: readonly number[],
  how: GiveBack,
  signal: AbortSignal,
): Promise<void> {
  try {
    await submissions.release(
      {
        lease_token: token,
        submission_ids: [...ids],
        ...(how.kind === "later" && { retry_after_seconds: Math.ceil(how.afterMs / 1_000) }),
        ...(how.kind === "dead" && { dead: true }),
      },
      { signal },
    );
  } catch (error) {
    if (!isLost(error)) throw sourceErrorOf(error);
  }
}

/** Needs Intray's own error body: a 404 from a proxy says nothing about the lease. */
const isLost = (error: unknown): boolean =>
  error instanceof ApiError && error.hasErrorBody && LOST_LEASE.includes(error.status);

type LeaseKeeperOptions = Pick<ClaimSourceOptions, "client" | "sleep" | "onLost"> & {
  readonly lease_seconds: number;
};

/** Renewals in the length of a lease: two may fail before it expires. */
const RENEWALS_PER_LEASE = 3;

/** Maps each submission to its lease token, and renews the leases in time. */
class LeaseKeeper {
  readonly #options: LeaseKeeperOptions;
  readonly #tokens = new Map<number, string>();
  #renewing: AbortController | undefined;

  constructor(options: LeaseKeeperOptions) {
    this.#options = options;
  }

  /** Starts to renew these leases, until each is dropped. */
  add(token: string, submissionIds: readonly number[]): void {
    for (const id of submissionIds) this.#tokens.set(id, token);
    if (this.#renewing !== undefined || this.#tokens.size === 0) return;
    this.#renewing = new AbortController();
    void this.#renew(this.#renewing.signal);
  }

  /** `undefined` if the submission is not leased. */
  tokenOf(submissionId: number): string | undefined {
    return this.#tokens.get(submissionId);
  }

  drop(submissionId: number): void {
    this.#tokens.delete(submissionId);
    if (this.#tokens.size === 0) this.close();
  }

  /** Stops all renewals. Leases that are still open expire by themselves. */
  close(): void {
    this.#tokens.clear();
    this.#renewing?.abort();
    this.#renewing = undefined;
  }

  /** Runs until the signal fires. Never rejects. */
  async #renew(signal: AbortSignal): Promise<void> {
    const { lease_seconds, sleep } = this.#options;
    while (!signal.aborted) {
      await sleep((lease_seconds * 1_000) / RENEWALS_PER_LEASE, signal);
      const byToken = Map.groupBy(this.#tokens.keys(), (id) => this.#tokens.get(id));
      for (const [token, ids] of byToken) {
        if (token !== undefined && !signal.aborted) await this.#extend(token, ids, signal);
      }
    }
  }

  async #extend(token: string, ids: readonly number[], signal: AbortSignal): Promise<void> {
    const { client, lease_seconds, onLost } = this.#options;
    const stillLeased = () => ids.filter((id) => this.#tokens.get(id) === token);
    try {
      const { lease_token } = await client.submissions.extend(
        { lease_token: token, lease_seconds, submission_ids: [...ids] },
        { signal },
      );
      for (const id of stillLeased()) this.#tokens.set(id, lease_token);
    } catch (error) {
      // Any other failure is ignored: the next renewal extends the lease by its whole length.
      if (!isLost(error)) return;
      const lost = stillLeased();
      for (const id of lost) this.drop(id);
      if (lost.length > 0) onLost?.(lost);
    }
  }
}
