// What did not reach its destination is on the overview until it is sent or dismissed, and its button sends exactly that.
import { buffer } from "node:stream/consumers";
import type { AttentionList } from "@intray/sdk/schemas";
import { serveOnLoopback } from "../../../../../test/harness/loopback.ts";
import { useShared } from "../../../../../test/harness/use.ts";
import { OTHER_ACCOUNT_KEY } from "../../../test/api-server.ts";
import { inputOn, type Page, useDashboard } from "../../../test/dashboard.ts";
import { createSkippingClock } from "../../../test/fake-clock.ts";

const HOSTILE = `Contact<script>alert(1)</script>`;
const NO_ISSUES = "No issues";

const clock = createSkippingClock();
const server = useDashboard(
  { INTRAY_WEBHOOK_ALLOW: "127.0.0.1", INTRAY_RETRY_SCHEDULE: "1h,1h" },
  clock,
);
let status: number;
/** The bodies that the receiver has accepted. */
let accepted: string[];
const receiver = useShared(() =>
  serveOnLoopback(async (request, response) => {
    const body = await buffer(request);
    if (status === 200) accepted.push(body.toString());
    response.writeHead(status).end();
  }),
);
let url: string;
let form: { readonly id: number; readonly uuid: string };
let webhook: number;

beforeEach(async () => {
  url = `${receiver.url}/hook`;
  status = 200;
  accepted = [];
  await server.sql("update form set deleted_at = 1 where name <> 'Sample form'");
  const project = await server.create("/projects", { name: "Shop" });
  form = await server.create("/forms", { name: HOSTILE, project_id: project.id });
  webhook = (await server.addWebhook(form.id, { name: "CRM", url })).id;
});

const post = async (count: number, uuid = form.uuid) => {
  for (let n = 0; n < count; n += 1)
    await server.post(uuid, { message: `number ${n} ${Math.random()}` });
};
const attention = () => server.read<AttentionList>("/attention");
const exhausted = async () =>
  (await server.rows("delivery", ["id"], { form_id: form.id, state: "exhausted" })).length;
/** Skips to the next retries, but not while an attempt is in flight, which would end it. */
const skipToRetries = async () => {
  const open = { state: ["queued", "delivering"] } as const;
  const rows = await server.rows("delivery", ["state", "next_attempt_at"], open);
  const isBusy = rows.some(
    (row) => row.state === "delivering" || (row.next_attempt_at ?? 0) <= clock.now(),
  );
  if (!isBusy) clock.skip(2 * 3_600_000);
};
/** Posts that the receiver answers with 503 until all retries have ended. */
const fail = async (count: number) => {
  const before = await exhausted();
  status = 503;
  await post(count);
  const ended = async () => {
    await skipToRetries();
    return (await exhausted()) - before;
  };
  await expect.poll(ended).toBe(count);
  status = 200;
};
const PRESSED = ["destination_id", "attention", "ended_until", "group", "request"];
const inputsOn = (page: Page, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, inputOn(page, name)]));
/** Presses the first button that sends, and the one of the question that follows. */
const send = async () => {
  const overview = await server.ada.get("");
  const query = new URLSearchParams(inputsOn(overview, PRESSED.slice(0, 3)));
  const question = await server.ada.get(`/deliveries/send?${query.toString()}`);
  const fields = inputsOn(question, PRESSED);
  return server.ada.submit("/deliveries/send", { ...fields, group: "failed" });
};

describe("a receiver that failed until all retries had ended", () => {
  it("is named with the number of submissions, and gets exactly those", async () => {
    await post(3);
    await expect.poll(() => accepted).toHaveLength(3);
    await fail(27);

    const { attention: items, submissions } = await attention();
    const { text, words } = await server.ada.get("");
    const sending = await send();
    await expect.poll(() => accepted).toHaveLength(30);
    await expect.poll(attention).toMatchObject({ attention: [], count: 0, submissions: 0 });

    expect(items).toMatchObject([
      {
        id: `${webhook}.http_503`,
        message: `27 submissions of Shop / ${HOSTILE} did not reach ${receiver.url}: the receiver answered 503 until all retries ended.`,
        submissions: 27,
        form_id: form.id,
        project_name: "Shop",
        destination_name: "CRM",
        kind: "webhook",
        can_send: true,
      },
    ]);
    expect(submissions).toBe(27);
    expect(words).toContain(`Failed 27 submissions of Shop / ${HOSTILE} did not reach`);
    expect(words).toContain("Send these 27 again …");
    expect(words).not.toContain(NO_ISSUES);
    expect(text).not.toContain("<script>alert");
    expect(sending.words).toContain("27 deliveries");
    const log = `/deliveries?webhook_id=${webhook}`;
    expect((await server.ada.get(log)).words).not.toContain("CRM Failed");
    const { words: history } = await server.ada.get(`${log}&history=yes`);
    expect(history).toContain("CRM Failed, then sent again");
    expect(new Set(accepted).size).toBe(30);
    expect((await server.ada.get("")).words).toContain(NO_ISSUES);
  });

  it("has one press for them once it works again, which leaves out what has failed since", async () => {
    await fail(2);
    await post(1);
    // Once the success is recorded, not as soon as the receiver has accepted.
    await expect
      .poll(async () => (await server.ada.get("")).words)
      .toContain("Send these 2 again Dismiss");
    const before = await server.ada.get("");
    await fail(1);
    await server.update("webhook", { failing_since: null }, { id: webhook });
    const fields = inputsOn(before, PRESSED);

    await server.ada.submit("/deliveries/send", fields);
    await server.ada.submit("/deliveries/send", fields);

    await expect.poll(() => accepted).toHaveLength(3);
    await expect.poll(attention).toMatchObject({ submissions: 1 });
  });

  it("is not named for what is spam, in the trash, stopped, or was delivered before", async () => {
    await post(1);
    await expect.poll(() => accepted).toHaveLength(1);
    await fail(4);
    const rows = await server.rows("delivery", ["submission_id"], { form_id: form.id });
    const [delivered, spam, trashed, stopped] = rows.map(({ submission_id: id }) => id);
    await server.mark(spam ?? 0, { spam: true });
    await server.mark(trashed ?? 0, { trash: true });
    const canceled = { state: "canceled", reason: "stopped" } as const;
    await server.update("delivery", canceled, { submission_id: stopped ?? 0 });
    status = 503;
    await server.request("POST", `/submissions/${delivered}/refire_webhooks`);
    await expect.poll(async () => (await skipToRetries(), exhausted())).toBe(4);

    const { attention: items } = await attention();

    expect(items).toMatchObject([{ submissions: 1 }]);
  });
});

