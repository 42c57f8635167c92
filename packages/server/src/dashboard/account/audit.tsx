/** `/dashboard/audit`: the audit log, newest entry first. */
import { Hono } from "hono";
import { AUDIT_ACTIONS, type AuditChange, isAuditAction } from "../../domain/account/audit.ts";
import { WEBHOOK_SETTINGS } from "../../domain/delivery/webhook.ts";
import { invalid } from "../../domain/errors.ts";
import { FORM_SETTINGS } from "../../domain/form.ts";
import type { AuditRecord } from "../../store/accounts/audit.ts";
import type { NamedForm } from "../../store/forms/form-names.ts";
import type { UndoRecord } from "../../store/submissions/undo.ts";
import { plural } from "../format/quantities.ts";
import { DELETED_PROJECT } from "../http/notice.ts";
import { withFormsOf } from "../layout/form-label.ts";
import { UndoButton } from "../layout/undo.tsx";
import type { DashboardContext, DashboardEnv, DashboardParts } from "../http/env.ts";
import { Select, TextField, optionsOf } from "../layout/fields.tsx";
import { Timestamp } from "../format/timestamp.tsx";
import { showPage } from "../layout/page.tsx";
import { Card } from "../layout/card.tsx";
import { type Column, pageLinks, Table } from "../layout/lists.tsx";
import { Text } from "../layout/user-text.tsx";

const PER_PAGE = 50;
/** Acts that can be undone, newest first; older ones appear once these are undone or too old. */
const MAX_ACTS = 10;

const ACTIONS: readonly (readonly [string, string])[] = [
  ["", "All actions"],
  ...Object.entries(AUDIT_ACTIONS),
];

export function createAuditPages({ store, clock }: DashboardParts): Hono<DashboardEnv> {
  const routes = new Hono<DashboardEnv>();
  routes.get("/", async (c) => {
    const actor = (c.req.query("actor") ?? "").trim();
    const action = c.req.query("action") ?? "";
    const project = c.req.query("project_id") ?? String(c.var.project?.id ?? "");
    const project_id = /^[1-9]\d{0,14}$/.test(project) ? Number(project) : undefined;
    const projects = await c.var.listProjects();
    const records = await store.reads.listAudit({
      account_id: c.var.session.account_id,
      actor: actor === "" ? undefined : actor,
      action: isAuditAction(action) ? action : undefined,
      project_id,
      limit: PER_PAGE + 1,
      beforeId: cursorOf(c),
    });
    const acts = await store.reads.listUndo({
      account_id: c.var.session.account_id,
      now: clock.now(),
      limit: MAX_ACTS,
    });
    const shown = records.slice(0, PER_PAGE);
    const ids = shown.flatMap(({ subject_kind, subject_id: id }) =>
      subject_kind === "form" && id !== null ? [id] : [],
    );
    const forms = await withFormsOf(c, { store }, [], ids);
    const last = shown.at(-1);
    const isFiltered = actor !== "" || isAuditAction(action) || project_id !== undefined;
    return showPage(c, {
      title: "Audit log",
      section: "audit",
      note: "Changes to this account, revealed secrets, exports and sign-ins. Equal entries within an hour are counted in one.",
      content: (
        <>
          <UndoableActs acts={acts} />
          <form class="card filters" method="get" action="/dashboard/audit">
            <Select name="action" label="Action" value={action} options={ACTIONS} />
            <TextField name="actor" label="E-mail or key name" type="search" value={actor} />
            <Select
              name="project_id"
              label="Project"
              value={project}
              options={optionsOf(projects, "All projects")}
            />
            <div class="row">
              <button>Filter</button>
              {isFiltered ? <a href="/dashboard/audit">Clear filter</a> : null}
            </div>
          </form>
          <Card class="full-width">
            <Table
              class="stack"
              empty={isFiltered ? "No matching entries." : "No entries yet."}
              rows={foldUndos(shown)}
              columns={columnsWith(forms)}
            />
          </Card>
          {pageLinks(c, {
            next_cursor: records.length > PER_PAGE && last !== undefined ? String(last.id) : null,
          })}
        </>
      ),
    });
  });
  return routes;
}

/** Acts on submissions that can be undone, with a button each. */
function UndoableActs({ acts }: { readonly acts: readonly UndoRecord[] }) {
  if (acts.length === 0) return null;
  return (
    <Card id="undo" title="Can be undone">
      <Table
        class="stack"
        rows={acts}
        columns={[
          {
            heading: "Time",
            class: "nowrap",
            cell: ({ created_at }) => <Timestamp at={created_at} />,
          },
          { heading: "User or key", class: "actor", cell: ({ actor }) => <Text of={actor} /> },
          {
            heading: "Action",
            cell: ({ changed, change }) => `${plural(changed, "submission")} ${actWords(change)}`,
          },
          {
            heading: "Undo",
            look: "actions",
            cell: ({ token, change }) => (
              <UndoButton token={token} to="/dashboard/audit" about={actWords(change)} />
            ),
          },
        ]}
      />
    </Card>
  );
}

