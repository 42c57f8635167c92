/**
 * A program that works on the queue of a form. Once one was seen, opening a submission in the dashboard must not
 * mark it read, since that would take the submission from the program.
 */

/** What showed that there is one: it claims, lists what is unread, or marks read, each with an API key. */
export type ConsumerAct = "claim" | "list" | "mark";

export interface QueueConsumer {
  readonly act: ConsumerAct;
  /** Of the consumer that claimed, else of the API key. */
  readonly name: string;
  /** When it was first seen; milliseconds since the epoch. */
  readonly at: number;
}

/** Parses the first column that is set: of the form, else of its account. */
export function queueConsumerOf(...columns: readonly (string | null)[]): QueueConsumer | null {
  const column = columns.find((text) => text !== null);
  return column === undefined || column === null ? null : (JSON.parse(column) as QueueConsumer);
}
