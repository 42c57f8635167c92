import { isOnPostgres } from "../../../test/database.ts";
import { countLockWaits } from "../../../test/roll-back.ts";
import { changeForm, useFixture } from "../../../test/fixture.ts";
import type { FormChange } from "../../domain/form.ts";
import { createLogin } from "../accounts/logins.ts";
import { deleteForm, findForm } from "../forms/forms.ts";
import { unaskedAddresses, waitingAddress } from "./confirmations.ts";
import { refusalReason } from "../../domain/delivery/destination.ts";
import { findSendingDestinations } from "../destinations/sending-destinations.ts";
import { confirmAddress, confirmWithoutLink, findConfirmation } from "./mail-addresses.ts";
import { listRecipients, troubledRecipients } from "./mail-addresses.ts";
import {
  queueSubscribeLink,
  subscribeAgain,
  unsubscribedRecipient,
  findSubscription,
  unsubscribe,
} from "./subscriptions.ts";

const NOW = 5_000;
const DAY_MS = 86_400_000;
const fixture = useFixture();
let saves = 0;

/** Each save has another seed, as in the API. */
const save = (settings: FormChange, mustConfirm = true) =>
  changeForm(fixture, {
    ...settings,
    recipients: { seed: `seed ${(saves += 1)}`, mustConfirm },
    now: NOW,
  });
const SHOWN = ["id", "name", "url", "recipient_role", "enabled", "disabled_reason"] as const;
const destinations = () =>
  fixture.rows("webhook", [...SHOWN, "takes_submissions", "link_token"], { kind: "email" });
const signIn = (email: string) =>
  createLogin(fixture.db, { account_id: 1, email, password_hash: "-", now: NOW });
const states = async () =>
  Object.fromEntries((await destinations()).map((row) => [row.name, row.disabled_reason]));
const linkOf = async (address: string) =>
  (await fixture.row("mail_address", ["link_token"], { address })).link_token ?? "";
const confirm = async (address: string) =>
  confirmAddress(fixture.db, { token: await linkOf(address), now: NOW });
const subscriptionLinkOf = async (address: string) =>
  (await destinations()).find(({ name }) => name === address)?.link_token ?? "";

