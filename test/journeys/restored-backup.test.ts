// A backup that is restored: what was posted after it is gone, and its ids are given out again with other content.
import { startReceiver } from "../harness/receiver.ts";
import { ACCOUNT_KEY } from "../../packages/server/test/api-server.ts";
import { startTestServer } from "../../packages/server/test/test-server.ts";
import { followEvents } from "../../packages/server/test/event-reader.ts";
import type { FreshDatabase } from "../../packages/server/test/database.ts";
import { copyDatabase, freshDatabase, settingsFor } from "../../packages/server/test/database.ts";
import { useShared } from "../harness/use.ts";
import { apiOf, postTo } from "../harness/api.ts";
import { getFromApi } from "./installation.ts";

interface Submission {
  readonly id: number;
  readonly uid: string;
  readonly payload_params: { readonly n: string };
}
type List = { readonly meta: { readonly count: number; readonly next_cursor?: string | null } };
type Entry = { readonly id: number; readonly message_id: string | null };

/** What closes the servers and removes the databases. */
const opened: (() => unknown)[] = [];
/** Accepts everything, from all servers. */
const receiver = useShared(startReceiver);
/** Event ids after the creation of each submission; that of submission 3 is from before the backup. */
const positions = new Map<number, string>();
/** Goes on after the backup; the restored one starts from the backup. */
let lost: Awaited<ReturnType<typeof serve>>;
let restored: Awaited<ReturnType<typeof serve>>;

beforeAll(async () => {
  const original = await freshDatabase();
  opened.push(() => original.drop());
  const before = await serve(original);
  await before.api("POST", "/form_webhooks", webhook("json"));
  for (const n of [1, 2, 3]) await before.post(`shared ${n}`);
  await before.sent(3);
  const late = await followEvents(before);
  await before.api("PATCH", "/submissions/3", { submission: { read: true } });
  const positionAfter3 = (await late.take(1))[0]?.lastId ?? "";
  late.cut();
  await before.close();
  positions.set(3, positionAfter3);
  const backup = await copyDatabase(original);
  opened.push(() => backup.drop());

  lost = await serve(original);
  const events = await followEvents(lost);
  for (const n of [4, 5, 6, 7]) await lost.post(`lost ${n}`);
  for (let id = 0; id < 7;) {
    const [event] = await events.take(1);
    if (event?.kind !== "submission.created") continue;
    id = event.data.id;
    positions.set(id, event.lastId);
  }
  events.cut();
  await lost.api("POST", "/form_webhooks", webhook("data_json"));
  await lost.api("POST", "/submissions/1/refire_webhooks");
  await lost.api("POST", "/form_webhooks/1/test");
  await lost.sent(3 + 4 + 3);

  restored = await serve(backup, original);
  for (const n of [4, 5, 6]) await restored.post(`new ${n}`);
  await restored.api("POST", "/form_webhooks", webhook("form_urlencoded"));
  await restored.api("POST", "/submissions/1/refire_webhooks");
  await restored.api("POST", "/form_webhooks/1/test");
  await restored.sent(3 + 3 + 3);
});
afterAll(async () => {
  for (const close of opened.splice(0).toReversed()) await close();
});

describe("after a backup is restored", () => {
  it("new submissions get the ids of lost ones, but no uid of theirs", async () => {
    const [before, after] = [await lost.list(), await restored.list()];

    expect(before.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(after.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6]);
    const uids = (list: readonly Submission[]) => list.map(({ uid }) => uid);
    expect(uids(after).slice(0, 3)).toEqual(uids(before).slice(0, 3));
    expect(new Set([...uids(before), ...uids(after)]).size).toBe(7 + 3);
    expect(uids(after)).toEqual(after.map(() => /^[\w-]{22}$/));
  });

  it("no webhook-id is sent with two contents", () => {
    const bodies = new Map<string, Set<string>>();
    for (const { headers, body } of receiver.received) {
      const id = String(headers["webhook-id"]);
      bodies.set(id, (bodies.get(id) ?? new Set()).add(body.toString()));
    }

    expect([...bodies].filter(([, sent]) => sent.size > 1)).toEqual([]);
  });

  it("a re-fire has the webhook-id of the first delivery, and each test its own", () => {
    const sentAs = (trigger: string) =>
      receiver.received
        .filter(({ headers }) => headers["x-service-trigger"] === trigger)
        .map(({ headers }) => headers["webhook-id"]);
    const [first] = sentAs("intake");

    // Re-fired to webhook 1 by both servers, and to the webhook 2 that each of them made.
    expect(sentAs("refire").filter((id) => id === first)).toHaveLength(2);
    expect(new Set(sentAs("refire")).size).toBe(3);
    expect(new Set(sentAs("test")).size).toBe(2);
  });

  it("the log shows the webhook-id that was sent", async () => {
    const { webhook_logs } = await restored.api<{ webhook_logs: Entry[] }>("GET", "/webhook_logs");
    const byDelivery = new Map(
      receiver.received
        .slice(10)
        .map(({ headers }) => [Number(headers["x-service-delivery"]), headers["webhook-id"]]),
    );

    const shown = webhook_logs.filter(({ id }) => byDelivery.has(id));
    expect(shown.length).toBe(6);
    for (const { id, message_id } of shown) expect(message_id).toBe(byDelivery.get(id));
  });
});

