import type { ApiKeyWithText, Form } from "@intray/sdk/schemas";
import { useEach } from "../../../../test/harness/use.ts";
import { startApiServer, useApiServer, OTHER_ACCOUNT_KEY } from "../../test/api-server.ts";
import { followEvents } from "../../test/event-reader.ts";
import { systemClock } from "../platform/clock.ts";
import { openStore } from "../store/open-store.ts";

const server = useApiServer();
const form = useEach(() => server.create<Form>("/forms", { name: "Contact" }));

const post = (to = form) => server.post(to.uuid, { name: "Ada" });
const formKey = () =>
  server.create<{ id: number; key: string }>("/api_keys", { kind: "form", form_id: form.id });

describe("a stream of events", () => {
  it("sends the creation, change and deletion of a submission in order", async () => {
    const reader = await followEvents(server);

    const id = await post();
    const created = await reader.take(1);
    await server.mark(id, { read: true });
    const updated = await reader.take(1);
    await server.request("DELETE", `/submissions/${id}`);
    const deleted = await reader.take(1);

    reader.cut();
    const data = { id, form_id: form.id };
    expect([...created, ...updated, ...deleted]).toMatchObject([
      { kind: "submission.created", data },
      { kind: "submission.updated", data },
      { kind: "submission.deleted", data },
    ]);
  });

  it("ends with the last event up to now for follow=false, and says where", async () => {
    const query = `?follow=false&form_id=${form.uuid}`;
    const begin = await followEvents(server, { query });
    const none = await begin.rest();
    const id = await post();
    await server.request("DELETE", `/submissions/${id}`);

    const reader = await followEvents(server, { query, lastId: begin.lastId });
    const events = await reader.rest();
    const again = await followEvents(server, { query, lastId: reader.lastId });

    expect([none, await again.rest()]).toEqual([[], []]);
    expect(events).toMatchObject([{ kind: "submission.deleted", data: { id } }]);
  });

  it("contains no field values", async () => {
    const reader = await followEvents(server);

    await server.post(form.uuid, { name: "secret", email: "s@example.org" });

    await reader.take(1);
    reader.cut();
    expect(reader.text).not.toMatch(/secret|example\.org/);
  });

  it("sends the final state of deliveries", async () => {
    const hook = await server.addWebhook(form.id);
    const reader = await followEvents(server);

    const submission_id = await post();

    const [created, delivery] = await reader.take(2);
    reader.cut();
    expect(created).toMatchObject({ kind: "submission.created", data: { id: submission_id } });
    expect(delivery).toMatchObject({
      kind: "delivery.updated",
      data: { form_id: form.id, submission_id, webhook_id: hook.id, state: "blocked" },
    });
  });

  it("is limited to the form of a form key, and to one account", async () => {
    const { key } = await formKey();
    const other = await server.create<typeof form>("/forms", { name: "Other" });
    const [ofForm, ofOtherAccount, ofQuery] = await Promise.all([
      followEvents(server, { key }),
      followEvents(server, { key: OTHER_ACCOUNT_KEY }),
      followEvents(server, { query: `?form_id=${form.uuid}` }),
    ]);

    await post(other);
    const own = await post();
    const strange = await server.post("00000000000b", { name: "Ada" });

    const [first] = await ofForm.take(1);
    const [queried] = await ofQuery.take(1);
    const [theirs] = await ofOtherAccount.take(1);
    for (const reader of [ofForm, ofOtherAccount, ofQuery]) reader.cut();
    expect([first?.data.id, queried?.data.id, theirs?.data.id]).toEqual([own, own, strange]);
  });

  it("ends when its key is revoked, without further events", async () => {
    const { key, id } = await formKey();
    const reader = await followEvents(server, { key });

    await server.request("DELETE", `/api_keys/${id}`);
    await post();

    expect(await reader.rest()).toEqual([]);
  });

  it("sends no event that was read before but not sent until its key was revoked", async () => {
    let revoke = async (): Promise<unknown> => undefined;
    const slow = await startApiServer({}, systemClock, {
      async openStore(options) {
        const store = await openStore(options);
        const readEvents: typeof store.reads.readEvents = async (args) => {
          const found = await store.reads.readEvents(args);
          // The event has been read but not sent yet.
          if (found.kind === "page" && found.events.length > 0) await revoke();
          return found;
        };
        return { ...store, reads: { ...store.reads, readEvents } };
      },
    });
    const of = await slow.create<typeof form>("/forms", { name: "Contact" });
    const made = await slow.create<ApiKeyWithText>("/api_keys", { kind: "account", name: "k" });
    const reader = await followEvents(slow, { key: made.key ?? "" });
    revoke = () => slow.request("DELETE", `/api_keys/${made.id}`);

    await slow.post(of.uuid, { name: "Ada" });

    expect(await reader.rest()).toEqual([]);
    await slow.close();
  });
});

describe("a stream that is resumed", () => {
  it.each([
    ["words", "nothing"],
    ["a number too large", "99999999999999999-0-0"],
    ["SQL", "0-0-0; drop table event"],
    ["a submission that does not exist", "9007199254740991-0-0"],
    ["a transaction that does not exist", "0-9007199254740991-0"],
  ])("starts with a reset for a last event id that is %s", async (_, lastId) => {
    const reader = await followEvents(server, { lastId });

    const [reset] = await reader.take(1);
    const id = await post();
    const [next] = await reader.take(1);

    reader.cut();
    expect(reset).toMatchObject({ kind: "reset", data: {} });
    expect(reset?.lastId).not.toBe(lastId);
    expect(next).toMatchObject({ kind: "submission.created", data: { id } });
  });
});
