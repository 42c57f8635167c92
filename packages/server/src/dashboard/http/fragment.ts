/** Answers with a part of a page as HTML, for that page's script. */
import { html } from "hono/html";
import type { Child } from "hono/jsx";
import type { DashboardContext } from "./env.ts";

export async function showFragment(c: DashboardContext, content: Child): Promise<Response> {
  const text = await html`${content}`;
  return c.html(text.toString());
}
