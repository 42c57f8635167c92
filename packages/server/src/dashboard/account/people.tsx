/** The people of the account: what each may do and sees, invitations, and who is removed. */
import { Hono } from "hono";
import type { Account, ApiKey, Member, MemberWithInvitation } from "@intray/sdk/schemas";
import { ROLE_LABELS, ROLES, type Role } from "../../domain/account/role.ts";
import type { AppError } from "../../domain/errors.ts";
import { plural } from "../format/quantities.ts";
import { Timestamp } from "../format/timestamp.tsx";
import { byId, dataOf, errorOf } from "../http/api-client.ts";
import { NOTHING_POSTED, type Posted, readPosted } from "../http/body.ts";
import type { DashboardContext, DashboardEnv, ShownProject } from "../http/env.ts";
import { redirectWithNotice } from "../http/notice.ts";
import { onceFor } from "../http/request-key.tsx";
import { Card } from "../layout/card.tsx";
import { ANSWER, askFirst } from "../layout/confirmation.tsx";
import { CopyCard } from "../layout/copy-card.tsx";
import {
  Checkbox,
  Dependent,
  PostButton,
  PostForm,
  Select,
  TextField,
  LinkButton,
} from "../layout/fields.tsx";
import { ListAndNew, pageLinks, pageQuery, Table } from "../layout/lists.tsx";
import { showPage } from "../layout/page.tsx";
import { listKeys } from "./keys.tsx";

const LIST = "/dashboard/people";

/** What a person has typed and chosen. */
type Typed = ReturnType<typeof readTyped>;

const readTyped = (posted: Posted) => ({
  email: posted.text("email").trim(),
  name: posted.text("name").trim(),
  role: ROLES.find((role) => role === posted.text("role")) ?? "viewer",
  /** `null` = all. */
  project_ids: posted.text("access") === "some" ? posted.texts("project").map(Number) : null,
});

const EMPTY: Typed = { ...readTyped(NOTHING_POSTED), role: "responder" };

const settingsOf = ({ email: _, name, ...access }: Typed) => ({ name: name || null, ...access });

const readMember = async (c: DashboardContext): Promise<Member> =>
  dataOf(await c.var.api.GET("/api/v1/members/{id}", byId(c.req.param("id"))));

export function createPeoplePages(): Hono<DashboardEnv> {
  const routes = new Hono<DashboardEnv>();
  routes.get("/", (c) => showPeople(c));

  routes.post("/", async (c) => {
    const posted = await readPosted(c);
    const typed = readTyped(posted);
    const member = { email: typed.email, ...settingsOf(typed) };
    const made = await c.var.api.POST("/api/v1/members", { body: { member }, ...onceFor(posted) });
    const error = errorOf(made);
    return error === undefined ? showInvited(c, dataOf(made)) : showPeople(c, { typed, error });
  });

  routes.post("/second-factor", async (c) => {
    const posted = await readPosted(c);
    const role = ROLES.find((one) => one === posted.text("second_factor_role")) ?? null;
    const from = posted.text("second_factor_from");
    const body = {
      second_factor_role: role,
      ...(role !== null && from !== "" && { second_factor_from: from }),
    };
    dataOf(await c.var.api.PATCH("/api/v1/account", { body }));
    return redirectWithNotice(c, `${LIST}#second-factor`, "The rule for second factors was saved.");
  });

  routes.get("/:id", async (c) => showPerson(c, { member: await readMember(c) }));

  routes.post("/:id", async (c) => {
    const member = await readMember(c);
    const typed = readTyped(await readPosted(c));
    const body = { member: settingsOf(typed) };
    const changed = await c.var.api.PATCH("/api/v1/members/{id}", { ...byId(member.id), body });
    const error = errorOf(changed);
    if (error !== undefined) return showPerson(c, { member, typed, error });
    return redirectWithNotice(c, LIST, `The access of ${member.email} was saved.`);
  });

  routes.post("/:id/invitation", async (c) => {
    const posted = await readPosted(c);
    const which = { ...byId(c.req.param("id")), ...onceFor(posted) };
    return showInvited(c, dataOf(await c.var.api.POST("/api/v1/members/{id}/invitation", which)));
  });

  routes.get("/:id/remove", async (c) => askToRemove(c, await readMember(c)));

  routes.post("/:id/remove", async (c) => {
    const id = c.req.param("id");
    const isWithKeys = (await readPosted(c)).text(ANSWER) === WITH_KEYS;
    const { email } = dataOf(await c.var.api.DELETE("/api/v1/members/{id}", byId(id)));
    const keys = isWithKeys ? await keysMadeBy(c, Number(id)) : [];
    for (const key of keys) dataOf(await c.var.api.DELETE("/api/v1/api_keys/{id}", byId(key.id)));
    const revoked = isWithKeys ? ` ${plural(keys.length, "API key")} revoked.` : "";
    return redirectWithNotice(
      c,
      LIST,
      `${email} was removed and is signed out.${revoked} Invite the same address again to undo it.`,
    );
  });
  return routes;
}

