/** The source of a run: the unread list, or leases. */
import { hostname } from "node:os";
import type { Intray } from "@intray/sdk";
import { claimSource, clientSource, type QueueSource } from "@intray/sdk/queue";
import { usageFailure } from "../errors/failure.ts";
import { escapeLine } from "../terminal/text.ts";
import { systemPause } from "../clock.ts";
import type { RunFlags } from "./run-flags.ts";

const LEASE_MS = 300_000;
const MAX_LEASE_MS = 3_600_000;

export interface SourceOptions {
  readonly client: Intray;
  readonly flags: RunFlags;
  /** The form, if `--form` is set. */
  readonly formId: number | undefined;
  readonly note: (sentence: string) => void;
  readonly warn: (sentence: string) => void;
}

/** Creates the source. @throws Failure 2 for flags that cannot be used with leases. */
export function openSource({ client, flags, formId, note, warn }: SourceOptions): QueueSource {
  const { filter, consumer, claim } = flags;
  const queue = {
    client,
    ...(formId !== undefined && { form_id: formId }),
    consumer,
    host: hostname(),
    onOtherHost: (host: string) =>
      warn(
        `Another run, on ${escapeLine(host)}, works on this queue too, so both may handle the same submissions. Stop one of them, or run both with --claim.`,
      ),
  };
  if (!claim) return clientSource({ ...queue, filter });
  return claimSource({
    ...queue,
    ...leaseTerms(flags),
    limit: flags.batch ?? 1,
    sleep: systemPause,
    onLost: (ids) =>
      note(`Lost the lease on ${ids.join(", ")}: another machine may handle it too.`),
  });
}

/** The filter and the length of leases, with --claim. @throws Failure 2 if they are not possible. */
export function leaseTerms({ filter, lease: leaseMs = LEASE_MS }: RunFlags) {
  if (filter === "trash") {
    throw usageFailure(
      "--claim cannot lease submissions in the trash.",
      "Remove --claim or --filter trash.",
    );
  }
  if (leaseMs >= 1_000 && leaseMs <= MAX_LEASE_MS) {
    return { filter, lease_seconds: Math.round(leaseMs / 1_000) };
  }
  throw usageFailure(
    "--lease must be between 1s and 1h.",
    "A short lease is enough: it is renewed while a handler runs.",
  );
}
