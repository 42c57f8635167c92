/** Parameters of the event stream. */

/** Which events to follow, and from which position. */
export interface FollowParams {
  /** One form, by id or uuid; default: all forms the key can access. */
  readonly form_id?: number | string;
  /** The `id` of the last processed event. The server keeps events for a day. */
  readonly lastEventId?: string;
}
