// The people of an account get one e-mail for each alert, at their sign-in addresses.
import PostalMime from "postal-mime";
import { useEach } from "../../../../test/harness/use.ts";
import { isOnPostgres } from "../../test/database.ts";
import { MINUTE_MS, NOW, openAlertHarness } from "../../test/store/alerts.ts";
import { createAlertMessages } from "../mail/alert.tsx";
import { ownBodies } from "../store/deliveries/own-bodies.ts";

const harness = useEach(openAlertHarness);
const compose = createAlertMessages({
  fromAddress: "alerts@intray.test",
  sign: (message) => Promise.resolve(message),
  publicUrl: () => "https://intray.test",
});
const one = useEach(() => harness.open({ compose }));
const other = useEach(() => harness.open({ compose }));
beforeEach(() => signUp("ada@example.org"));

const signUp = (email: string, account_id = 1) =>
  harness.fixture.insert("login", { account_id, email });

/** The queued e-mails, oldest first. */
async function mails() {
  const { db, rows: read } = harness.fixture;
  const all = await read("delivery", ["id", "url", "trigger"]);
  const rows = all.filter(({ url }) => url.startsWith("mailto:"));
  const bodies = await ownBodies(db, { ids: rows.map(({ id }) => id) });
  return Promise.all(
    rows.map(async ({ id, url, trigger }) => ({
      url,
      trigger,
      ...(await PostalMime.parse(bodies.get(id)?.body ?? "")),
    })),
  );
}

const failing = () => harness.webhook({ failing_since: NOW - 15 * MINUTE_MS });
const look = () => Promise.all([one.look(), other.look()]);

it("one when a webhook fails and one when it works again, of two processes", async () => {
  await signUp("grace@example.org");
  const id = await failing();

  await look();
  await look();
  await harness.change(id, { failing_since: null, failure_count: 0 });
  await look();
  await look();

  const sent = await mails();
  expect(sent.map(({ url, subject }) => [url, subject])).toEqual([
    ["mailto:ada@example.org", "Webhook fails: Receiver"],
    ["mailto:grace@example.org", "Webhook fails: Receiver"],
    ["mailto:ada@example.org", "Webhook works again: Receiver"],
    ["mailto:grace@example.org", "Webhook works again: Receiver"],
  ]);
  expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(4);
  expect(sent[0]).toMatchObject({ trigger: "alert", to: [{ address: "ada@example.org" }] });
  expect(sent[0]?.text).toContain(`https://intray.test/dashboard/webhooks/${id}`);
});

it("one about all webhooks that fail at once, and one when they work again", async () => {
  const ids: number[] = [];
  for (let n = 0; n < 50; n += 1) ids.push(await failing());

  await look();
  for (const id of ids) await harness.change(id, { failing_since: null, failure_count: 0 });
  await look();

  const sent = await mails();
  const alerts = await one.store.reads.listAlerts({ account_id: 1, resolved: 99 });
  expect(sent.map(({ subject }) => subject)).toEqual([
    "Webhook fails: Receiver (+49)",
    "Webhook works again: Receiver (+49)",
  ]);
  expect(sent[0]?.text).toContain("and 30 more");
  expect(alerts).toHaveLength(50);
});

it("about the webhook for alerts, in its own words", async () => {
  await one.store.writes.setAlertUrl({
    account_id: 1,
    url: "http://127.0.0.1:9/alerts",
    uid: "uid",
    signing_secret: "whsec_YWxlcnRz",
    now: NOW,
  });
  const webhook = await one.store.reads.findAlertWebhook({ account_id: 1 });
  await harness.change(webhook?.id ?? 0, { failing_since: NOW - 15 * MINUTE_MS });

  await look();

  const [mail] = await mails();
  expect(mail?.subject).toBe("Webhook fails: Alerts");
  expect(mail?.text).toMatch(/^The webhook for alerts has failed/);
});

