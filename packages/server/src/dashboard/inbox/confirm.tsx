/** Pages between a button of the inbox and its end: is it meant, and is it to go on. */
import { assetUrl } from "../http/assets.ts";
import type { DashboardContext } from "../http/env.ts";
import { BULK_ACTIONS, type BulkActionName } from "./bulk-actions.ts";
import type { Selection } from "./selection.ts";
import { inboxPath, type InboxView } from "./view.ts";
import { showPage } from "../layout/page.tsx";

/** What is deleted for good is asked for twice. */
export async function showDeleteConfirmation(
  c: DashboardContext,
  { view, chosen }: { readonly view: InboxView; readonly chosen: Selection },
): Promise<Response> {
  const what =
    chosen.kind === "matching"
      ? "everything in the trash that matches"
      : chosen.ids.length === 1
        ? "this submission"
        : `these ${chosen.ids.length} submissions`;
  return showPage(c, {
    title: "Delete for good",
    section: "inbox",
    content: (
      <>
        <h1>Delete for good?</h1>
        <form class="card" method="post" action={inboxPath(view, "/do")}>
          <p>
            {`You are about to delete ${what}, with its files and its log of deliveries. Nothing brings it back.`}
          </p>
          <input type="hidden" name="act" value="delete" />
          <input type="hidden" name="sure" value="yes" />
          {chosen.kind === "matching" ? (
            <>
              <input type="hidden" name="which" value="match" />
              <input type="hidden" name="until" value={chosen.until} />
            </>
          ) : (
            chosen.ids.map((id) => <input type="hidden" name="id" value={id} />)
          )}
          <div class="row">
            <button class="danger">Delete for good</button>
            <a class="button" href={inboxPath(view)}>
              Keep
            </a>
          </div>
        </form>
      </>
    ),
  });
}

/** One request took on what it could; the next goes on behind it. */
export async function showContinuation(
  c: DashboardContext,
  {
    view,
    name,
    after,
    until,
    done,
  }: {
    readonly view: InboxView;
    readonly name: BulkActionName;
    readonly after: string;
    readonly until: string;
    readonly done: number;
  },
): Promise<Response> {
  return showPage(c, {
    title: "Not all is done yet",
    section: "inbox",
    scripts: [assetUrl("inbox.js")],
    content: (
      <>
        <h1>Not all is done yet</h1>
        <form
          class="card"
          method="post"
          action={inboxPath(view, "/do")}
          data-quick=""
          data-further=""
        >
          <p role="status">
            {`${done.toLocaleString("en")} ${done === 1 ? "submission" : "submissions"} ${BULK_ACTIONS[name].done} so far. There are more.`}
          </p>
          <input type="hidden" name="act" value={name} />
          <input type="hidden" name="which" value="match" />
          <input type="hidden" name="until" value={until} />
          <input type="hidden" name="after" value={after} />
          <input type="hidden" name="done" value={done} />
          {name === "delete" ? <input type="hidden" name="sure" value="yes" /> : null}
          <div class="row">
            <button class="main">Go on</button>
            <a class="button" href={inboxPath(view)}>
              Stop here
            </a>
          </div>
        </form>
      </>
    ),
  });
}
