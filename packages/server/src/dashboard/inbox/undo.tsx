/** `/dashboard/undo`: undoes an act from the notice that followed it, or from the audit log. */
import { Hono } from "hono";
import { byId, errorOf, dataOf } from "../http/api-client.ts";
import { readPosted } from "../http/body.ts";
import type { DashboardContext, DashboardEnv } from "../http/env.ts";
import { DELETED_PROJECT, redirectWithNotice, type Undo, returnAddress } from "../http/notice.ts";
import { plural } from "../format/quantities.ts";
import { askFirst } from "../layout/confirmation.tsx";

const INBOX = "/dashboard/inbox";

export function createUndoPages(): Hono<DashboardEnv> {
  const routes = new Hono<DashboardEnv>();
  routes.post("/", async (c) => {
    const posted = await readPosted(c);
    const token = posted.text("undo");
    const to = returnAddress(posted.text("to"), INBOX);
    if (token.startsWith(DELETED_PROJECT)) {
      const id = token.slice(DELETED_PROJECT.length);
      const restored = await c.var.api.POST("/api/v1/projects/{id}/restore", byId(id));
      const sentence =
        errorOf(restored)?.message ??
        `Undone: the project ${dataOf(restored).name} is back, with its forms that nobody has moved or deleted since.`;
      return redirectWithNotice(c, to, sentence);
    }
    const undone = await c.var.api.POST("/api/v1/submissions/undo", { body: { undo: token } });
    const error = errorOf(undone);
    if (error?.code === "not_found") return redirectWithNotice(c, to, error.message);
    const { restored, kept, remaining } = dataOf(undone);
    if (remaining > 0) return askToContinue(c, { token, to, restored, remaining });
    return redirectWithNotice(c, to, describeUndo(restored, kept));
  });
  return routes;
}

function describeUndo(restored: number, kept: number): string {
  const others =
    kept === 0
      ? ""
      : ` ${plural(kept, "other")} ${kept === 1 ? "was" : "were"} changed or deleted since, and left alone.`;
  return `Undone: ${plural(restored, "submission")} ${restored === 1 ? "is" : "are"} as before.${others}`;
}

type Remaining = Undo & { readonly restored: number; readonly remaining: number };

/** Offers to go on; the script does so without asking. */
const askToContinue = (c: DashboardContext, { restored, remaining, token, to }: Remaining) =>
  askFirst(c, {
    section: "inbox",
    title: "Not finished yet",
    heading: "Not finished yet",
    text: `${plural(restored, "submission")} undone so far, ${remaining.toLocaleString("en")} more to go.`,
    action: "/dashboard/undo",
    values: { undo: token, to },
    answers: [["yes", "Continue"]],
    back: to,
    backLabel: "Stop",
    script: "continue",
  });
