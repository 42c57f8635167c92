/** The layout of every page: menu, title, notice and content. */
import { html } from "hono/html";
import { type Child, createContext, useContext } from "hono/jsx";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { assetUrl } from "../http/assets.ts";
import { policyWith, SELF } from "../http/content-policy.ts";
import { Timestamp } from "../format/timestamp.tsx";
import { ZoneContext } from "../format/zone.ts";
import type { DashboardContext, ShownProject } from "../http/env.ts";
import { takeNotice, type Notice } from "../http/notice.ts";
import { IfMayPost, mayUse, RoleContext } from "../http/page-roles.tsx";
import { Hidden } from "./fields.tsx";
import { UndoButton } from "./undo.tsx";

export const SECTIONS = {
  overview: ["Overview", "/dashboard"],
  inbox: ["Inbox", "/dashboard/inbox?tab=unread"],
  forms: ["Forms", "/dashboard/forms"],
  webhooks: ["Webhooks", "/dashboard/webhooks"],
  deliveries: ["Deliveries", "/dashboard/deliveries"],
  email: ["E-mail", "/dashboard/email"],
  keys: ["API keys", "/dashboard/keys"],
  projects: ["Projects", "/dashboard/projects"],
  people: ["People", "/dashboard/people"],
  audit: ["Audit log", "/dashboard/audit"],
  account: ["Account", "/dashboard/account"],
} as const;
type Section = keyof typeof SECTIONS;

/** Chooses the project that all pages show. */
const SHOW_PROJECT = "/dashboard/projects/show";
const PROJECT_MENU = "choose-project";

export interface PageContent {
  /** Of the window. */
  readonly title: string;
  /** Default: the title. */
  readonly heading?: Child;
  /** The pages above it: label, address, and key of the keyboard. */
  readonly crumbs?: readonly (readonly [label: Child, address: string, shortcut?: string])[];
  /** Below the heading. */
  readonly note?: Child;
  /** Beside the heading. */
  readonly beside?: Child;
  /** The menu entry to highlight. */
  readonly section?: Section;
  readonly content: Child;
  /** URLs of scripts, in addition to the one that every page loads. */
  readonly scripts?: readonly string[];
  readonly styles?: readonly string[];
  readonly status?: ContentfulStatusCode;
}

/** Answers with a page with the menu, for signed-in users. */
export async function showPage(c: DashboardContext, shown: PageContent): Promise<Response> {
  const isFrame = c.req.header("sec-fetch-dest") === "iframe";
  if (isFrame && c.req.header("sec-fetch-site") === "same-origin") return showInPane(c, shown);
  const notice = takeNotice(c);
  const { email, role } = c.var.session;
  const [unread, projects] = await Promise.all([
    countToDo(c),
    c.var.listProjects().catch(() => []),
  ]);
  const { scripts = [] } = shown;
  return renderPage(
    c,
    { ...shown, scripts: [assetUrl("palette.js"), ...scripts] },
    <div class="frame">
      <nav class="menu" aria-label="Sections">
        <a class="brand" href="/dashboard">
          Intray
        </a>
        {projects.length > 1 || c.var.project !== undefined ? (
          <ProjectMenu
            projects={projects}
            current={c.var.project}
            returnTo={shown.section === undefined ? "/dashboard" : SECTIONS[shown.section][1]}
          />
        ) : null}
        <button type="button" class="open-menu" popovertarget="sections">
          Menu
        </button>
        <div class="sections-menu" id="sections" popover="auto">
          <ul>
            <li>
              <a class="open-palette" href="/dashboard/palette">
                Go to <kbd>Ctrl+K</kbd>
              </a>
            </li>
            {Object.entries(SECTIONS)
              .filter(([, [, address]]) => mayUse(role, address))
              .map(([name, [label, address]]) => (
                <li>
                  <a href={address} aria-current={name === shown.section ? "page" : undefined}>
                    {label}
                    {name === "inbox" ? <UnreadCount of={unread} /> : null}
                  </a>
                </li>
              ))}
          </ul>
          <form class="user" method="post" action="/dashboard/sign-out" data-user={email}>
            {email} <button class="plain">Sign out</button>
            <br />
            <a href="/dashboard/account#zone-settings">{`Times in ${c.var.zone.name}`}</a>
          </form>
        </div>
      </nav>
      <main id="content">
        <NoticeLine notice={notice} />
        <FactorNotice session={c.var.session} />
        <Head {...shown} />
        {shown.content}
      </main>
    </div>,
  );
}

/**
 * Answers a frame of the inbox: with a page about a submission, without menu. Others are empty, since pane.js opens them
 * in the window, which then shows the notice.
 */
async function showInPane(c: DashboardContext, shown: PageContent): Promise<Response> {
  c.header("Content-Security-Policy", policyWith({ frameAncestors: [SELF] }));
  c.header("X-Frame-Options", "SAMEORIGIN");
  if (!c.req.path.startsWith("/dashboard/submissions/")) return c.html("");
  return renderPage(
    c,
    shown,
    <main id="content" class="in-pane">
      <NoticeLine notice={takeNotice(c)} />
      <Head {...shown} />
      {shown.content}
    </main>,
  );
}

interface ProjectMenuProps {
  readonly projects: readonly ShownProject[];
  /** `undefined` = all. */
  readonly current: ShownProject | undefined;
  readonly returnTo: string;
}

