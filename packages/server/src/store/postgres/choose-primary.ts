/** Chooses the server to write to from what all of them answered. */

/** What a server answered when it was asked. */
export type HostAnswer =
  | {
      readonly kind: "primary";
      /** Grows with each promotion of a standby, so the old primary has a lower one than the new. */
      readonly timeline: number;
      /** A commit waits until a standby has it too. */
      readonly isSynchronous: boolean;
    }
  /** A standby, or a primary that is set to be read-only. */
  | { readonly kind: "read_only" }
  | { readonly kind: "failed"; readonly reason: string; readonly isSilent: boolean };

/**
 * Returns the position of the server to write to: of those that accept writes the one with the newest timeline,
 * `current` if it is one of several, else the first. Returns -1 if there is none. A timeline older than `newest`
 * is never chosen: it belongs to an old primary that lacks what its successor has committed.
 *
 * @param newest The newest timeline that has been used so far; 0 at first.
 */
export function choosePrimary(
  answers: readonly HostAnswer[],
  { current, newest }: { readonly current: number; readonly newest: number },
): number {
  const timelines = answers.map((answer) => (answer.kind === "primary" ? answer.timeline : -1));
  const best = Math.max(...timelines);
  if (best < Math.max(newest, 0)) return -1;
  return timelines[current] === best ? current : timelines.indexOf(best);
}
