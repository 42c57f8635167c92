/** The buttons of the inbox: they change what is ticked or matches, ask before it is deleted, or export it. */
import { Hono } from "hono";
import { AppError, invalid } from "../../domain/errors.ts";
import { recordAudit } from "../account/record-audit.ts";
import { type Posted, readPosted } from "../http/body.ts";
import type { DashboardContext, DashboardEnv, DashboardParts } from "../http/env.ts";
import { BULK_ACTIONS, type BulkActionName, isBulkActionName } from "./bulk-actions.ts";
import { type Selection, readSelection } from "./selection.ts";
import { FORMATS, isFormat, selectedPages } from "./export.ts";
import { showContinuation, showDeleteConfirmation } from "./confirm.tsx";
import { runOnMatching, matchingPages } from "./matching.ts";
import { inboxPath, type InboxView, readView } from "./view.ts";
import { redirectWithNotice } from "../http/notice.ts";

/** A submission may be 2 MiB, and a page is held whole. */
const EXPORT_PAGE_SIZE = 25;

export function bulkRoutes(parts: DashboardParts): Hono<DashboardEnv> {
  const { clock, log } = parts;
  const routes = new Hono<DashboardEnv>();

  routes.post("/do", async (c) => {
    const view = readView(c);
    const posted = await readPosted(c);
    const name = readAction(posted);
    const chosen = readSelection(posted);
    if (isEmptySelection(chosen)) return redirectToSelect(c, view);
    if (name === "delete" && !posted.has("sure"))
      return showDeleteConfirmation(c, { view, chosen });
    if (name === "delete" && chosen.kind === "matching" && view.tab !== "trash") {
      throw invalid("tab", "Only what is in the trash is deleted for good.");
    }
    const before = Number(posted.text("done"));
    const already = Number.isSafeInteger(before) && before > 0 ? before : 0;
    if (chosen.kind === "named") {
      const done = await BULK_ACTIONS[name].run(c.get("api"), chosen.ids);
      return redirectWithNotice(c, inboxPath(view), resultNotice(name, done));
    }
    // The page that is shown stays where it is; the walk begins at the front, or where it stopped.
    const meant = { view: { ...view, cursor: posted.text("after") }, until: chosen.until };
    const { done, next } = await runOnMatching(c.get("api"), name, { meant, clock });
    const total = already + done;
    return next === null
      ? redirectWithNotice(c, inboxPath({ ...view, cursor: "" }), resultNotice(name, total))
      : c.redirect(
          inboxPath({ ...view, cursor: "" }, "/more", {
            act: name,
            after: next,
            until: chosen.until,
            done: String(total),
          }),
          303,
        );
  });

  routes.get("/more", async (c) => {
    const name = c.req.query("act") ?? "";
    if (!isBulkActionName(name))
      throw new AppError("not_found", "There is nothing here to go on with.");
    const text = (member: string) => c.req.query(member) ?? "";
    return showContinuation(c, {
      view: readView(c),
      name,
      after: text("after"),
      until: text("until"),
      done: Number(text("done")) || 0,
    });
  });

  routes.post("/export", async (c) => {
    const view = readView(c);
    const posted = await readPosted(c);
    const format = posted.text("format");
    if (!isFormat(format)) throw invalid("format", "An export is csv or json.");
    const chosen = readSelection(posted);
    if (isEmptySelection(chosen)) return redirectToSelect(c, view);
    const pages = () => pagesOf(c, view, chosen);
    // Whatever is refused is refused here, while there can be a page that says so.
    await pages().next();
    const which =
      chosen.kind === "named" ? `${chosen.ids.length} ticked` : `all that match in ${view.tab}`;
    const entry = { action: "submissions.exported", detail: `${format}, ${which}` } as const;
    await recordAudit(c, parts, c.get("session"), entry);
    const { type, text } = FORMATS[format];
    const bytes = encoded(text(pages), (error) => {
      log.error({ err: error, path: c.req.path }, "An export broke off.");
      // A file that ends early is not to look whole.
      c.env.outgoing.destroy();
    });
    const day = new Date(clock.now()).toISOString().slice(0, 10);
    return c.body(ReadableStream.from(bytes), 200, {
      "Content-Type": type,
      "Content-Disposition": `attachment; filename="submissions-${view.tab}-${day}.${format}"`,
      "X-Content-Type-Options": "nosniff",
    });
  });
  return routes;
}

function readAction(posted: Posted): BulkActionName {
  const name = posted.text("act");
  if (isBulkActionName(name)) return name;
  throw invalid("act", "This page has no such button. Go back and use one that it has.");
}

const isEmptySelection = (chosen: Selection) => chosen.kind === "named" && chosen.ids.length === 0;

const redirectToSelect = (c: DashboardContext, view: InboxView) =>
  redirectWithNotice(c, inboxPath(view), "Nothing was ticked, so nothing was done.");

function resultNotice(name: BulkActionName, n: number): string {
  const what = n === 1 ? "1 submission" : `${n.toLocaleString("en")} submissions`;
  if (name === "refire" && n === 0) return "No webhook is enabled for these; nothing was sent.";
  return `${what} ${BULK_ACTIONS[name].done}.`;
}

async function* pagesOf(c: DashboardContext, view: InboxView, chosen: Selection) {
  if (chosen.kind === "named") {
    yield* selectedPages(c.get("api"), chosen.ids);
    return;
  }
  const meant = { view: { ...view, cursor: "" }, until: chosen.until };
  for await (const { submissions } of matchingPages(c.get("api"), meant, EXPORT_PAGE_SIZE))
    yield submissions;
}

async function* encoded(
  text: AsyncIterable<string>,
  onError: (error: unknown) => void,
): AsyncGenerator<Uint8Array<ArrayBuffer>, undefined> {
  const encoder = new TextEncoder();
  try {
    for await (const piece of text) if (piece !== "") yield encoder.encode(piece);
  } catch (error) {
    onError(error);
  }
  return undefined;
}
