// Walks a mutation of the dashboard through what people do to it: with and without script, a double click, a stale
// page, an expired session and another tab.
import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { EMAIL, PASSWORD } from "../../packages/server/test/dashboard.ts";
import type { Dashboard } from "./dashboard.ts";

/** One record to change, made anew for each walk. */
export interface Subject {
  /** Path of the page with the button, with `/dashboard`. */
  readonly path: string;
  /** Returns what has come of it, from the API or the database. */
  state(): Promise<unknown>;
  /** What {@link Subject.state} returns once the mutation was done, however often it was asked for. */
  readonly done: unknown;
  /** What {@link Subject.state} returns once two tabs have asked for it. Default: `done`. */
  readonly doneTwice?: unknown;
  /** What somebody else does to the record while the page is open. Default: the same mutation. */
  meanwhile?(): Promise<void>;
  /** What {@link Subject.state} returns once a stale page was posted. Default: `doneTwice`. */
  readonly doneWhenStale?: unknown;
  /** Visible text that a stale page's answer has to have. */
  readonly whenStale?: string;
}

export interface Mutation {
  readonly dashboard: Dashboard;
  subject(): Promise<Subject>;
  /** What is typed or selected before the button is pressed. */
  fill?(page: Page): Promise<void>;
  button(page: Page): Locator;
  /** Confirms on the page that the button leads to, if it asks. Not called for a dialog, which is accepted. */
  confirm?(page: Page): Promise<void>;
}

interface Walked extends Mutation {
  readonly failures: string[];
}

const PATIENCE = { timeout: 20_000 };
const WITHOUT_SCRIPT = { javaScriptEnabled: false };

/** What is done to a mutation; each opens pages of its own. */
const WALKS: Readonly<Record<string, (walked: Walked) => Promise<void>>> = {
  "with script": (mutation) => once(mutation, {}),
  "without script": (mutation) => once(mutation, WITHOUT_SCRIPT),
  "double click": (mutation) => twice(mutation, {}),
  "double click without script": (mutation) => twice(mutation, WITHOUT_SCRIPT),
  "stale page": stale,
  "other tab": otherTab,
  "expired session": (mutation) => expired(mutation, {}),
  "expired session without script": (mutation) => expired(mutation, WITHOUT_SCRIPT),
};

/** Names of the walks, for `it.each`. */
export const MUTATION_WALKS: readonly string[] = Object.keys(WALKS);

/**
 * Returns what failed on the pages: answers of 500 and above, and errors of scripts.
 *
 * @throws AssertionError if the walk leaves another state than it should.
 */
export async function walkMutation(walk: string, mutation: Mutation): Promise<readonly string[]> {
  const failures: string[] = [];
  await WALKS[walk]?.({ ...mutation, failures });
  return failures;
}

async function once(mutation: Walked, options: BrowserContextOptions): Promise<void> {
  const subject = await mutation.subject();
  const opened = await open(mutation, options);
  await prepare(mutation, subject, opened.page);
  await press(mutation, opened.page);
  await becomes(subject, subject.done);
  await opened.close();
}

async function twice(mutation: Walked, options: BrowserContextOptions): Promise<void> {
  const subject = await mutation.subject();
  const opened = await open(mutation, options);
  await prepare(mutation, subject, opened.page);
  await mutation.button(opened.page).dblclick({ noWaitAfter: true });
  await opened.settled();
  await mutation.confirm?.(opened.page);
  await becomes(subject, subject.done);
  await opened.close();
}

/** Somebody else changes the record while the page is open. */
async function stale(mutation: Walked): Promise<void> {
  const subject = await mutation.subject();
  const opened = await open(mutation, {});
  await prepare(mutation, subject, opened.page);
  if (subject.meanwhile === undefined) {
    const other = await open(mutation, {});
    await prepare(mutation, subject, other.page);
    await press(mutation, other.page);
    await becomes(subject, subject.done);
    await other.close();
  } else await subject.meanwhile();
  await press(mutation, opened.page);
  if (subject.whenStale !== undefined) {
    await opened.page.getByText(subject.whenStale).first().waitFor(PATIENCE);
  }
  await opened.settled();
  await becomes(subject, subject.doneWhenStale ?? subject.doneTwice ?? subject.done);
  await opened.close();
}

/** The same person has opened the page in two tabs, and presses the button in both. */
async function otherTab(mutation: Walked): Promise<void> {
  const subject = await mutation.subject();
  const opened = await open(mutation, {});
  await prepare(mutation, subject, opened.page);
  const second = await opened.page.context().newPage();
  await prepare(mutation, subject, second);
  const { done, doneTwice = done } = subject;
  for (const [page, expected] of [
    [opened.page, done],
    [second, doneTwice],
  ] as const) {
    await press(mutation, page);
    await opened.settled();
    await becomes(subject, expected);
  }
  await opened.close();
}

/** The session ends while the page is open: nothing is done until the person has signed in again. */
async function expired(mutation: Walked, options: BrowserContextOptions): Promise<void> {
  const subject = await mutation.subject();
  const opened = await open(mutation, options);
  const { page } = opened;
  await prepare(mutation, subject, page);
  const before = await subject.state();
  await mutation.dashboard.server.sql(
    "delete from session where id = (select max(id) from session)",
  );
  await mutation.button(page).click();
  await page.getByText("Your session has ended.").waitFor(PATIENCE);
  expect(await subject.state()).toEqual(before);

  await page.getByLabel("E-mail").fill(EMAIL);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  if (options === WITHOUT_SCRIPT) await page.getByRole("button", { name: "Continue" }).click();
  await mutation.confirm?.(page);
  await becomes(subject, subject.done);
  await opened.close();
}

/** Opens a page signed in on its own. */
async function open({ dashboard, failures }: Walked, options: BrowserContextOptions) {
  const page = await dashboard.signedIn(options);
  let running = 0;
  const context = page.context();
  context.on("request", (request) => {
    if (request.method() === "POST") running += 1;
  });
  const ended = (request: { method(): string }) => {
    if (request.method() === "POST") running -= 1;
  };
  context.on("requestfinished", ended);
  context.on("requestfailed", ended);
  context.on("response", (response) => {
    if (response.status() >= 500) failures.push(`${response.status()} ${response.url()}`);
  });
  context.on("weberror", (error) => failures.push(String(error.error())));
  context.on("dialog", (dialog) => void dialog.accept());
  return {
    page,
    /** Waits until nothing that was posted waits for its response. */
    async settled(): Promise<void> {
      await expect.poll(() => running, PATIENCE).toBe(0);
    },
    close: () => context.close(),
  };
}

async function prepare(mutation: Mutation, { path }: Subject, page: Page): Promise<void> {
  await page.goto(path);
  await mutation.fill?.(page);
}

async function press(mutation: Mutation, page: Page): Promise<void> {
  await mutation.button(page).click();
  await mutation.confirm?.(page);
}

async function becomes(subject: Subject, expected: unknown): Promise<void> {
  await expect.poll(() => subject.state(), PATIENCE).toEqual(expected);
}