it("none about e-mails that fail, nor when deliveries are on time again", async () => {
  one.disk = { freeBytes: 1, minFreeBytes: 10 };
  await one.look();
  one.disk = { freeBytes: 1_000, minFreeBytes: 10 };
  one.clock.advance(10 * MINUTE_MS);
  await one.look();

  expect((await mails()).map(({ subject }) => subject)).toEqual(["The disk is almost full"]);
});

it("none to addresses that are none, were suppressed, or no longer sign in", async () => {
  await signUp("not an address");
  await signUp("gone@example.org");
  await signUp("left@example.org");
  const suppressed = { suppressed_at: 1, suppressed_reason: "550" };
  await harness.fixture.insert("mail_address", { address: "gone@example.org", ...suppressed });
  await one.store.writes.syncAccountRecipients({ account_id: 1, now: NOW });
  await harness.fixture.db.deleteFrom("login").where("email", "=", "left@example.org").execute();
  await failing();

  await look();

  expect((await mails()).map(({ url }) => url)).toEqual(["mailto:ada@example.org"]);
});

it("about a project to those of its people who may see alerts, and never to others", async () => {
  const { fixture } = harness;
  const people = [
    ["editor@example.org", "editor", 1],
    ["elsewhere@example.org", "editor", 2],
    ["viewer@example.org", "viewer", 1],
    ["all@example.org", "editor", undefined],
  ] as const;
  for (const [email, role, project_id] of people) {
    const limited = project_id === undefined ? 0 : 1;
    const { id: login_id } = await fixture.insert("login", { email, role, limited });
    if (project_id !== undefined) await fixture.insert("login_project", { login_id, project_id });
  }
  await fixture.insert("login", { email: "removed@example.org", removed_at: 1 });
  await fixture.insert("login", { email: "invited@example.org", password_hash: null });
  await failing();
  one.disk = { freeBytes: 1, minFreeBytes: 10 };

  await one.look();

  const sent = (await mails()).map(({ url, subject }) => `${url.slice(7)} ${subject}`);
  expect(sent.toSorted()).toEqual([
    "ada@example.org The disk is almost full",
    "ada@example.org Webhook fails: Receiver",
    "all@example.org The disk is almost full",
    "all@example.org Webhook fails: Receiver",
    "editor@example.org Webhook fails: Receiver",
  ]);
});

it("none to a person who is removed or loses access, also none that is queued", async () => {
  const { id } = await signUp("grace@example.org");
  const { id: editor } = await harness.fixture.insert("login", {
    email: "max@example.org",
    role: "editor",
  });
  await failing();
  await one.look();
  const by = { account_id: 1, actorRole: "owner", now: NOW } as const;

  await one.store.writes.removeMember({ ...by, id });
  await one.store.writes.updateMember({ ...by, id: editor, role: "viewer" });

  const left = await harness.fixture.rows("webhook", ["url"], { purpose: "account" });
  expect(left).toEqual([{ url: "mailto:ada@example.org" }]);
});

it("also to the people of an account if the alerts of the one before it cannot be made", async () => {
  const { db } = harness.fixture;
  await db.insertInto("account").values({ name: "Second", created_at: 1 }).execute();
  await signUp("grace@example.org", 2);
  await failing();
  await harness.change(await failing(), { account_id: 2 });
  const broken = await harness.open({
    compose: (_, { to }) =>
      to === "ada@example.org"
        ? Promise.reject(new Error("broken"))
        : Promise.resolve(Buffer.from("Subject: Alert")),
  });

  await broken.look();

  expect((await mails()).map(({ url }) => url)).toEqual(["mailto:grace@example.org"]);
});

it.runIf(isOnPostgres)("to destinations that two processes create once", async () => {
  const at = { account_id: 1, now: NOW };

  const [first, second] = await Promise.all([
    one.store.writes.syncAccountRecipients(at),
    other.store.writes.syncAccountRecipients(at),
  ]);

  expect(first).toEqual(second);
});
