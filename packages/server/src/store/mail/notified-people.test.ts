import { isOnPostgres } from "../../../test/database.ts";
import { countLockWaits } from "../../../test/roll-back.ts";
import { changeForm, FIXTURE_BOX, RECIPIENTS, useFixture } from "../../../test/fixture.ts";
import { createLogin, setPassword } from "../accounts/logins.ts";
import { acceptInvitation, removeMember, updateMember } from "../accounts/members.ts";
import { signInByProvider } from "../accounts/provider-logins.ts";
import { createProject, deleteProject, restoreProject } from "../forms/projects.ts";
import { copyForm } from "../forms/forms.ts";
import { listRecipients } from "./mail-addresses.ts";
import { unsubscribe } from "./subscriptions.ts";

const NOW = 5_000;
const fixture = useFixture();
const OWNER = { account_id: 1, actorRole: "owner", now: NOW } as const;
const PASSWORD = { password_hash: "-", now: NOW };
const WHO = { issuer: "https://sso.example.org", subject: "7", email: "single@example.org" };
const BY_PROVIDER = {
  identity: { ...WHO, isVerified: true, name: null, groups: [] },
  roles: undefined,
  session: {
    token_hash: Buffer.alloc(32),
    ip: null,
    user_agent: null,
    now: NOW,
    expires_at: 9_000,
  },
  password_hash: "-",
};

const person = async (name: string, over: object = {}) =>
  (await fixture.insert("login", { email: `${name}@example.org`, password_hash: "-", ...over })).id;
/** One who has access to some projects, by default to that of form 1. */
async function limited(name: string, projects: readonly number[] = [1], over: object = {}) {
  const id = await person(name, { role: "viewer", limited: 1, ...over });
  for (const project_id of projects) {
    await fixture.insert("login_project", { login_id: id, project_id });
  }
  return id;
}
const otherProject = async () =>
  (await createProject(fixture.db, { account_id: 1, name: "Other", now: NOW })).id;
const notified = async (form_id = 1) =>
  (await listRecipients(fixture.db, { form_id })).map(({ address, role, disabled_reason }) =>
    [address, role, disabled_reason].join(" "),
  );
const names = async (form_id = 1) =>
  (await notified(form_id)).map((one) => one.slice(0, one.indexOf("@"))).toSorted();

describe("a form that notifies everybody with access", () => {
  const notify = (over: object = {}) => changeForm(fixture, { notify_people: true, ...over });

  it("has those as recipients who have accepted, without a confirmation", async () => {
    await person("anna");
    await limited("carl");
    await limited("elsewhere", []);
    await person("gone", { removed_at: 1 });
    await person("invited", { password_hash: null });

    const form = await notify({ notification_cc_emails: "Carl@example.org" });

    expect(await notified()).toEqual(["Carl@example.org cc ", "anna@example.org people "]);
    expect(form.notification_emails).toBe("");
    await changeForm(fixture, { notify_people: false });
    expect(await notified()).toEqual(["Carl@example.org cc "]);
  });

  it("follows who gets and loses access", async () => {
    const other = await otherProject();
    const carl = await limited("carl", [other]);
    const invited = await limited("invited", [1], { password_hash: null });
    await person("late", { password_hash: null });
    await person("single", { password_hash: null });
    await notify();
    expect(await names()).toEqual([]);
    const change = (id: number, project_ids: readonly number[]) =>
      fixture.transact((db) => updateMember(db, { ...OWNER, id, project_ids }));

    await change(carl, [other, 1]);
    await fixture.transact((db) => acceptInvitation(db, { login_id: invited, ...PASSWORD }));
    await fixture.transact((db) => setPassword(db, { email: "late@example.org", ...PASSWORD }));
    await fixture.transact((db) => signInByProvider(db, BY_PROVIDER));
    const created = { account_id: 1, email: "New@example.org", ...PASSWORD };
    await fixture.transact((db) => createLogin(db, created));
    expect(await names()).toEqual(["carl", "invited", "late", "new", "single"]);

    await change(carl, [other]);
    await fixture.transact((db) => removeMember(db, { ...OWNER, id: invited }));
    expect(await names()).toEqual(["late", "new", "single"]);
  });

  it("follows the form into other projects", async () => {
    const other = await otherProject();
    await limited("carl");
    await limited("dora", [other]);
    await notify();
    expect(await names()).toEqual(["carl"]);

    await changeForm(fixture, { project_id: other });
    expect(await names()).toEqual(["dora"]);
    await changeForm(fixture, { project_id: 1 });
    const which = { account_id: 1, id: 1, now: NOW };
    await fixture.transact((db) => deleteProject(db, which));
    expect(await names()).toEqual(["dora"]);
    await limited("erin");
    await fixture.transact((db) => restoreProject(db, which));
    expect(await names()).toEqual(["carl", "erin"]);
  });

  it("leaves those who unsubscribe alone, and its copy has people of its own project", async () => {
    const other = await otherProject();
    await person("anna");
    await limited("dora", [other]);
    await notify();
    const { link_token } = await fixture.row("webhook", ["link_token"], { kind: "email" });

    await unsubscribe(fixture.db, { token: link_token ?? "", now: NOW });
    await notify({ name: "Renamed" });
    expect(await notified()).toEqual(["anna@example.org people unsubscribed"]);

    const of = {
      account_id: 1,
      form_id: 1,
      uuid: "0000000000cc",
      recipients: RECIPIENTS,
      now: NOW,
    };
    const copy = await fixture.transact((db) =>
      copyForm(db, { ...of, settings: { project_id: other }, webhooks: [] }, FIXTURE_BOX),
    );
    expect(await names(copy.id)).toEqual(["anna", "dora"]);
  });
});

it.skipIf(!isOnPostgres)(
  "has nobody forgotten who gets access while it begins to notify",
  async () => {
    const id = await limited("carl", [await otherProject()]);

    const { changing } = await fixture.transact(async (db) => {
      await updateMember(db, { ...OWNER, id, project_ids: [1] });
      const notifying = changeForm(fixture, { notify_people: true });
      await vi.waitUntil(async () => (await countLockWaits(fixture.db)) > 0, { interval: 10 });
      return { changing: notifying };
    });
    await changing;

    expect(await names()).toEqual(["carl"]);
  },
);
