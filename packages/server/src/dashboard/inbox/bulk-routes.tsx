/** Bulk actions and exports of the inbox: on the selected rows, a page, or all matching submissions. */
import { Hono } from "hono";
import { csvColumns } from "@intray/sdk/columns";
import { invalid, AppError } from "../../domain/errors.ts";
import { type Posted, readPosted } from "../http/body.ts";
import { newToken } from "../../domain/account/sign-in-link.ts";
import { recordAct } from "../account/record-audit.ts";
import { plural } from "../format/quantities.ts";
import { dayOf } from "../format/zone.ts";
import type { DashboardContext, DashboardEnv, DashboardParts } from "../http/env.ts";
import { redirectWithNotice } from "../http/notice.ts";
import { preferFormZone } from "../http/preferences.ts";
import {
  actionOf,
  type BulkActionName,
  ENTER,
  INPUTS,
  isBulkActionName,
  countMatching,
  matchingPages,
  runOnMatching,
  readBulkSelection,
  type Selection,
} from "./bulk-actions.ts";
import {
  askToContinue,
  askToDelete,
  askToChange,
  countDelivered,
  askToRefire,
} from "./confirm.tsx";
import { EXPORTED, EXPORT_FORMATS, isExportFormat, selectPages } from "./export.ts";
import { firstPage, inboxPath, type InboxView, readView } from "./view.ts";

/** More submissions are only changed after a question. */
const MAX_UNASKED = 100;
/** Bounds memory: a page is read whole, and a submission may be 2 MiB. */
const EXPORT_PAGE_SIZE = 25;

export function createBulkRoutes(parts: DashboardParts): Hono<DashboardEnv> {
  const { clock, random, log } = parts;
  const routes = new Hono<DashboardEnv>();

  routes.post("/bulk", async (c) => {
    await preferFormZone(c, c.req.query("form_id") ?? "");
    const view = readView(c);
    const posted = await readPosted(c);
    const action = readAction(posted);
    const { input, isUndoable } = actionOf(action);
    const selection = readBulkSelection(posted);
    if (isEmptySelection(selection)) return redirectToSelect(c, view);
    const text = input === undefined ? "" : posted.text(input);
    if (input !== undefined && /^[\s,]*$/.test(text)) {
      return redirectWithNotice(c, inboxPath(view), `${INPUTS[input]} Nothing was changed.`);
    }
    const typed = input === undefined ? {} : { [input]: text };
    if (action === "delete" && !posted.has("confirmed")) {
      return askToDelete(c, { view, selection });
    }
    if (action === "delete" && selection.kind === "matching" && view.tab !== "trash") {
      throw invalid("tab", "Only submissions in the trash can be deleted permanently.");
    }
    if (action === "refire" && !posted.has("confirmed")) {
      const delivered = await countDelivered(c.var.api, selection);
      if (delivered !== 0) return askToRefire(c, { view, selection, delivered });
    }
    if (isUndoable === true && !posted.has("confirmed")) {
      const { count, isExact } =
        selection.kind === "ids"
          ? { count: selection.ids.length, isExact: true }
          : await countMatching(c.var.api, view);
      if (count > MAX_UNASKED) {
        return askToChange(c, { view, selection, action, typed, count: { count, isExact } });
      }
    }
    const undone = posted.text("undo") || newToken(random);
    const options = { text, zone: view.zone, now: clock.now(), undo: undone };
    const to = inboxPath(firstPage(view));
    const undo = isUndoable === true ? { token: options.undo, to } : undefined;
    if (selection.kind === "ids") {
      const done = await actionOf(action).run(c.var.api, selection.ids, options);
      return redirectWithNotice(c, inboxPath(view), resultNotice(action, done), undo);
    }
    const { until } = selection;
    const before = Number(posted.text("done"));
    const doneBefore = Number.isSafeInteger(before) && before > 0 ? before : 0;
    // Starts with the first match, or where the last request stopped, whichever page is shown.
    const scope = { view: { ...view, cursor: posted.text("after") }, until };
    const { done, next } = await runOnMatching(c.var.api, action, { scope, options, clock });
    const total = doneBefore + done;
    const first = firstPage(view);
    if (next === null) {
      return redirectWithNotice(c, inboxPath(first), resultNotice(action, total), undo);
    }
    const progress = {
      bulk_action: action,
      after: next,
      until,
      done: String(total),
      text,
      undo: undo?.token ?? "",
    };
    return c.redirect(inboxPath(first, "/bulk/continue", progress), 303);
  });

  routes.get("/bulk/continue", async (c) => {
    const query = (name: string) => c.req.query(name) ?? "";
    const action = query("bulk_action");
    if (!isBulkActionName(action)) {
      throw new AppError("not_found", "There is no bulk action to continue.");
    }
    return askToContinue(c, readView(c), {
      action,
      after: query("after"),
      until: query("until"),
      text: query("text"),
      undo: query("undo"),
      done: Number(query("done")) || 0,
    });
  });

  routes.post("/export", async (c) => {
    const view = readView(c);
    const posted = await readPosted(c);
    const format = posted.text("format");
    if (!isExportFormat(format)) throw invalid("format", "The export format must be csv or json.");
    const selection = readBulkSelection(posted);
    if (isEmptySelection(selection)) return redirectToSelect(c, view);
    const pages = () => exportPages(c, view, selection);
    // Errors of the first page are thrown before the response starts, so that they get an error page.
    await pages().next();
    const what =
      selection.kind === "ids" ? `${selection.ids.length} selected` : `all matching in ${view.tab}`;
    const entry = { action: "submissions.exported", detail: `${format}, ${what}` } as const;
    await recordAct(c, parts, c.var.session, entry);
    const { type, text } = EXPORT_FORMATS[format];
    const bytes = encodeText(text(pages, readColumns(posted)), (error) => {
      log.error({ err: error, path: c.req.path }, "An export failed.");
      // Breaks the connection, so that the client does not mistake the partial file for a whole one.
      c.env.outgoing.destroy();
    });
    const day = dayOf(c.var.zone.name, clock.now());
    return c.body(ReadableStream.from(bytes), 200, {
      "Content-Type": type,
      "Content-Disposition": `attachment; filename="submissions-${view.tab}-${day}.${format}"`,
      "X-Content-Type-Options": "nosniff",
    });
  });
  return routes;
}

