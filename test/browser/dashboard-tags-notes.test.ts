// Tags, notes and searches in a browser: the buttons as people press them, and whether the pages fit and can be read.
import type { NoteList, Submission } from "@intray/sdk/schemas";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isBrowserMissing } from "./chromium.ts";
import { type Dashboard, openDashboard } from "./dashboard.ts";
import { type Mutation, MUTATION_WALKS, type Subject, walkMutation } from "./mutations.ts";
import { layoutProblems } from "./page-checks.ts";

let dashboard: Dashboard;
let count = 0;

const newSubmission = () =>
  dashboard.server.post("1", new URLSearchParams({ name: `Ada ${(count += 1)}` }));
const tagsOf = async (id: number) =>
  ((await dashboard.server.request("GET", `/submissions/${id}`)).json() as Submission).tags;
const setTags = (id: number, tags: readonly string[]) =>
  dashboard.server.request("PATCH", `/submissions/${id}`, { json: { submission: { tags } } });
const notesOf = async (id: number) =>
  (
    (await dashboard.server.request("GET", `/submissions/${id}/notes`)).json() as NoteList
  ).notes.map(({ text }) => text);

async function tagged(done: readonly string[], before: readonly string[] = []): Promise<Subject> {
  const id = await newSubmission();
  await setTags(id, before);
  return { path: `/dashboard/submissions/${id}`, state: () => tagsOf(id), done };
}

const MUTATIONS: Readonly<Record<string, Omit<Mutation, "dashboard">>> = {
  "adds tags": {
    subject: () => tagged(["VIP", "call back"]),
    fill: (page) => page.getByLabel("Add tags").fill("VIP, call back"),
    button: (page) => page.locator("#tags-card").getByRole("button", { name: "Add" }),
  },
  "removes a tag": {
    subject: () => tagged(["later"], ["vip", "later"]),
    button: (page) => page.getByRole("button", { name: "Remove the tag vip" }),
  },
  "adds a tag to a row": {
    subject: async () => ({ ...(await tagged(["vip"])), path: "/dashboard/inbox" }),
    async fill(page) {
      await page.getByRole("checkbox", { name: `Select Ada ${count}`, exact: true }).check();
      await page.locator(".bulk #tags").fill("vip");
    },
    button: (page) => page.getByRole("button", { name: "Add tag", exact: true }),
  },
  "writes a note": {
    async subject() {
      const id = await newSubmission();
      return {
        path: `/dashboard/submissions/${id}`,
        state: () => notesOf(id),
        done: ["Called.\nNobody there."],
        doneTwice: ["Called.\nNobody there.", "Called.\nNobody there."],
      };
    },
    fill: (page) => page.getByLabel("New note").fill("Called.\nNobody there."),
    button: (page) => page.getByRole("button", { name: "Add note" }),
  },
};

describe.skipIf(isBrowserMissing())("tags and notes", () => {
  beforeAll(async () => {
    dashboard = await openDashboard({ INTRAY_RATE_LIMIT: "off" });
  }, 40_000);
  afterAll(() => dashboard.close());

  for (const [name, mutation] of Object.entries(MUTATIONS)) {
    it.each(MUTATION_WALKS)(
      `${name}: %s`,
      async (walk) => {
        expect(await walkMutation(walk, { dashboard, ...mutation })).toEqual([]);
      },
      60_000,
    );
  }

  it("fit into narrow and wide windows, and pass axe", async () => {
    const id = await newSubmission();
    await setTags(id, ["VIP", "call back", "a tag that has as many characters as one may have"]);
    const page = await dashboard.signedIn();
    await page.goto(`/dashboard/submissions/${id}`);
    await page.getByLabel("New note").fill(`Called.\n${"long".repeat(80)}`);
    await page.getByRole("button", { name: "Add note" }).click();
    await page.getByText("Note added.").waitFor();
    await page.getByText("Edit", { exact: true }).click();

    expect(await problemsOf(page)).toEqual([]);
    await page.goto("/dashboard/inbox?query=tag%3Avip");
    await page.getByText("How to search").click();
    expect(await problemsOf(page)).toEqual([]);
  });

  it("are found by a click on a tag", async () => {
    const id = await newSubmission();
    await setTags(id, ["click me"]);
    const page = await dashboard.signedIn();
    await page.goto(`/dashboard/submissions/${id}`);

    await page.getByRole("link", { name: "click me" }).click();

    expect(await page.locator(".rows > li").count()).toBe(1);
    expect(await page.getByLabel("Search", { exact: true }).inputValue()).toBe('tag:"click me"');
  });
});

const problemsOf = (page: Page) => layoutProblems(page);