describe("an item", () => {
  it("is dismissed with a note, and comes back with the next failure", async () => {
    await fail(2);
    const overview = await server.ada.get("");
    const before = await attention();
    await fail(1);

    const item = inputsOn(overview, ["id", "until"]);
    const noted = { ...item, note: "Typed by phone" };
    const answered = await server.ada.submit("/attention/dismiss", noted);
    const again = await server.request("POST", "/attention/dismiss", { json: item });

    expect(before.submissions).toBe(2);
    expect(answered.words).toContain("2 submissions dismissed.");
    expect(answered.words).toContain(`1 submission of Shop / ${HOSTILE} did not reach`);
    expect(again.json()).toMatchObject({ count: 0 });
    const audit = await server.rows("audit", ["detail"], { action: "attention.dismissed" });
    expect(audit).toEqual([{ detail: `${webhook}.http_503: Typed by phone` }]);
  });

  it("is neither listed nor dismissed by another account", async () => {
    await fail(1);
    const [item] = (await attention()).attention;
    const json = { id: item?.id, until: item?.newest_at };

    const listed = await server.read("/attention", OTHER_ACCOUNT_KEY);
    const stranger = { json, key: OTHER_ACCOUNT_KEY };
    const dismissed = await server.request("POST", "/attention/dismiss", stranger);

    expect(listed).toEqual({ attention: [], count: 0, submissions: 0 });
    expect(dismissed.json()).toMatchObject({ count: 0 });
    expect(await attention()).toMatchObject({ submissions: 1 });
  });

  it.each([
    { id: "x.http_503", until: "2026-01-01" },
    { id: "1.http 503", until: "2026-01-01" },
    { id: "1.http_503", until: "never" },
    { id: "1.http_503", until: " " },
    { id: "1.http_503", until: "2026-01-01", note: "x".repeat(201) },
  ])("is not dismissed by %j", async (json) => {
    expect((await server.request("POST", "/attention/dismiss", { json })).status).toBe(422);
  });
});

describe("a destination that takes nothing", () => {
  it("is named once, and gets what it missed once it is enabled", async () => {
    await server.update("webhook", { enabled: 0, disabled_reason: "failing" }, { id: webhook });
    await post(2);
    const before = await server.ada.get("");
    const [item] = (await attention()).attention;

    await server.patch(`/form_webhooks/${webhook}`, { enabled: true });
    await send();

    expect(item).toMatchObject({ reason: "webhook_disabled", submissions: 2, can_send: false });
    expect(before.words).toMatch(
      /Needs attention Failed 2 .*: the webhook was disabled. Oldest: .* Show them The webhook CRM of Shop \/ .* was disabled: all deliveries failed for five days. Open the webhook Dismiss these 2/,
    );
    expect(before.words.match(/was disabled: /g)).toHaveLength(1);
    await expect.poll(() => accepted).toHaveLength(2);
    expect(await attention()).toMatchObject({ count: 0 });
  });

  it("is one issue with others that take nothing for the same reason, which are folded in it", async () => {
    const lists = "a@example.org, b@example.org, c@example.org, d@example.org";
    form = await server.create("/forms", { name: "Mailed", notification_emails: lists });
    await post(2);

    const { words, text } = await server.ada.get("");

    expect(words).toMatch(
      /Failed 8 submissions did not reach 4 destinations: the recipient had not confirmed the address\. Show each Failed 2 submissions of .* did not reach a@example\.org/,
    );
    expect(text.match(/<form method="post" action="\S+\/attention\/dismiss"/g)).toHaveLength(4);
  });

  it("may be a recipient whose address is suppressed", async () => {
    const suppressed = { suppressed_at: 1000, suppressed_reason: "550 No such user" };
    await server.insert("mail_address", { address: "gone@example.org", ...suppressed });
    const mailed = { name: "Mailed", notification_emails: "gone@example.org" };
    form = await server.create("/forms", mailed);
    await post(1);

    const { attention: items } = await attention();
    const { words } = await server.ada.get("");

    expect(items).toMatchObject([{ reason: "suppressed", submissions: 1, can_send: false }]);
    expect(words).toContain(
      "did not reach gone@example.org: the address was suppressed, since three e-mails in a row to it failed for good.",
    );
    expect(words).toContain("Open the form Dismiss this one");
  });
});
