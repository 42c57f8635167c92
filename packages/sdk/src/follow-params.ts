/** Which events a stream follows, and from which position. */
/** Which events, and from where on. */
export interface FollowParams {
  /** One form, by id or uuid; otherwise all that the key reaches. */
  readonly form_id?: number | string;
  /** The `id` of the last event that was dealt with; the server keeps them for a day. */
  readonly lastEventId?: string;
}