/** The answer that also revokes the keys of a person. */
const WITH_KEYS = "with keys";

async function keysMadeBy(c: DashboardContext, id: number): Promise<readonly ApiKey[]> {
  const made: ApiKey[] = [];
  for await (const key of listKeys(c)) if (key.made_by === id) made.push(key);
  return made;
}

async function askToRemove(c: DashboardContext, { id, email }: Member) {
  const made = (await keysMadeBy(c, id)).map(({ name }) => name);
  const hasKeys = made.length > 0;
  const keys = hasKeys ? ` Their API keys stay unless you revoke them: ${made.join(", ")}.` : "";
  return askFirst(c, {
    section: "people",
    title: `Remove ${email}`,
    text: `Sessions and live pages of this person end at once. Notes, marks and the audit log keep the name.${keys}`,
    action: `${LIST}/${id}/remove`,
    answers: [
      ["yes", "Remove"],
      ...(hasKeys ? [[WITH_KEYS, "Remove and revoke keys"] as const] : []),
    ],
    isDangerous: true,
    back: `${LIST}/${id}`,
  });
}

const namesOf = (projects: readonly ShownProject[], ids: readonly number[] | null): string =>
  ids === null
    ? "All projects"
    : projects
        .filter(({ id }) => ids.includes(id))
        .map(({ name }) => name)
        .join(", ") || "No project";

async function showPeople(
  c: DashboardContext,
  { typed = EMPTY, error }: { readonly typed?: Typed; readonly error?: AppError } = {},
) {
  const params = { query: pageQuery(c) };
  const [{ members, meta }, projects, account] = await Promise.all([
    c.var.api.GET("/api/v1/members", { params }).then(dataOf),
    c.var.listProjects(),
    c.var.api.GET("/api/v1/account").then(dataOf),
  ]);
  return showPage(c, {
    title: "People",
    section: "people",
    status: error === undefined ? 200 : 422,
    content: (
      <>
        <p class="soft">
          Who can sign in, and what each of them sees. What belongs to other projects does not exist
          for them.
        </p>
        <ListAndNew
          list={
            <Table
              class="stack"
              empty="No people on this page."
              rows={members}
              columns={[
                {
                  heading: "Person",
                  cell: ({ id, email, name }) => (
                    <>
                      <a href={`${LIST}/${id}`}>{name ?? email}</a>
                      {name === null ? null : <div class="soft">{email}</div>}
                    </>
                  ),
                },
                {
                  heading: "Access",
                  cell: ({ role, project_ids, state, invitation_mail }) => (
                    <>
                      {ROLE_LABELS[role].split(":")[0]}
                      {state === "invited" ? (
                        <>
                          {" "}
                          <span class="badge warn">
                            {invitation_mail === "failed" ? "invited, e-mail failed" : "invited"}
                          </span>
                        </>
                      ) : null}
                      <div class="soft">{namesOf(projects, project_ids)}</div>
                    </>
                  ),
                },
                {
                  heading: "Second factor",
                  cell: ({ second_factor }) => (second_factor === true ? "yes" : "no"),
                },
                { heading: "Since", cell: ({ created_at }) => <Timestamp at={created_at} /> },
              ]}
            />
          }
          pages={pageLinks(c, meta)}
          title="Invite a person"
        >
          <PostForm action={LIST} error={error} button="Invite" isOnce>
            <TextField name="email" label="E-mail" type="email" value={typed.email} required />
            <AccessInputs typed={typed} projects={projects} />
          </PostForm>
        </ListAndNew>
        <FactorRule account={account} />
      </>
    ),
  });
}