describe("the recipients of a form", () => {
  it("are destinations that wait for their confirmation", async () => {
    const form = await save({
      notification_emails: "Ada@example.org, bob@example.org",
      notification_bcc_emails: "carl@example.org, ada@example.org",
    });

    expect(await destinations()).toMatchObject([
      {
        name: "Ada@example.org",
        url: "mailto:Ada@example.org",
        recipient_role: "to",
        enabled: 0,
        disabled_reason: "not_confirmed",
        takes_submissions: 1,
        link_token: expect.stringMatching(/^[\w-]{22}$/),
      },
      { name: "bob@example.org", recipient_role: "to" },
      { name: "carl@example.org", recipient_role: "bcc" },
    ]);
    expect(form).toMatchObject({
      notification_emails_pending: "Ada@example.org, bob@example.org",
      notification_cc_emails_pending: "",
      notification_bcc_emails_pending: "carl@example.org, ada@example.org",
    });
  });

  it("get nothing while they are people without access to the form", async () => {
    await save(
      { notification_emails: "Gone@example.org, client@example.org, any@example.org" },
      false,
    );
    await fixture.insert("login", { email: "gone@example.org", removed_at: 1 });
    const client = { email: "client@example.org", role: "responder", limited: 1 } as const;
    const { id: login_id } = await fixture.insert("login", client);
    const ids = (await fixture.rows("webhook", ["id"], { kind: "email" })).map(({ id }) => id);
    const refused = async () => {
      const sending = await findSendingDestinations(fixture.db, { ids }, fixture.box);
      const listed = await listRecipients(fixture.db, { form_id: 1 });
      const troubled = await troubledRecipients(fixture.db, { account_id: 1, limit: 9 });
      const refusals = [...sending.values()].filter(({ enabled }) => !enabled);
      expect(refusals.map(({ id }) => id)).toEqual(troubled.map(({ id }) => id));
      expect(refusals.map((one) => refusalReason(one, "intake"))).toEqual(
        troubled.map((one) => one.disabled_reason),
      );
      return listed.filter((one) => one.disabled_reason === "no_access").map((one) => one.address);
    };

    expect(await refused()).toEqual(["Gone@example.org", "client@example.org"]);
    await fixture.insert("login_project", { login_id, project_id: 1 });
    await fixture.update("login", { removed_at: null });
    expect(await refused()).toEqual([]);
  });

  it("are enabled by the link of their address, once for all forms", async () => {
    await save({ notification_emails: "ada@example.org, bob@example.org" });

    expect(await confirm("ada@example.org")).toBe(true);
    expect(await states()).toEqual({ "ada@example.org": null, "bob@example.org": "not_confirmed" });
    await save({ notification_emails: "" });
    await save({ notification_emails: "ada@example.org" });

    expect(await states()).toEqual({ "ada@example.org": null });
    const link = await linkOf("ada@example.org");
    expect(await findConfirmation(fixture.db, { token: link, now: NOW })).toEqual({
      address: "ada@example.org",
      state: "confirmed",
    });
  });

  it("need no confirmation if they sign in with the address, or if the server asks for none", async () => {
    await signIn("ada@example.org");

    await save({ notification_emails: "ADA@example.org, bob@example.org" });
    const asked = await states();
    await save({ notification_cc_emails: "carl@example.org" }, false);

    expect(asked).toEqual({ "ADA@example.org": null, "bob@example.org": "not_confirmed" });
    expect(Object.values(await states())).toEqual([null, null, null]);
  });

  it("are confirmed when somebody gets to sign in with their address", async () => {
    await save({ notification_emails: "Ada@example.org" });

    await signIn("ada@Example.org");

    expect(await states()).toEqual({ "Ada@example.org": null });
  });

  it("keep their row and links while other settings change", async () => {
    await save({ notification_emails: "ada@example.org, bob@example.org" });
    const [before] = await destinations();

    await save({
      notification_emails: "",
      notification_cc_emails: "Ada@example.org",
      notification_schedule: "daily",
    });
    await save({ name: "Renamed" });

    expect(await destinations()).toEqual([
      {
        ...before,
        name: "Ada@example.org",
        url: "mailto:Ada@example.org",
        recipient_role: "cc",
        takes_submissions: 0,
      },
    ]);
  });

  it("are removed with their form", async () => {
    await save({ notification_emails: "ada@example.org" });
    const token = await subscriptionLinkOf("ada@example.org");

    await deleteForm(fixture.db, { account_id: 1, form_id: 1, now: NOW }, fixture.box);

    expect(await destinations()).toEqual([]);
    expect(await findSubscription(fixture.db, { token })).toBeUndefined();
  });

  it("are all confirmed once the server asks for no confirmation any more", async () => {
    await save({ notification_emails: "ada@example.org, bob@example.org" });

    await confirmWithoutLink(fixture.db, { now: NOW });

    expect(Object.values(await states())).toEqual([null, null]);
  });

  it("may be 150, and are replaced in one change", async () => {
    const list = (name: string) =>
      Array.from({ length: 50 }, (_, n) => `${name}${n}@example.org`).join(", ");
    const lists = (name: string) => ({
      notification_emails: list(`${name}a`),
      notification_cc_emails: list(`${name}b`),
      notification_bcc_emails: list(`${name}c`),
    });

    await save(lists("x"));
    await save(lists("y"));

    const rows = await destinations();
    expect(rows).toHaveLength(150);
    expect(rows.every(({ name }) => name.startsWith("y"))).toBe(true);
    expect(new Set(rows.map(({ link_token }) => link_token)).size).toBe(150);
  });
});

