/** The commands about deliveries of every kind, on the real server with a real relay. */
import type { Delivery, Form } from "@intray/sdk";
import { startRelay } from "../../../../server/test/mail/relay.ts";
import { useRealServer } from "../../../test/real-server.ts";
import { failed } from "../../../test/workbench.ts";

const relay = await startRelay({ recipients: { "gone@example.org": [550, "5.1.1 No such user"] } });
afterAll(() => relay.stop());
const { client, run, json } = await useRealServer({
  INTRAY_SMTP_URL: relay.url,
  INTRAY_MAIL_FROM: "forms@intray.test",
  INTRAY_MAIL_CONFIRM: "false",
});
const form = await json<Form>("forms", "create", "--name", "Contact");
beforeAll(async () => {
  const to = "notification_emails=ada@example.org,gone@example.org";
  await json("forms", "update", String(form.id), "--set", to);
  await client.submissions.create(form.uuid, { message: "hello" });
  await vi.waitUntil(async () => (await listed()).every(({ finished_at }) => finished_at));
});

const listed = async (...flags: string[]) =>
  (await json("deliveries", "list", ...flags))["deliveries"] as readonly Delivery[];
const idOf = async (address: string): Promise<string> => {
  const found = (await listed()).findLast((delivery) => delivery.address === address);
  return String(found?.id);
};

describe("deliveries list", () => {
  it("shows recipients, states and the relay's answers", async () => {
    const { code, stdout, stderr } = await run("deliveries", "list");

    const rows = stdout
      .trimEnd()
      .split("\n")
      .map((line) => line.split("\t").slice(1, 8).join(" "));
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(rows.toSorted()).toEqual([
      "email 1 ada@example.org intake succeeded 1/16 250",
      "email 1 gone@example.org intake exhausted 1/16 550",
    ]);
  });

  it("takes every filter of the API", async () => {
    const [one] = await listed("--state", "exhausted", "--kind", "email", "--since", "1h");
    const of = (...flags: string[]) => listed("--form", form.uuid, ...flags);

    expect(one).toMatchObject({ address: "gone@example.org", reason: "smtp_550" });
    expect(await of("--destination", String(one?.destination_id))).toHaveLength(1);
    expect(await of("--submission", "1")).toHaveLength(2);
    expect([await of("--submission", "2"), await of("--kind", "webhook")]).toEqual([[], []]);
  });

  it.each([
    ["an unknown kind", "--kind", "fax"],
    ["an unknown state", "--state", "lost"],
  ])("rejects %s", async (_, ...flags) => {
    expect(await run("deliveries", "list", ...flags)).toMatchObject({ code: 2, stdout: "" });
  });
});

describe("deliveries get", () => {
  it("shows each attempt with what the relay answered", async () => {
    const id = await idOf("gone@example.org");

    const { code, stdout } = await run("deliveries", "get", id);

    expect(code).toBe(0);
    expect(stdout).toContain("state\texhausted\n");
    expect(stdout).toMatch(/^attempt 1\t\S+ failed 550 smtp_status 550 5\.1\.1 No such user$/m);
    expect(await json("deliveries", "get", id)).toMatchObject({
      id: Number(id),
      attempts: [{ smtp_status: 550 }],
    });
  });

  it.each([
    ["one that is not there", "999", 3],
    ["what is no id", "first", 2],
  ])("rejects %s", async (_, id, code) => {
    expect(await run("deliveries", "get", id)).toMatchObject({ code, stdout: "" });
    expect(await run("deliveries", "refire", id)).toMatchObject({ code, stdout: "" });
  });
});

describe("deliveries refire", () => {
  it("sends the same message to the same recipient again", async () => {
    const before = relay.messages.length;

    const { code, stdout } = await run("deliveries", "refire", await idOf("ada@example.org"));

    expect({ code, stdout }).toEqual({ code: 0, stdout: /^1\tqueued\t\d+\n$/ });
    const [first, again] = await relay.received(before + 1);
    expect(again?.raw.toString()).toBe(first?.raw.toString());
    expect(again?.to).toEqual(["ada@example.org"]);
  });

  it("says that the destination is gone", async () => {
    await json("forms", "update", String(form.id), "--set", "notification_emails=ada@example.org");

    const refused = await run("deliveries", "refire", await idOf("gone@example.org"));

    expect(refused).toMatchObject(failed(5, "was removed"));
  });
});
