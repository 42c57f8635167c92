/** Leases under way: which submissions hang on which token, and that none of them runs out. */

export interface LeaseKeeperOptions {
  readonly leaseMs: number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Asks for a whole `leaseMs` more. `lost`: the server gave them to somebody else, or may. */
  readonly extend: (
    token: string,
    submissionIds: readonly number[],
    signal: AbortSignal,
  ) => Promise<{ readonly kind: "kept"; readonly token: string } | { readonly kind: "lost" }>;
  readonly onLost: (submissionIds: readonly number[]) => void;
}

/** A third of the lease: two renewals may fail before it runs out. */
const RENEWALS = 3;

export class LeaseKeeper {
  readonly #options: LeaseKeeperOptions;
  readonly #tokens = new Map<number, string>();
  #idle: AbortController | undefined;

  constructor(options: LeaseKeeperOptions) {
    this.#options = options;
  }

  /** Renewed from now on, until each is dropped. */
  hold(token: string, submissionIds: readonly number[]): void {
    for (const id of submissionIds) this.#tokens.set(id, token);
    if (this.#idle !== undefined || this.#tokens.size === 0) return;
    this.#idle = new AbortController();
    void this.#renew(this.#idle.signal);
  }

  /** `undefined` when it is not held. */
  tokenOf(submissionId: number): string | undefined {
    return this.#tokens.get(submissionId);
  }

  drop(submissionId: number): void {
    this.#tokens.delete(submissionId);
    if (this.#tokens.size === 0) this.close();
  }

  /** What is still held runs out by itself. */
  close(): void {
    this.#tokens.clear();
    this.#idle?.abort();
    this.#idle = undefined;
  }

  /** Ends with its signal, and never rejects. */
  async #renew(signal: AbortSignal): Promise<void> {
    const { leaseMs, sleep } = this.#options;
    while (!signal.aborted) {
      await sleep(leaseMs / RENEWALS, signal);
      const byToken = Map.groupBy(this.#tokens.keys(), (id) => this.#tokens.get(id));
      for (const [token, ids] of byToken) {
        if (token !== undefined && !signal.aborted) await this.#extend(token, ids, signal);
      }
    }
  }

  async #extend(token: string, ids: readonly number[], signal: AbortSignal): Promise<void> {
    const { extend, onLost } = this.#options;
    // A renewal that did not come through is made up for by the next.
    const answer = await extend(token, ids, signal).catch(() => undefined);
    const still = ids.filter((id) => this.#tokens.get(id) === token);
    if (answer?.kind === "kept") for (const id of still) this.#tokens.set(id, answer.token);
    if (answer?.kind !== "lost" || still.length === 0) return;
    for (const id of still) this.drop(id);
    onLost(still);
  }
}
