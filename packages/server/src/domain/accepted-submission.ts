/** The result of storing a post. */
export interface AcceptedSubmission {
  readonly id: number;
  readonly spam: boolean;
  /** A delivery waits to be sent. */
  readonly hasDue: boolean;
  /** It was taken in before, under the same Idempotency-Key; nothing was written now. */
  readonly isRepeat: boolean;
}
