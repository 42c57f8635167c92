/** A part of a page, for the script of the page that it belongs to. */
import { html } from "hono/html";
import type { Child } from "hono/jsx";
import type { DashboardContext } from "./env.ts";

export async function showFragment(c: DashboardContext, content: Child): Promise<Response> {
  const text = await html`${content}`;
  return c.html(text.toString());
}
