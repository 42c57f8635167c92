/** The events of the event stream. They hold ids and no field values. */
import type { DeliveryState } from "./api-types.ts";

interface EventOf<Type extends string, Data> {
  /** Tells which data the event has. */
  readonly type: Type;
  /** Pass it to a later `follow` to continue after this event. */
  readonly id: string | undefined;
  readonly data: Data;
}

/** A submission, with the API's names. */
interface SubmissionIds {
  readonly id: number;
  readonly form_id: number;
}

/** A post was stored. */
export type SubmissionCreatedEvent = EventOf<
  "submission.created",
  SubmissionIds & {
    /** As in the submission's record. A server of version 0.1.0 does not send it. */
    readonly uid?: string;
  }
>;

/** A submission was marked, tagged or changed otherwise. */
export type SubmissionUpdatedEvent = EventOf<"submission.updated", SubmissionIds>;

/** A submission was deleted; its record cannot be read any more. */
export type SubmissionDeletedEvent = EventOf<"submission.deleted", SubmissionIds>;

/** A delivery was attempted, canceled or queued by a user. */
export type DeliveryUpdatedEvent = EventOf<
  "delivery.updated",
  {
    readonly id: number;
    readonly form_id: number;
    /** `null` for a test delivery with a sample. */
    readonly submission_id: number | null;
    readonly webhook_id: number;
    readonly state: DeliveryState;
  }
>;

/** Events were lost: read the lists again. */
export type ResetEvent = EventOf<"reset", { readonly [name: string]: never }>;

/**
 * One event; its `type` tells the type of its `data`. A newer server may send types that are not listed here:
 * end a `switch` with a default branch.
 */
export type IntrayEvent =
  | SubmissionCreatedEvent
  | SubmissionUpdatedEvent
  | SubmissionDeletedEvent
  | DeliveryUpdatedEvent
  | ResetEvent;

export type EventType = IntrayEvent["type"];
/** The data of any event, with the API's names. */
export type EventData = IntrayEvent["data"];

/** Which events to follow, and from which position. */
export interface FollowParams {
  /** One form, by id or uuid; default: all forms the key can access. */
  readonly form_id?: number | string;
  /** The `id` of the last processed event. The server keeps events for a day. */
  readonly lastEventId?: string;
  /** `false`: end with the last event up to now. */
  readonly follow?: boolean;
}
