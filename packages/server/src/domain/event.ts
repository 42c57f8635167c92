/** Events of the event stream, and positions in it. */

export type ServiceEvent =
  | {
      readonly kind: "submission.created" | "submission.updated" | "submission.deleted";
      readonly data: { readonly id: number; readonly form_id: number };
    }
  | {
      readonly kind: "delivery.updated";
      readonly data: {
        readonly id: number;
        readonly form_id: number;
        /** `null` for a test delivery with a sample. */
        readonly submission_id: number | null;
        readonly webhook_id: number;
        /** As in the webhook log. */
        readonly state: string;
      };
    };

/**
 * The last events that were sent: the id of the newest new submission, and for all other changes the
 * transaction that made them (0 on SQLite) and the id of the event.
 */
export interface EventPosition {
  readonly submission: number;
  readonly transaction_id: number;
  readonly event: number;
}

const POSITION = /^(0|[1-9]\d{0,15})-(0|[1-9]\d{0,15})-(0|[1-9]\d{0,15})$/;

/** Returns text for the `id` of a Server-Sent Event. */
export function writePosition({ submission, transaction_id, event }: EventPosition): string {
  return `${submission}-${transaction_id}-${event}`;
}

/** `undefined` for text that {@link writePosition} did not write. */
export function readPosition(text: string): EventPosition | undefined {
  const [, ...digits] = POSITION.exec(text) ?? [];
  const [submission = Number.NaN, transaction_id = Number.NaN, event = Number.NaN] =
    digits.map(Number);
  const isWhole = [submission, transaction_id, event].every((one) => Number.isSafeInteger(one));
  return isWhole ? { submission, transaction_id, event } : undefined;
}