/** Which project the pages show, and the others to choose from. */
function ProjectMenu({ projects, current, returnTo }: ProjectMenuProps) {
  const option = (id: string, name: string) => (
    <button name="project" value={id} aria-current={id === String(current?.id ?? "")}>
      {name}
    </button>
  );
  return (
    <>
      <button type="button" class="open-projects" popovertarget={PROJECT_MENU}>
        <span class="visually-hidden">Project: </span>
        {current?.name ?? "All projects"}
      </button>
      <form
        class="choose-project"
        id={PROJECT_MENU}
        popover="auto"
        method="post"
        action={SHOW_PROJECT}
        aria-label="Projects"
      >
        <Hidden values={{ return_to: returnTo }} />
        {option("", "All projects")}
        {projects.map(({ id, name }) => option(String(id), name))}
        <IfMayPost to={SECTIONS.projects[1]}>
          <a href={SECTIONS.projects[1]}>Manage projects</a>
        </IfMayPost>
      </form>
    </>
  );
}

/** A page that reports an error of the database is shown without the count. */
const countToDo = (c: DashboardContext): Promise<number> => c.var.countToDo().catch(() => 0);

/** The number of submissions that are not done, next to the inbox in the menu. */
const UnreadCount = ({ of }: { readonly of: number }) => (
  <span class="count" data-unread-count hidden={of === 0}>
    {` ${of.toLocaleString("en")}`}
    <span class="visually-hidden"> to do</span>
  </span>
);

/** The title of the window; `title` is that of the page. */
const windowTitle = (title: string): string => `${title} · Intray`;

/** Answers with a narrow page without the menu, for visitors who are not signed in. */
export async function showCard(c: DashboardContext, shown: PageContent): Promise<Response> {
  const notice = takeNotice(c);
  return renderPage(
    c,
    shown,
    <main id="content" class="narrow">
      <NoticeLine notice={notice} />
      <div class="card">
        <Head {...shown} />
        {shown.content}
      </div>
    </main>,
  );
}

function Head({ title, heading = title, crumbs = [], note, beside }: PageContent) {
  const name = <h1>{heading}</h1>;
  if (crumbs.length === 0 && note === undefined && beside === undefined) return name;
  return (
    <div class="head">
      <div>
        {crumbs.length === 0 ? null : (
          <p class="crumbs">
            {crumbs.map(([label, address, shortcut], index) => (
              <>
                {index === 0 ? null : " / "}
                <a href={address} data-key={shortcut}>
                  {label}
                </a>
              </>
            ))}
          </p>
        )}
        {name}
        {note === undefined ? null : <p class="soft">{note}</p>}
      </div>
      {beside}
    </div>
  );
}

async function renderPage(
  c: DashboardContext,
  { title, scripts = [], styles = [], status = 200 }: PageContent,
  body: Child,
): Promise<Response> {
  const { zone } = c.var;
  const document = (
    <html lang="en" data-zone={zone.name} data-zone-source={zone.source}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* The other pages can only be opened with a session. */}
        {c.var.session === undefined ? <meta name="robots" content="noindex" /> : null}
        <meta name="description" content="The dashboard of Intray, a form backend." />
        <title>{windowTitle(title)}</title>
        <link rel="icon" href={assetUrl("icon.svg")} type="image/svg+xml" />
        <link rel="apple-touch-icon" href={assetUrl("icon-180.png")} />
        <link rel="manifest" href={assetUrl("app.webmanifest")} />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fffefb" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#1e1c22" />
        {[assetUrl("style.css"), ...styles].map((address) => (
          <link rel="stylesheet" href={address} />
        ))}
        {[assetUrl("dashboard.js"), assetUrl("drafts.js"), ...scripts].map((address) => (
          <script type="module" src={address}></script>
        ))}
      </head>
      <body>
        <a class="skip" href="#content">
          Skip to content
        </a>
        {inContext(c, body)}
      </body>
    </html>
  );
  const text = await html`<!doctype html>${document}`;
  return c.html(text.toString(), status);
}

const ProjectContext = createContext<ShownProject | undefined>(undefined);

const inContext = ({ var: { zone, project, session } }: DashboardContext, content: Child) => (
  <ZoneContext.Provider value={zone}>
    <RoleContext.Provider value={session?.role ?? "owner"}>
      <ProjectContext.Provider value={project}>{content}</ProjectContext.Provider>
    </RoleContext.Provider>
  </ZoneContext.Provider>
);

/** In an empty list of the account: says that only a project is shown, and offers all. */
export function OnlyInProject() {
  const project = useContext(ProjectContext);
  return project === undefined ? null : (
    <>
      {` Only the project ${project.name} is shown. `}
      <button class="plain" form={PROJECT_MENU} name="project" value="">
        Show all projects
      </button>
    </>
  );
}

function NoticeLine({ notice }: { readonly notice: Notice | undefined }) {
  if (notice === undefined) return null;
  const { sentence, undo } = notice;
  if (undo === undefined) {
    return (
      <p class="notice" role="status">
        {sentence}
      </p>
    );
  }
  return (
    <div class="notice row">
      <p role="status">{sentence}</p>
      <UndoButton {...undo} isKey />
    </div>
  );
}

/** Tells somebody who needs a second factor from some day on. */
function FactorNotice({
  session: { hasFactor, factorDueAt },
}: Pick<DashboardContext["var"], "session">) {
  if (hasFactor || factorDueAt === undefined) return null;
  return (
    <p class="notice">
      The account needs a second factor of you from <Timestamp at={factorDueAt} /> on.{" "}
      <a href="/dashboard/account/second-factor">Set it up</a>
    </p>
  );
}

export async function showFragment(c: DashboardContext, content: Child): Promise<Response> {
  const text = await html`${inContext(c, content)}`;
  return c.html(text.toString());
}
