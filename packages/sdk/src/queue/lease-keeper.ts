/** Keeps open leases: maps each submission to its lease token, and renews the leases in time. */

export interface LeaseKeeperOptions {
  readonly leaseMs: number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Extends the leases by a whole `leaseMs`. `lost`: another host has them or may get them. */
  readonly extend: (
    token: string,
    submissionIds: readonly number[],
    signal: AbortSignal,
  ) => Promise<{ readonly kind: "kept"; readonly token: string } | { readonly kind: "lost" }>;
  readonly onLost: (submissionIds: readonly number[]) => void;
}

/** Renewals in the length of a lease: two may fail before it expires. */
const RENEWALS_PER_LEASE = 3;

export class LeaseKeeper {
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
    const { leaseMs, sleep } = this.#options;
    while (!signal.aborted) {
      await sleep(leaseMs / RENEWALS_PER_LEASE, signal);
      const byToken = Map.groupBy(this.#tokens.keys(), (id) => this.#tokens.get(id));
      for (const [token, ids] of byToken) {
        if (token !== undefined && !signal.aborted) await this.#extend(token, ids, signal);
      }
    }
  }

  async #extend(token: string, ids: readonly number[], signal: AbortSignal): Promise<void> {
    const { extend, onLost } = this.#options;
    // Ignore a failed renewal: the next one extends the lease by its whole length.
    const answer = await extend(token, ids, signal).catch(() => undefined);
    const still = ids.filter((id) => this.#tokens.get(id) === token);
    if (answer?.kind === "kept") for (const id of still) this.#tokens.set(id, answer.token);
    if (answer?.kind !== "lost" || still.length === 0) return;
    for (const id of still) this.drop(id);
    onLost(still);
  }
}