/** Of whom the account needs a second factor. */
function FactorRule({
  account: { second_factor_role, second_factor_from },
}: {
  readonly account: Account;
}) {
  return (
    <Card
      id="second-factor"
      title="Second factor"
      note="Whoever needs one and has none sets it up after signing in, before any other page opens."
    >
      <PostForm action={`${LIST}/second-factor`} button="Save" look="other">
        <Select
          name="second_factor_role"
          label="Needed of"
          value={second_factor_role ?? ""}
          options={[["", "Nobody"], ...ROLES.map((role) => [role, NEEDED_OF[role]] as const)]}
        />
        <TextField
          name="second_factor_from"
          label="From"
          type="date"
          value={second_factor_from?.slice(0, 10) ?? ""}
          hint="Empty: at once. Until then every page reminds of it."
        />
      </PostForm>
    </Card>
  );
}

const NEEDED_OF: Readonly<Record<Role, string>> = {
  owner: "Owners",
  admin: "Owners and admins",
  editor: "Owners, admins and editors",
  responder: "Everybody but viewers",
  viewer: "Everybody",
};

type AccessInputsProps = { readonly typed: Typed; readonly projects: readonly ShownProject[] };

function AccessInputs({ typed: { name, role, project_ids }, projects }: AccessInputsProps) {
  const access = project_ids === null ? "all" : "some";
  return (
    <>
      <TextField name="name" label="Name" value={name} hint="Optional." />
      <Select
        name="role"
        label="Role"
        value={role}
        options={ROLES.map((one) => [one, ROLE_LABELS[one]] as const)}
      />
      <Select
        name="access"
        member="project_ids"
        label="Projects"
        value={access}
        hint="Owners and admins always have all."
        options={[
          ["all", "All, also those to come"],
          ["some", "Only those checked here"],
        ]}
      />
      <Dependent on={["access", "some"]} value={access}>
        {projects.map(({ id, name: project }) => (
          <Checkbox
            name="project"
            id={`project-${id}`}
            value={String(id)}
            label={project}
            checked={project_ids?.includes(id) === true}
          />
        ))}
      </Dependent>
    </>
  );
}

async function showPerson(
  c: DashboardContext,
  {
    member,
    typed,
    error,
  }: {
    readonly member: Member;
    readonly typed?: Typed;
    readonly error?: AppError;
  },
) {
  const here = `${LIST}/${member.id}`;
  const shown = typed ?? { ...member, name: member.name ?? "" };
  const projects = await c.var.listProjects();
  return showPage(c, {
    title: member.email,
    section: "people",
    status: error === undefined ? 200 : 422,
    crumbs: [["People", LIST]],
    beside: (
      <>
        {member.state === "invited" ? (
          <PostButton action={`${here}/invitation`} label="New link" isOnce />
        ) : null}
        <LinkButton to={`${here}/remove`} label="Remove" look="danger" />
      </>
    ),
    content: (
      <>
        {member.state === "invited" ? <MailState of={member.invitation_mail ?? "none"} /> : null}
        <Card title="Access">
          <PostForm action={here} error={error} button="Save access">
            <AccessInputs typed={shown} projects={projects} />
          </PostForm>
        </Card>
      </>
    ),
  });
}

const MAIL_STATES: Readonly<Record<NonNullable<Member["invitation_mail"]>, string>> = {
  none: "No e-mail was sent: send the link yourself.",
  queued: "The e-mail with the link waits to be sent.",
  sent: "The link was sent by e-mail.",
  failed: "The e-mail with the link could not be delivered. Make a new link and send it yourself.",
};

/** What has become of the e-mail with the link. */
function MailState({ of }: { readonly of: keyof typeof MAIL_STATES }) {
  return (
    <p class={of === "failed" ? "alert" : "soft"}>
      {MAIL_STATES[of]}
      {of === "failed" ? <a href="/dashboard/deliveries?kind=email"> Show e-mails</a> : null}
    </p>
  );
}

/** Shows the link once. */
function showInvited(
  c: DashboardContext,
  { email, invitation_url, invitation_mail, message }: MemberWithInvitation,
) {
  return showPage(c, {
    title: "Invitation",
    section: "people",
    crumbs: [["People", LIST]],
    content: (
      <>
        {invitation_url === null ? (
          <Card title={email}>
            <p>{message}</p>
          </Card>
        ) : (
          <CopyCard
            id="invitation"
            title={`${invitation_mail === "queued" ? "Link for" : "Send this link to"} ${email}`}
            text={invitation_url}
            wraps
          >
            It signs in once, within 72 hours, and asks for a password. It is not shown again.{" "}
            {MAIL_STATES[invitation_mail ?? "none"]}
          </CopyCard>
        )}
        <LinkButton to={LIST} label="Done" />
      </>
    ),
  });
}
