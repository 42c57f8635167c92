/** Which submissions were deleted since the last export, by the events of the server. */
import type { Intray } from "@intray/sdk";
import { isMissingEndpoint } from "../errors/sdk-problem.ts";

/** Where the last export ended. */
export interface LastEvent {
  /** `undefined` in a file that an earlier version wrote. */
  readonly id: string | undefined;
  /** Whether there is no file yet, which could contain deleted submissions. */
  readonly isFirst: boolean;
}

export interface Deletions {
  readonly ids: ReadonlySet<number>;
  /** Where the next export begins; `undefined` if the server has no events. */
  readonly eventId: string | undefined;
  /** Whether the server still had all events since the last export. */
  readonly isComplete: boolean;
}

/** Reads them before the list of submissions is read, so that no deletion falls between the two. */
export async function readDeletions(
  client: Intray,
  { form, last, signal }: { form: string | undefined; last: LastEvent; signal: AbortSignal },
): Promise<Deletions> {
  const lastEventId = last.id !== undefined && { lastEventId: last.id };
  const events = client.events.follow(
    { ...(form !== undefined && { form_id: form }), ...lastEventId, follow: false },
    { signal },
  );
  const ids = new Set<number>();
  let isComplete = last.isFirst || last.id !== undefined;
  try {
    for await (const event of events) {
      if (event.type === "submission.deleted") ids.add(event.data.id);
      if (event.type === "reset") isComplete = false;
    }
  } catch (error) {
    if (!isMissingEndpoint(error)) throw error;
    return { ids, eventId: undefined, isComplete };
  }
  return { ids, eventId: events.lastEventId, isComplete };
}
