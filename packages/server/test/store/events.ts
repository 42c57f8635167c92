/** Events in tests: read a page, and write it as short lines. */
import type { EventPosition } from "../../src/domain/event.ts";
import { type EventPage, readEvents } from "../../src/store/events/events.ts";
import type { Fixture } from "../fixture.ts";

/** Every event of account 1. */
export const EVERYTHING = { account_id: 1, form_id: undefined };

/** The page after a position. @throws Error if there is a gap. */
export async function readPage(
  { db }: Pick<Fixture, "db">,
  after: EventPosition,
  scope: Partial<{ account_id: number; form_id: number | undefined }> = {},
): Promise<EventPage> {
  const page = await readEvents(db, { ...EVERYTHING, ...scope, after });
  if (page.kind === "gap") throw new Error("There is a gap.");
  return page;
}

/** Each event as `kind id`, followed by the state of a delivery. */
export const linesOf = ({ events }: EventPage) =>
  events.map(({ event: { kind, data } }) =>
    [kind, data.id, ...("state" in data ? [data.state] : [])].join(" "),
  );