/** The columns of the table that is exported, and after them the others if that is asked for; none = all. */
function readColumns(posted: Posted): readonly string[] {
  const technical = posted.has("technical") ? csvColumns.keys() : [];
  return [...new Set([...posted.texts("column"), ...technical])];
}

function readAction(posted: Posted): BulkActionName {
  const pressed = posted.text("bulk_action");
  const name = pressed !== ENTER ? pressed : posted.text("snooze") === "" ? "tag" : "snooze";
  if (isBulkActionName(name)) return name;
  throw invalid("bulk_action", "Unknown bulk action. Go back and use a button of the inbox.");
}

const isEmptySelection = (selection: Selection) =>
  selection.kind === "ids" && selection.ids.length === 0;

const redirectToSelect = (c: DashboardContext, view: InboxView) =>
  redirectWithNotice(c, inboxPath(view), "No submissions are selected. Nothing was changed.");

function resultNotice(action: BulkActionName, count: number): string {
  if (action === "refire" && count === 0) {
    return "None of these submissions has an enabled webhook. Nothing was sent.";
  }
  if (action === "refire_undelivered" && count === 0) {
    return "No enabled webhook is left that has not accepted them. Nothing was sent.";
  }
  return `${plural(count, "submission")} ${actionOf(action).result}.`;
}

async function* exportPages(c: DashboardContext, view: InboxView, selection: Selection) {
  if (selection.kind === "ids") {
    yield* selectPages(c.var.api, selection.ids, EXPORTED);
    return;
  }
  const scope = { view: firstPage(view), until: selection.until };
  const shown = { ...EXPORTED, per_page: EXPORT_PAGE_SIZE };
  for await (const { submissions } of matchingPages(c.var.api, scope, shown)) yield submissions;
}

async function* encodeText(
  text: AsyncIterable<string>,
  onError: (error: unknown) => void,
): AsyncGenerator<Uint8Array<ArrayBuffer>, undefined> {
  const encoder = new TextEncoder();
  try {
    for await (const part of text) if (part !== "") yield encoder.encode(part);
  } catch (error) {
    onError(error);
  }
  return undefined;
}
