// Mutations of the dashboard, as people press their buttons: twice, late, in two tabs, without script, signed out.
import type { Form, FormWebhook, Submission, WebhookLogList } from "@intray/sdk/schemas";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isBrowserMissing } from "./chromium.ts";
import { type Dashboard, openDashboard } from "./dashboard.ts";
import { mutatingRoutes, NOT_WALKED } from "./mutating-routes.ts";
import { type Mutation, MUTATION_WALKS, type Subject, walkMutation } from "./mutations.ts";

let dashboard: Dashboard;
let count = 0;

async function record<T>(path: string): Promise<T> {
  return (await dashboard.server.request("GET", path)).json() as T;
}

async function newSubmission(): Promise<number> {
  count += 1;
  return dashboard.server.post("1", new URLSearchParams({ name: `Ada ${count}` }));
}

/** A submission whose page or row has the button. */
async function submission(
  path: (id: number) => string,
  member: "read" | "spam" | "trash",
): Promise<Subject> {
  const id = await newSubmission();
  return {
    path: path(id),
    state: async () => (await record<Submission>(`/submissions/${id}`))[member],
    done: true,
  };
}

/** A record that is created: each of two tabs creates one. */
async function creation(path: string, table: string): Promise<Subject> {
  count += 1;
  const name = `New ${count}`;
  return {
    path,
    state: () =>
      dashboard.server
        .sql(`select count(*) as n from ${table} where name = '${name}'`)
        .then(([row]) => Number((row as { n: string | number }).n)),
    done: 1,
    doneTwice: 2,
  };
}

const typeName = async (page: Page) => page.locator("#name").fill(`New ${count}`);

interface WalkedMutation extends Omit<Mutation, "dashboard"> {
  /** What its button posts to, as the router has it. */
  readonly route: string;
}

