/** `GET /events`: submissions and deliveries as they change. */
import type { Hono } from "hono";
import { zStreamEventsQuery } from "@intray/sdk/schemas";
import { readPosition, writePosition } from "../domain/event.ts";
import type { ApiEnv, ApiParts } from "./http/env.ts";
import { parseQuery } from "./http/request.ts";
import { namedScope } from "./http/scope.ts";
import type { SendEvents } from "./http/send-events.ts";

export function eventRoutes(app: Hono<ApiEnv>, parts: ApiParts, sendEvents: SendEvents): void {
  const { reads } = parts.store;
  app.get("/events", async (c) => {
    const query = parseQuery(c, zStreamEventsQuery);
    const { scope } = await namedScope(parts, c.get("caller"), query);
    const source = {
      newest: async () => writePosition(await reads.newestEventPosition({})),
      async read(text: string) {
        const after = readPosition(text);
        const page = after && (await reads.readEvents({ ...scope, after }));
        if (page?.kind !== "page") return undefined;
        const events = page.events.map(({ event, position }) => ({
          ...event,
          position: position && writePosition(position),
        }));
        return { ...page, events, position: writePosition(page.position) };
      },
    };
    return sendEvents(c, source, { follows: query.follow });
  });
}
