/** Events of the event stream, and positions in it. */
import type { RowMark } from "./uid.ts";

export type ServiceEvent =
  | {
      readonly kind: "submission.created";
      readonly data: { readonly id: number; readonly form_id: number; readonly uid: string };
    }
  | {
      readonly kind: "submission.updated" | "submission.deleted";
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

/** The last events that were sent: the id of the newest new submission, and of all other events the newest id. */
export interface EventPosition {
  readonly submission: number;
  readonly event: number;
  /** Of the rows that the ids name; `undefined` in a position that version 0.1.0 wrote, which cannot be checked. */
  readonly marks?: PositionMarks | undefined;
}

export interface PositionMarks {
  readonly submission: RowMark;
  /** When the event was recorded, in Unix milliseconds. */
  readonly eventAt: number;
}

/** The ids, then the time and tail of the submission's mark and the time of the event's, with radix 36. */
const POSITION =
  /^(0|[1-9]\d{0,15})-(0|[1-9]\d{0,15})\.([0-9a-z]{1,11})\.([\w-]{0,6})\.([0-9a-z]{1,11})$/;
/** Version 0.1.0 wrote a number in the middle: 0 on SQLite; on PostgreSQL a transaction, by which it ordered events. */
const OLD_POSITION = /^(0|[1-9]\d{0,15})-0-(0|[1-9]\d{0,15})$/;
const RADIX = 36;
/** Of a position before the first row. */
export const NO_MARKS: PositionMarks = { submission: { created_at: 0, tail: "" }, eventAt: 0 };

/** Returns text for the `id` of a Server-Sent Event. */
export function writePosition({ submission, event, marks = NO_MARKS }: EventPosition): string {
  const { created_at, tail } = marks.submission;
  const at = [created_at.toString(RADIX), tail, marks.eventAt.toString(RADIX)];
  return `${submission}-${event}.${at.join(".")}`;
}

/** `undefined` for text that {@link writePosition} did not write. */
export function readPosition(text: string): EventPosition | undefined {
  const [, ...parts] = POSITION.exec(text) ?? OLD_POSITION.exec(text) ?? [];
  const [submission = Number.NaN, event = Number.NaN] = parts.slice(0, 2).map(Number);
  if (!Number.isSafeInteger(submission) || !Number.isSafeInteger(event)) return undefined;
  const [created_at, tail = "", eventAt] = parts.slice(2);
  if (created_at === undefined || eventAt === undefined) return { submission, event };
  const marks = {
    submission: { created_at: Number.parseInt(created_at, RADIX), tail },
    eventAt: Number.parseInt(eventAt, RADIX),
  };
  return { submission, event, marks };
}
