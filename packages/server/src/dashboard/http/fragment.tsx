/** Answers with a part of a page as HTML, for that page's script. */
import { html } from "hono/html";
import type { Child } from "hono/jsx";
import { ZoneContext } from "../format/zone.ts";
import type { DashboardContext } from "./env.ts";

export async function showFragment(c: DashboardContext, content: Child): Promise<Response> {
  const text =
    await html`${(<ZoneContext.Provider value={c.get("zone")}>{content}</ZoneContext.Provider>)}`;
  return c.html(text.toString());
}
