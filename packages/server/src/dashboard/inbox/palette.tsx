/** `/dashboard/palette`: finds pages, saved views, forms and submissions. Ctrl+K shows it in a dialog, see palette.js. */
import { Hono } from "hono";
import { fold } from "../../domain/folded-text.ts";
import { dataOf, errorOf, byQuery } from "../http/api-client.ts";
import type { DashboardContext, DashboardEnv, DashboardParts } from "../http/env.ts";
import { mayUse } from "../http/page-roles.tsx";
import { PostForm, TextField } from "../layout/fields.tsx";
import { labelOf } from "../layout/form-label.ts";
import { SECTIONS, showPage } from "../layout/page.tsx";
import { Text } from "../layout/user-text.tsx";
import { addressOf, listViews } from "./saved-views.tsx";
import { nameSubmission } from "../submission/find-submission.ts";

/** Of forms, and of submissions. */
const MAX_FOUND = 8;
/** No index has shorter texts. */
const MIN_SEARCHED = 3;
const MAX_CHARACTERS = 200;

type Links = readonly (readonly [to: string, label: string])[];

const PAGES: Links = [
  ...Object.values(SECTIONS).map(([label, to]) => [to, label] as const),
  ["/dashboard/forms#new", "New form"],
  ["/dashboard/webhooks/new", "New webhook"],
  ["/dashboard/keys#new", "New API key"],
  ["/dashboard/reply_templates", "Reply templates"],
  ["/dashboard/statistics", "Statistics"],
  ["/dashboard/deliveries/send", "Send deliveries again"],
];

export function createPalettePages(parts: DashboardParts): Hono<DashboardEnv> {
  const routes = new Hono<DashboardEnv>();
  routes.get("/", async (c) => {
    const q = (c.req.query("q") ?? "").trim().slice(0, MAX_CHARACTERS);
    const found = (await find(c, parts, q)).filter(([, links]) => links.length > 0);
    return showPage(c, {
      title: "Go to",
      content: (
        <div class="card palette" id="palette">
          <PostForm method="get" action="/dashboard/palette" button="Search" look="other">
            <TextField name="q" type="search" label="Page, form or submission" value={q} />
          </PostForm>
          <div class="found">
            {found.length > 0 ? null : (
              <p class="empty" role="status">
                Nothing found.
              </p>
            )}
            {found.map(([title, links]) => (
              <section>
                <h2>{title}</h2>
                <ul>
                  {links.map(([to, label]) => (
                    <li>
                      <a href={to}>
                        <Text of={label} />
                      </a>
                    </li>
                  ))}
                </ul>
              </section>
            ))}
          </div>
        </div>
      ),
    });
  });
  return routes;
}

async function find(
  c: DashboardContext,
  parts: DashboardParts,
  q: string,
): Promise<readonly (readonly [title: string, links: Links])[]> {
  const views = (await listViews(c, parts)).map((view) => [addressOf(view), view.name] as const);
  const open = PAGES.filter(([to]) => mayUse(c.var.session.role, to));
  const [pages = [], ownViews = []] = [open, views].map((links) =>
    links.filter(([, label]) => fold(label).includes(fold(q))),
  );
  const known = [
    ["Pages", pages],
    ["Views", ownViews],
  ] as const;
  if (q === "") return known;
  const query = { query: q, per_page: MAX_FOUND };
  const [forms, submissions] = await Promise.all([
    c.var.api.GET("/api/v1/forms", byQuery(query)),
    q.length < MIN_SEARCHED
      ? undefined
      : c.var.api.GET("/api/v1/submissions", byQuery({ ...query, count_up_to: MAX_FOUND })),
  ]);
  const formIds = dataOf(forms).forms.map(({ id }) => id);
  // A search that is not finished, such as `is:`, is invalid.
  const isSearch = submissions !== undefined && errorOf(submissions) === undefined;
  const found = isSearch ? dataOf(submissions).submissions : [];
  const ids = [...formIds, ...found.map(({ form_id }) => form_id)];
  const { account_id, member_id, role } = c.var.session;
  const listed = { account_id, member_id, ids: [...new Set(ids)] };
  const named = await parts.store.reads.listFormNames(listed);
  return [
    ...known,
    [
      "Forms",
      named
        .filter(({ id }) => formIds.includes(id))
        .map(({ id, name }) => [
          mayUse(role, "/dashboard/forms")
            ? `/dashboard/forms/${id}`
            : `/dashboard/inbox?form_id=${id}`,
          name,
        ]),
    ],
    [
      "Submissions",
      found.map((one) => [
        `/dashboard/submissions/${one.id}`,
        `${nameSubmission(one)}, ${labelOf(named, one)}`,
      ]),
    ],
  ];
}
