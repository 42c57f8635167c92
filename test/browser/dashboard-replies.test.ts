// Replies in a browser: the button as people press it, and whether the page fits and can be read.
import type { ReplyList, ReplyTemplateList } from "@intray/sdk/schemas";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startRelay, type TestRelay } from "../../packages/server/test/mail/relay.ts";
import { isBrowserMissing } from "./chromium.ts";
import { type Dashboard, openDashboard } from "./dashboard.ts";
import { type Mutation, MUTATION_WALKS, walkMutation } from "./mutations.ts";
import { layoutProblems } from "./page-checks.ts";

let relay: TestRelay;
let dashboard: Dashboard;
let count = 0;

const newSubmission = () =>
  dashboard.server.post(
    "1",
    new URLSearchParams({ name: `Ada ${(count += 1)}`, email: `ada${count}@example.org` }),
  );
const repliesTo = async (id: number) =>
  (
    (await dashboard.server.request("GET", `/submissions/${id}/replies`)).json() as ReplyList
  ).replies.map(({ text }) => text);

const REPLY = "It is yours.\nGrace";
const SENDING: Omit<Mutation, "dashboard"> = {
  async subject() {
    const id = await newSubmission();
    return {
      path: `/dashboard/submissions/${id}`,
      state: () => repliesTo(id),
      done: [REPLY],
      doneTwice: [REPLY, REPLY],
    };
  },
  fill: (page) => page.getByLabel("New reply").fill(REPLY),
  button: (page) => page.getByRole("button", { name: "Send reply" }),
};

const CREATING: Omit<Mutation, "dashboard"> = {
  async subject() {
    const name = `Template ${(count += 1)}`;
    const named = async () => {
      const { reply_templates } = (
        await dashboard.server.request("GET", "/reply_templates")
      ).json() as ReplyTemplateList;
      return reply_templates.filter((one) => one.name === name).length;
    };
    // The second of two tabs is told that the name is taken.
    return { path: "/dashboard/reply_templates", state: named, done: 1, doneTwice: 1 };
  },
  async fill(page) {
    const form = page.locator("form", { hasText: "Create template" });
    await form.getByLabel("Name").fill(`Template ${count}`);
    await form.getByLabel("Text").fill("Dear all,");
  },
  button: (page) => page.getByRole("button", { name: "Create template" }),
};

describe.skipIf(isBrowserMissing())("replies", () => {
  beforeAll(async () => {
    relay = await startRelay();
    dashboard = await openDashboard({
      INTRAY_RATE_LIMIT: "off",
      INTRAY_SMTP_URL: relay.url,
      INTRAY_MAIL_FROM: "Forms <forms@intray.test>",
    });
  }, 40_000);
  afterAll(async () => {
    await dashboard.close();
    await relay.stop();
  });

  it.each(MUTATION_WALKS)(
    "sends a reply: %s",
    async (walk) => {
      expect(await walkMutation(walk, { dashboard, ...SENDING })).toEqual([]);
    },
    60_000,
  );

  it.each(MUTATION_WALKS)(
    "creates a template: %s",
    async (walk) => {
      expect(await walkMutation(walk, { dashboard, ...CREATING })).toEqual([]);
    },
    60_000,
  );

  it("fit into narrow and wide windows, and pass axe", async () => {
    const body = 'Dear {{field "name"}},';
    await dashboard.server.create("/reply_templates", { name: "Dear", body });
    const id = await newSubmission();
    const page = await dashboard.signedIn();
    await page.goto(`/dashboard/submissions/${id}`);
    await page.getByText("Templates", { exact: true }).click();
    await page.getByRole("link", { name: "Dear" }).click();
    await page.getByLabel("New reply").fill(`Dear Ada,\n${"long".repeat(80)}`);
    await page.getByRole("button", { name: "Send reply" }).click();
    await page.getByText(/^Reply to ada\d+@example\.org queued\.$/).waitFor();

    expect(await layoutProblems(page)).toEqual([]);
    await page.goto("/dashboard/reply_templates");
    await page.locator("summary", { hasText: "Dear" }).click();
    expect(await layoutProblems(page)).toEqual([]);
  });
});