function actWords(change: UndoRecord["change"]): string {
  const { read, spam, trash, assignee_id, snoozed_until } = change;
  const words = [
    ...(read === undefined ? [] : [read ? "marked done" : "marked not done"]),
    ...(spam === undefined ? [] : [spam ? "marked spam" : "marked not spam"]),
    ...(trash === undefined ? [] : [trash ? "moved to the trash" : "restored from the trash"]),
    ...(assignee_id === undefined
      ? []
      : [assignee_id === null ? "assigned to nobody" : "assigned"]),
    ...(snoozed_until === undefined
      ? []
      : [snoozed_until === null ? "no longer snoozed" : "snoozed"]),
  ];
  return words.join(", ");
}

/** Returns the id of the last entry on the previous page. @throws AppError `invalid`. */
function cursorOf(c: DashboardContext): number | undefined {
  const text = c.req.query("cursor") ?? "";
  if (text === "") return undefined;
  const id = /^[1-9][0-9]{0,15}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(id)) return id;
  throw invalid("cursor", "The cursor in this URL is invalid. Start with the first page.");
}

const columnsWith = (forms: readonly NamedForm[]): readonly Column<AuditRecord>[] => [
  { heading: "Time", class: "nowrap", cell: ({ at }) => <Timestamp at={at} /> },
  { heading: "User or key", class: "actor", cell: (record) => <Actor record={record} /> },
  {
    heading: "Action",
    cell: ({ action, times, detail, changes }) => (
      <>
        {AUDIT_ACTIONS[action]}
        {times > 1 ? ` ${times.toLocaleString("en")} times` : ""}
        {times > 1 && action !== "submissions.undone" ? " within an hour" : ""}
        {detail === null || detail === "" ? null : (
          <div class="soft small">
            <Detail of={detail} />
          </div>
        )}
        {changes === null ? null : <Changes of={JSON.parse(changes) as AuditChange[]} />}
      </>
    ),
  },
  { heading: "Subject", cell: (record) => <Subject record={record} forms={forms} /> },
  { heading: "IP address", class: "soft nowrap", cell: ({ ip }) => ip ?? "" },
];

const LABELS: ReadonlyMap<string, string> = new Map([
  ...Object.entries({ ...WEBHOOK_SETTINGS, ...FORM_SETTINGS }).flatMap(([name, setting]) =>
    "label" in setting ? [[name, setting.label] as const] : [],
  ),
  ["alert_url", "Alert URL"],
  ...(["read", "spam", "trash"] as const).flatMap((name) =>
    [true, false].map((is) => [`${name}: ${is}`, actWords({ [name]: is })] as const),
  ),
]);

/** What was recorded, with the labels that settings have on the pages, and times in the zone of the page. */
function Detail({ of }: { readonly of: string }) {
  const texts = of.replaceAll(/\w+(?:_\w+|: \w+)/g, (name) => LABELS.get(name) ?? name);
  return (
    <>
      {texts
        .split(/(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)/)
        .map((text, index) => (index % 2 === 0 ? <Text of={text} /> : <Timestamp at={text} />))}
    </>
  );
}

const Changes = ({ of }: { readonly of: readonly AuditChange[] }) => (
  <details class="small">
    <summary>Values</summary>
    {of.map((change) => (
      <div>
        {LABELS.get(change.setting) ?? change.setting}: <Text of={change.old || "none"} /> →{" "}
        <Text of={change.new || "none"} />
      </div>
    ))}
  </details>
);

/** Consecutive undos of one actor are one line, as of the newest, with all their times. */
function foldUndos(records: readonly AuditRecord[]): readonly AuditRecord[] {
  const folded: AuditRecord[] = [];
  for (const record of records) {
    const last = folded.at(-1);
    const isMore =
      record.action === "submissions.undone" &&
      last?.action === record.action &&
      last.actor_kind === record.actor_kind &&
      last.actor === record.actor;
    if (isMore) folded.splice(-1, 1, { ...last, times: last.times + record.times });
    else folded.push(record);
  }
  return folded;
}

const ACTOR_KINDS = { session: "", key: "key", server: "command", oidc: "OIDC" } as const;

function Actor({ record: { actor, actor_kind } }: { readonly record: AuditRecord }) {
  const kind = ACTOR_KINDS[actor_kind];
  return (
    <>
      <a href={`/dashboard/audit?actor=${encodeURIComponent(actor)}`}>
        <Text of={actor} />
      </a>
      {kind === "" ? null : <span class="soft small"> ({kind})</span>}
    </>
  );
}

/** Paths of the pages of subjects. */
const PAGES = {
  form: "/dashboard/forms/",
  webhook: "/dashboard/webhooks/",
} as const;

function Subject({
  record: { action, subject_kind, subject_id, subject },
  forms,
}: {
  readonly record: AuditRecord;
  /** With their projects, as they are called now. */
  readonly forms: readonly NamedForm[];
}) {
  if (subject_kind === null || subject_id === null) return null;
  const page =
    action.endsWith(".deleted") || (subject_kind !== "form" && subject_kind !== "webhook")
      ? undefined
      : `${PAGES[subject_kind]}${subject_id}`;
  const form = subject_kind === "form" ? forms.find(({ id }) => id === subject_id) : undefined;
  const name = (
    <>
      {subject_kind} <Text of={form?.name ?? subject ?? String(subject_id)} />
    </>
  );
  if (action === "project.deleted") {
    const undo = { token: `${DELETED_PROJECT}${subject_id}`, to: "/dashboard/audit" };
    return (
      <>
        {name} <UndoButton {...undo} about={`the deletion of ${subject ?? "the project"}`} />
      </>
    );
  }
  return page === undefined ? name : <a href={page}>{name}</a>;
}
