/** Saved views of the inbox: a menu beside its tabs. */
import { Hono } from "hono";
import { mayAs } from "../../domain/account/role.ts";
import { AppError, invalid } from "../../domain/errors.ts";
import type { SavedView } from "../../store/submissions/saved-views.ts";
import { recordAct } from "../account/record-audit.ts";
import { readPosted } from "../http/body.ts";
import type { DashboardContext, DashboardEnv, DashboardParts } from "../http/env.ts";
import { redirectWithNotice } from "../http/notice.ts";
import { DENSITIES, type Density } from "../http/preferences.ts";
import { Checkbox, PostButton, PostForm, TextField } from "../layout/fields.tsx";
import { Text } from "../layout/user-text.tsx";
import { firstPage, inboxPath, type InboxView, readView, viewQuery } from "./view.ts";

const INBOX = "/dashboard/inbox";
const MAX_NAME_CHARACTERS = 60;
const MAX_QUERY_CHARACTERS = 2_000;

export const addressOf = ({ query }: SavedView) => `${INBOX}${query}`;

/** The filter of a view without its page, and with the project that is shown. */
function filterOf(c: DashboardContext, view: InboxView): string {
  const { project } = c.var;
  const query = viewQuery(firstPage(view));
  return project === undefined ? query : `${query}&project=${project.id}`;
}

const personOf = ({ var: { session } }: DashboardContext) => ({
  account_id: session.account_id,
  login_id: session.login_id ?? 0,
  member_id: session.member_id,
});

/** Viewers, and people with access to some projects, change nothing that others see. */
const mayShare = ({ var: { session } }: DashboardContext): boolean =>
  session.member_id === undefined && mayAs(session.role, "responder");

/** As {@link personOf}, without the shared views if the person may not change them. */
const writerOf = (c: DashboardContext) => {
  const person = personOf(c);
  return mayShare(c) ? person : { ...person, member_id: person.login_id };
};

export const listViews = (c: DashboardContext, { store }: Pick<DashboardParts, "store">) =>
  store.reads.listSavedViews(personOf(c));

export function createViewRoutes(parts: DashboardParts): Hono<DashboardEnv> {
  const { store, clock } = parts;
  const routes = new Hono<DashboardEnv>();
  routes.post("/", async (c) => {
    const posted = await readPosted(c);
    const name = posted.text("name").trim();
    if (!/^\P{Cc}+$/u.test(name) || Array.from(name).length > MAX_NAME_CHARACTERS) {
      const rule = `1 to ${MAX_NAME_CHARACTERS} characters on one line`;
      throw new AppError("invalid", `The name of a view has ${rule}. Change it.`);
    }
    const query = filterOf(c, readView(c));
    if (query.length > MAX_QUERY_CHARACTERS) {
      throw invalid("query", "This search is too long to be saved. Shorten it.");
    }
    const isShared = posted.has("shared") && mayShare(c);
    await store.writes.saveView({ ...writerOf(c), name, query, isShared, now: clock.now() });
    const entry = { action: "view.saved", detail: isShared ? `${name}, shared` : name } as const;
    await recordAct(c, parts, c.var.session, entry);
    return redirectWithNotice(c, `${INBOX}${query}`, `The view ${name} was saved.`);
  });

  routes.post("/:id/delete", async (c) => {
    const name = await store.writes.deleteView({ ...writerOf(c), id: Number(c.req.param("id")) });
    const entry = { action: "view.deleted", detail: name } as const;
    await recordAct(c, parts, c.var.session, entry);
    return redirectWithNotice(c, INBOX, `The view ${name} was deleted.`);
  });
  return routes;
}

interface ViewMenuProps {
  readonly c: DashboardContext;
  readonly view: InboxView;
  readonly views: readonly SavedView[];
  readonly density: Density;
}

function DensitySwitch({ density, view }: { readonly density: Density; readonly view: InboxView }) {
  return (
    <form class="density" method="post" action="/dashboard/inbox/density" aria-label="Density">
      <input type="hidden" name="return_to" value={inboxPath(view)} />
      {Object.entries(DENSITIES).map(([name, label]) => (
        <button
          name="density"
          value={name}
          aria-pressed={name === density ? "true" : "false"}
          data-keep="intray_density"
        >
          {label}
        </button>
      ))}
    </form>
  );
}

/** How the rows look, the saved views, and a form that saves the filter that is shown. */
export function ViewMenu({ c, view, views, density }: ViewMenuProps) {
  const shown = filterOf(c, view);
  const current = views.find(({ query }) => query === shown);
  return (
    <>
      <button type="button" class="open-views" popovertarget="saved-views">
        {current === undefined ? "Views" : <Text of={current.name} />}
      </button>
      <div class="card saved-views" id="saved-views" popover="auto">
        <DensitySwitch density={density} view={view} />
        {views.length === 0 ? null : (
          <ul aria-label="Saved views">
            {views.map((one) => (
              <li>
                <a href={addressOf(one)} aria-current={one === current ? "page" : undefined}>
                  <Text of={one.name} />
                  {one.login_id === null ? <span class="small soft"> shared</span> : null}
                </a>
                {one.login_id !== null || mayShare(c) ? (
                  <PostButton
                    action={`${INBOX}/views/${one.id}/delete`}
                    label="Delete"
                    about={one.name}
                    confirm={`Delete the view ${one.name}?`}
                  />
                ) : null}
              </li>
            ))}
          </ul>
        )}
        <PostForm action={inboxPath(view, "/views")} button="Save view" look="other">
          <TextField
            name="name"
            id="view-name"
            label="Save this search as"
            autocomplete="off"
            required
          />
          {mayShare(c) ? <Checkbox name="shared" label="For all people of the account" /> : null}
        </PostForm>
      </div>
    </>
  );
}