const MUTATIONS: Readonly<Record<string, WalkedMutation>> = {
  "marks a submission as spam": {
    route: "/submissions/:id/mark",
    subject: () => submission((id) => `/dashboard/submissions/${id}`, "spam"),
    button: (page) => page.getByRole("button", { name: "Mark spam", exact: true }),
  },
  "marks a submission as done": {
    route: "/submissions/:id/mark",
    subject: () => submission((id) => `/dashboard/submissions/${id}`, "read"),
    button: (page) => page.getByRole("button", { name: "Done", exact: true }),
  },
  "moves a submission of a list to the trash": {
    route: "/submissions/:id/mark",
    subject: () => submission((id) => `/dashboard/submissions/${id}?tab=inbox&query=Ada`, "trash"),
    button: (page) => page.locator("#mark-trash"),
  },
  "lets opening mark as done": {
    route: "/forms/:form_id/opening",
    async subject() {
      const { id } = await dashboard.server.create("/forms", { name: "Opening" });
      return {
        path: `/dashboard/forms/${id}`,
        state: async () => (await record<Form>(`/forms/${id}`)).opening_marks_read,
        done: true,
      };
    },
    fill: (page) => page.getByLabel("Opening marks as done").check(),
    button: (page) => page.locator("#opening").getByRole("button", { name: "Save" }),
  },
  "forgets the program of a queue": {
    route: "/forms/:form_id/opening/forget",
    async subject() {
      const { id } = await dashboard.server.create("/forms", { name: "Consumer" });
      await dashboard.server.request("GET", `/submissions?form_id=${id}&unread=true`);
      return {
        path: `/dashboard/forms/${id}`,
        state: async () => (await record<Form>(`/forms/${id}`)).queue_consumer === null,
        done: true,
      };
    },
    button: (page) => page.getByRole("button", { name: "Forget this program" }),
  },
  "moves a row to the trash": {
    route: "/inbox/bulk",
    subject: () => submission(() => "/dashboard/inbox", "trash"),
    fill: (page) =>
      page.getByRole("checkbox", { name: `Select Ada ${count}`, exact: true }).check(),
    button: (page) => page.getByRole("button", { name: "Trash", exact: true }),
  },
  "undoes from the audit log": {
    route: "/undo",
    async subject() {
      const id = await newSubmission();
      const body = { submission_ids: [id], set: { trash: true }, undo: `undo-in-a-browser-${id}` };
      await dashboard.server.request("POST", "/submissions/bulk", { json: body });
      return {
        path: "/dashboard/audit",
        state: async () => (await record<Submission>(`/submissions/${id}`)).trash,
        done: false,
      };
    },
    button: (page) => page.getByRole("button", { name: "Undo moved to the trash" }).first(),
  },
  "creates a key": {
    route: "/keys",
    subject: () => creation("/dashboard/keys", "api_key"),
    fill: typeName,
    button: (page) => page.getByRole("button", { name: "Create key" }),
  },
  "creates a key that only reads, for 30 days": {
    route: "/keys",
    async subject() {
      const subject = await creation("/dashboard/keys", "api_key");
      const limited = `expires_at between created_at + 2591999000 and created_at + 2592001000`;
      const name = `New ${count}`;
      return {
        ...subject,
        state: () =>
          dashboard.server
            .sql(
              `select count(*) as n from api_key where name = '${name}' and scope = 'read' and ${limited}`,
            )
            .then(([row]) => Number((row as { n: string | number }).n)),
      };
    },
    async fill(page) {
      await typeName(page);
      await page.getByLabel("Only read").check();
      await page.getByLabel("Expires").selectOption("30");
    },
    button: (page) => page.getByRole("button", { name: "Create key" }),
  },
  "rotates a key": {
    route: "/keys/:id/rotate",
    async subject() {
      count += 1;
      const name = `New ${count}`;
      const { id } = await dashboard.server.create("/api_keys", { kind: "account", name });
      return {
        path: "/dashboard/keys",
        state: () =>
          dashboard.server
            .sql(`select count(*) as n from api_key where name = '${name}' and id >= ${id}`)
            .then(([row]) => Number((row as { n: string | number }).n)),
        done: 2,
        doneTwice: 3,
      };
    },
    button: (page) => page.getByRole("button", { name: `Rotate New ${count}`, exact: true }),
  },
  "creates a form": {
    route: "/forms",
    subject: () => creation("/dashboard/forms", "form"),
    fill: typeName,
    button: (page) => page.getByRole("button", { name: "Create form" }),
  },
  "creates a project": {
    route: "/projects",
    subject: () => creation("/dashboard/projects", "project"),
    fill: typeName,
    button: (page) => page.getByRole("button", { name: "Create project" }),
  },
  "changes the settings of a form": {
    route: "/forms/:form_id",
    async subject() {
      const { id } = await dashboard.server.create("/forms", { name: "Before" });
      return {
        path: `/dashboard/forms/${id}`,
        async state() {
          const { name, redirect_heading } = await record<Form>(`/forms/${id}`);
          return { name, redirect_heading };
        },
        done: { name: "After", redirect_heading: null },
        async meanwhile() {
          const json = { form: { redirect_heading: "Danke" } };
          await dashboard.server.request("PATCH", `/forms/${id}`, { json });
        },
        doneWhenStale: { name: "After", redirect_heading: "Danke" },
      };
    },
    fill: (page) => page.locator("#settings #name").fill("After"),
    button: (page) => page.locator("#settings").getByRole("button", { name: "Save settings" }),
  },
  "changes the e-mail settings of a form": {
    route: "/forms/:form_id/email",
    async subject() {
      const { id } = await dashboard.server.create("/forms", { name: "E-mail" });
      return {
        path: `/dashboard/forms/${id}`,
        async state() {
          const { notification_subject, logo } = await record<Form>(`/forms/${id}`);
          return { notification_subject, logo };
        },
        done: { notification_subject: "After", logo: null },
        async meanwhile() {
          const json = { form: { logo: "https://example.org/logo.png" } };
          await dashboard.server.request("PATCH", `/forms/${id}`, { json });
        },
        doneWhenStale: { notification_subject: "After", logo: "https://example.org/logo.png" },
      };
    },
    fill: (page) => page.locator("#notification_subject").fill("After"),
    button: (page) =>
      page.locator("#email .save").getByRole("button", { name: "Save e-mail settings" }),
  },
  "changes the fields of a form": {
    route: "/forms/:form_id/fields",
    async subject() {
      const { id } = await dashboard.server.create("/forms", { name: "Fields" });
      const mine = [{ name: "zip", type: "text" }];
      const theirs = [{ name: "city", type: "text" }];
      return {
        path: `/dashboard/forms/${id}/fields`,
        state: async () => (await record<Form>(`/forms/${id}`)).fields,
        done: mine,
        async meanwhile() {
          const json = { form: { fields: theirs } };
          await dashboard.server.request("PATCH", `/forms/${id}`, { json });
        },
        doneWhenStale: theirs,
        whenStale: "Nothing was saved yet.",
      };
    },
    fill: (page) => page.locator("#name_0").fill("zip"),
    button: (page) => page.getByRole("button", { name: "Save fields" }),
  },
  "saves a webhook and tests it": {
    route: "/webhooks/:id",
    async subject() {
      const { id } = await dashboard.server.create<{ id: number }>("/form_webhooks", {
        form_id: 1,
        name: "Before",
        url: "https://receiver.invalid/",
      });
      return {
        path: `/dashboard/webhooks/${id}`,
        async state() {
          const { name } = await record<FormWebhook>(`/form_webhooks/${id}`);
          const { webhook_logs } = await record<WebhookLogList>(`/webhook_logs?webhook_id=${id}`);
          return { name, isTested: webhook_logs.length > 0 };
        },
        done: { name: "After", isTested: true },
      };
    },
    fill: (page) => page.locator("#settings #name").fill("After"),
    button: (page) => page.locator("#settings").getByRole("button", { name: "Save and send test" }),
  },
};

it("every mutation of the dashboard is walked, or a reason says why not", () => {
  const walked = Object.values(MUTATIONS).map(({ route }) => route);

  expect([...new Set([...walked, ...Object.keys(NOT_WALKED)])].toSorted()).toEqual(
    mutatingRoutes(),
  );
  expect(walked.filter((route) => Object.hasOwn(NOT_WALKED, route))).toEqual([]);
});

describe.skipIf(isBrowserMissing())("a mutation of the dashboard", () => {
  beforeAll(async () => {
    dashboard = await openDashboard({ INTRAY_RATE_LIMIT: "off" });
  }, 40_000);
  afterAll(() => dashboard.close());

  for (const [name, mutation] of Object.entries(MUTATIONS)) {
    it.each(MUTATION_WALKS)(
      `${name}: %s`,
      async (walk) => {
        expect(await walkMutation(walk, { ...mutation, dashboard })).toEqual([]);
      },
      60_000,
    );
  }
});
