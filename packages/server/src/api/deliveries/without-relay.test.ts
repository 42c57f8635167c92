// E-mails of a server without a relay wait, are named, and go out once there is one.
import type { AttentionList, DeliveryList } from "@intray/sdk/schemas";
import { useShared } from "../../../../../test/harness/use.ts";
import { freshDatabase, settingsFor } from "../../../test/database.ts";
import { openBeside } from "../../../test/database-dump.ts";
import { startRelay } from "../../../test/mail/relay.ts";
import { createRows } from "../../../test/store/rows.ts";
import { startTestServer } from "../../../test/test-server.ts";

const KEY = "the-account-key-of-the-first-account";
const relay = useShared(startRelay);

/** A server on the same database whenever it is started; the owner's address needs no confirmation. */
async function openHouse() {
  const fresh = await freshDatabase();
  const settings = { ...settingsFor(fresh), INTRAY_BOOTSTRAP_ACCOUNT_KEY: KEY };
  let running = await startTestServer(settings);
  onTestFinished(async () => {
    await running.close({ atOnce: true });
    await fresh.drop();
  });
  const db = await openBeside(fresh.database);
  await createRows(db).insert("login", { email: "ada@example.org" });
  await db.destroy();
  const call = async (method: string, path: string, json?: object) => {
    const answer = await fetch(`${running.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json" },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
    expect(answer.status).toBeLessThan(300);
    return (await answer.json()) as unknown;
  };
  const form = (await call("POST", "/api/v1/forms", {
    name: "Contact",
    notification_emails: "ada@example.org, eve@example.org",
  })) as { readonly uuid: string };
  return {
    post: (message: string) => call("POST", `/f/${form.uuid}.json`, { message }),
    attention: async () => (await call("GET", "/api/v1/attention")) as AttentionList,
    deliveries: async () =>
      ((await call("GET", "/api/v1/deliveries?kind=email")) as DeliveryList).deliveries,
    dismiss: (item: object) => call("POST", "/api/v1/attention/dismiss", item),
    async setUpRelay() {
      await running.close();
      running = await startTestServer({ ...settings, ...relay.settings });
    },
  };
}

describe("on a server without a relay", () => {
  it("e-mails wait for setup, are named, and go out once there is a relay", async () => {
    const house = await openHouse();
    await house.post("forty chairs");

    const { attention, submissions } = await house.attention();
    const before = await house.deliveries();
    await house.setUpRelay();
    await expect.poll(() => relay.messages.map(({ to }) => to)).toContainEqual(["ada@example.org"]);
    const sent = async () => (await house.deliveries()).map(({ state }) => state);
    await expect.poll(sent).toContain("succeeded");

    expect(submissions).toBe(2);
    expect(attention).toMatchObject([
      { destination_name: "ada@example.org", reason: "waiting_for_setup", can_send: false },
      {
        message:
          "1 submission of My project / Contact did not reach eve@example.org: the recipient had not confirmed the address.",
        reason: "not_confirmed",
      },
    ]);
    expect(attention[0]?.message).toContain("no e-mail relay yet. Set INTRAY_SMTP_URL");
    expect(before.map((one) => [one.address, one.state, one.waiting_for_setup])).toEqual([
      ["eve@example.org", "skipped", false],
      ["ada@example.org", "queued", true],
    ]);
    expect((await house.attention()).attention).toMatchObject([{ reason: "not_confirmed" }]);
  });

  it("what waits can be dropped; nothing that a relay could send is dropped by that name", async () => {
    const house = await openHouse();
    await house.post("one");
    const [item] = (await house.attention()).attention;
    const dropped = { id: item?.id, until: item?.newest_at };

    expect(await house.dismiss(dropped)).toMatchObject({ count: 1 });
    expect((await house.attention()).attention).toMatchObject([{ reason: "not_confirmed" }]);
    expect((await house.deliveries()).at(-1)).toMatchObject({
      state: "canceled",
      reason: "stopped",
    });
    await house.post("two");
    relay.behavior.greeting = [421, "4.3.2 Later"];
    await house.setUpRelay();
    const retrying = async () => (await house.deliveries()).map(({ state }) => state);
    await expect.poll(retrying).toContain("retrying");
    relay.behavior.greeting = undefined;
    expect(await house.dismiss({ ...dropped, until: "2999-01-01" })).toMatchObject({ count: 0 });
  });
});
