/** The result of storing a post. */
export interface AcceptedSubmission {
  readonly id: number;
  readonly spam: boolean;
  /** Whether at least one delivery is due. */
  readonly hasDue: boolean;
  /** The post was stored before under the same Idempotency-Key; nothing was written this time. */
  readonly isRepeat: boolean;
}