describe("an event stream on the restored server", () => {
  it.each([
    ["that the restored server has reached again", 5],
    ["that it has not reached yet", 7],
  ])("begins with a reset after an event %s", async (_, id) => {
    const reader = await followEvents(restored, { lastId: positions.get(id) ?? "" });
    const [first] = await reader.take(1);
    reader.cut();

    expect(first?.kind).toBe("reset");
    const again = await followEvents(restored, { lastId: first?.lastId ?? "" });
    await restored.api("PATCH", "/submissions/1", { submission: { read: id === 5 } });
    const [next] = await again.take(1);
    again.cut();
    expect(next).toMatchObject({ kind: "submission.updated", data: { id: 1 } });
  });

  it("goes on without a reset after an event from before the backup", async () => {
    const reader = await followEvents(restored, { lastId: positions.get(3) ?? "" });
    const events = await reader.take(3);
    reader.cut();

    expect(events.map(({ kind, data }) => [kind, data.id])).toEqual(
      [4, 5, 6].map((id) => ["submission.created", id]),
    );
  });
});

describe("a cursor on the restored server", () => {
  const page = (path: string, cursor = "") =>
    `${path}${path.includes("?") ? "&" : "?"}per_page=1${cursor === "" ? "" : `&cursor=${cursor}`}`;
  /** The cursor after `count` pages of one record. */
  async function cursorAfter(count: number, path: string): Promise<string> {
    let cursor = "";
    for (let n = 0; n < count; n += 1) {
      const { meta } = await lost.api<List>("GET", page(path, cursor));
      cursor = meta.next_cursor ?? "";
    }
    return cursor;
  }

  const continued = async (count: number, path: string) =>
    getFromApi(restored.url, page(path, await cursorAfter(count, path)), ACCOUNT_KEY);

  it.each([
    ["ascending, at a lost submission", 5, "/submissions?order_by=date_asc"],
    ["descending, at a lost submission", 2, "/submissions"],
    ["descending, at one that was not reached again", 1, "/submissions"],
    ["of a search, at a lost submission", 2, "/submissions?query=lost"],
    ["of the webhook log, at a lost delivery", 2, "/webhook_logs"],
  ])("is rejected %s", async (_, count, path) => {
    const answer = await continued(count, path);

    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain("an older backup was restored");
  });

  it.each([
    ["ascending", 3, "/submissions?order_by=date_asc"],
    ["descending", 5, "/submissions"],
  ])("goes on %s from a submission from before the backup", async (_, count, path) => {
    const answer = await continued(count, path);

    expect(answer.status).toBe(200);
  });
});

const webhook = (format: string) => ({
  form_id: 1,
  name: format,
  url: `http://${receiver.host}/`,
  format,
});

/** @param files Where the files of the database are. */
async function serve(database: FreshDatabase, files = database) {
  const server = await startTestServer({
    ...settingsFor(database),
    INTRAY_ATTACHMENTS_DIR: settingsFor(files).INTRAY_ATTACHMENTS_DIR,
    INTRAY_BOOTSTRAP_ACCOUNT_KEY: ACCOUNT_KEY,
    INTRAY_WEBHOOK_ALLOW: receiver.host,
  });
  const close = () => server.close({ atOnce: true });
  opened.push(close);
  const api = apiOf(server.url, ACCOUNT_KEY);
  return {
    url: server.url,
    close,
    api,
    /** Resolves when so many deliveries have succeeded, those before the backup included. */
    sent: (count: number) =>
      vi.waitUntil(async () => {
        const { meta } = await api<List>("GET", "/webhook_logs?state=succeeded");
        return meta.count === count;
      }),
    /** Oldest first. */
    async list() {
      const path = "/submissions?spam_status=false&order_by=date_asc";
      return (await api<{ submissions: Submission[] }>("GET", path)).submissions;
    },
    post: (n: string) => postTo(server.url, 1, { n }),
  };
}