it("recipients that wait are found by their address, and all that were not asked yet; not those of a deleted form", async () => {
  await save({ notification_emails: "ada@example.org, bob@example.org" });
  await confirm("bob@example.org");
  const found = async () => [
    (await waitingAddress(fixture.db, { account_id: 1, address: "ADA@example.org" }))?.address,
    (await unaskedAddresses(fixture.db, { now: NOW, limit: 9 })).map(({ address }) => address),
  ];
  const before = await found();

  await deleteForm(fixture.db, { account_id: 1, form_id: 1, now: NOW }, fixture.box);

  expect(before).toEqual(["ada@example.org", ["ada@example.org"]]);
  expect(await found()).toEqual([undefined, []]);
});

describe("a recipient who unsubscribes", () => {
  it("leaves one form, and stays away when the owner adds the address again", async () => {
    await save({ notification_emails: "ada@example.org" });
    await confirm("ada@example.org");
    const token = await subscriptionLinkOf("ada@example.org");

    await unsubscribe(fixture.db, { token, now: NOW });
    const gone = await states();
    await save({ notification_emails: "" });
    await save({ notification_emails: "ADA@example.org" });

    expect(gone).toEqual({ "ada@example.org": "unsubscribed" });
    expect(await states()).toEqual({ "ADA@example.org": "unsubscribed" });
    const ref = { id: 1, uuid: undefined };
    const form = await findForm(fixture.db, { account_id: 1, ref }, fixture.box);
    expect(form).toMatchObject({ notification_emails_pending: "" });
  });

  it.skipIf(!isOnPostgres)("stays away if the owner saves the form at the same time", async () => {
    await save({ notification_emails: "ada@example.org" });
    await confirm("ada@example.org");
    const token = await subscriptionLinkOf("ada@example.org");

    const saved = await fixture.transact(async (db) => {
      await unsubscribe(db, { token, now: NOW });
      const saving = save({ notification_emails: "ada@example.org, bob@example.org" });
      await vi.waitUntil(async () => (await countLockWaits(fixture.db)) > 0, { interval: 10 });
      return { saving };
    });
    await saved.saving;

    expect(await states()).toMatchObject({ "ada@example.org": "unsubscribed" });
  });

  it("may subscribe again by a link that was sent to it, but not by the link that unsubscribed it", async () => {
    await save({ notification_emails: "ada@example.org" });
    const token = await subscriptionLinkOf("ada@example.org");
    for (const _ of ["once", "twice"]) await unsubscribe(fixture.db, { token, now: NOW });
    const found = await unsubscribedRecipient(fixture.db, { token });
    const to = { account_id: 1, form_id: 1, destination_id: found?.destination_id ?? 0 };
    const sha256 = Buffer.alloc(32);
    const body = { content_type: "message/rfc822", body: Buffer.from("x"), sha256 };
    const mail = { ...to, address: "ada@example.org", body };
    const ask = (subscribe_token: string, now: number) =>
      queueSubscribeLink(fixture.db, { ...mail, subscribe_token, uid: subscribe_token, now });

    const asked = [await ask("first", NOW), await ask("second", NOW + DAY_MS - 1)];
    const wrong = [
      await subscribeAgain(fixture.db, { token, now: NOW }),
      await subscribeAgain(fixture.db, { token: "second", now: NOW }),
      await subscribeAgain(fixture.db, { token: "first", now: NOW + 7 * DAY_MS }),
    ];
    const right = await subscribeAgain(fixture.db, { token: "first", now: NOW + DAY_MS });

    expect(found).toMatchObject({ ...to, address: "ada@example.org", asked_at: null });
    expect(asked).toEqual(["queued", "too_many"]);
    expect([...wrong, right]).toEqual([false, false, false, true]);
    expect(await states()).toEqual({ "ada@example.org": null });
    expect(await findSubscription(fixture.db, { token })).toEqual({
      address: "ada@example.org",
      form_name: expect.any(String),
      language: null,
      is_subscribed: true,
    });
  });
});
