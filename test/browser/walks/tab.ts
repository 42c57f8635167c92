// A tab of a browser that a mutation is walked in: with script it is a page of Chromium, without script a client that
// posts what Chromium's own form code says a form of the page would post.
import type { BrowserContext, ElementHandle, JSHandle, Page, Request } from "playwright-core";
import { expect } from "vitest";
import type { Visitor } from "../../../packages/server/test/dashboard.ts";
import { findButton, findControl, readForm, type Typed, type Wanted } from "./page-forms.ts";

/** For everything that is waited for. */
export const PATIENCE = { timeout: 120_000, interval: 20 };

export interface Pressed extends Omit<Wanted, "html"> {
  readonly typed?: Typed;
}

export interface Tab {
  /** @param path With `/dashboard`. @param pressed Typed into the page; the button that the others press. */
  open(path: string, pressed: Pressed): Promise<void>;
  /** Presses the button, and waits for the answer. */
  press(): Promise<void>;
  /** Presses the button twice before there is an answer, and waits for all answers. */
  pressTwice(): Promise<void>;
  /** Presses a button of the page that has answered. */
  confirm(pressed: Pressed): Promise<void>;
  /** Waits until the page has taken its button away by itself. */
  losesButton(): Promise<void>;
  /** Waits until the page shows a text. */
  shows(text: string): Promise<void>;
  close(): void;
}

/** Opens a tab with script. @param failures Gets what goes wrong: answers of 500 and above, and errors of scripts. */
export async function openLiveTab(context: BrowserContext, failures: string[]): Promise<Tab> {
  const page = await context.newPage();
  const pending = new Set<Request>();
  page.on("request", (request) => {
    if (request.method() === "POST") pending.add(request);
  });
  page.on("requestfinished", (request) => pending.delete(request));
  page.on("requestfailed", (request) => pending.delete(request));
  page.on("response", (response) => {
    if (response.status() >= 500) failures.push(`${response.status()} ${response.url()}`);
  });
  page.on("pageerror", (error) => failures.push(String(error)));
  page.on("dialog", (dialog) => void dialog.accept().catch(() => undefined));
  const answered = async (press: () => Promise<void>) => {
    const answer = page.waitForResponse((one) => one.request().method() === "POST", PATIENCE);
    await Promise.all([answer, press()]);
    await expect.poll(() => pending.size, PATIENCE).toBe(0);
  };
  let button: ElementHandle<HTMLButtonElement> | undefined;
  const find = async ({ name, posts, typed = {} }: Pressed) => {
    const found = await page.evaluateHandle(findButton, { name, posts });
    for (const entry of Object.entries(typed)) {
      await fill(await found.evaluateHandle(findControl, entry), entry[1]);
    }
    await unfold(found);
    return found;
  };
  const found = () => {
    if (button === undefined) throw new Error("No page was opened.");
    return button;
  };
  return {
    async open(path, pressed) {
      // Scripts have run then.
      await page.goto(path, { waitUntil: "domcontentloaded" });
      button = await find(pressed);
    },
    press: () => answered(() => found().click()),
    async pressTwice() {
      // The second click by the page itself, since one of the mouse may wait for the next page. At once it would only
      // replace a request that has not been sent.
      await found().evaluate((one) => {
        one.addEventListener("click", () => setTimeout(() => one.click(), 20), { once: true });
      });
      await answered(() => found().click());
    },
    async confirm(pressed) {
      await page.getByRole("button", { name: pressed.name, exact: true }).first().waitFor(PATIENCE);
      const confirming = await find(pressed);
      await answered(() => confirming.click());
    },
    losesButton: () => found().waitForElementState("hidden", PATIENCE),
    shows: (text) => page.getByText(text).first().waitFor(PATIENCE),
    close() {
      // Not waited for: a page that is about to leave may not say that it is closed.
      page.close().catch(() => undefined);
    },
  };
}

/** Opens what hides an element. */
async function unfold(element: ElementHandle<Element>): Promise<void> {
  const summary = await element.evaluateHandle(
    (one) => one.closest("details:not([open])")?.querySelector("summary") ?? null,
  );
  await summary.asElement()?.click();
}

async function fill(control: ElementHandle<Element>, value: string | true): Promise<void> {
  await unfold(control);
  const type = await control.evaluate((one) => (one as HTMLInputElement).type);
  if (type === "checkbox" || type === "radio") await control.check();
  else if (type === "select-one") await control.selectOption(String(value));
  else await control.fill(String(value));
}

/** Opens a tab without script. @param parser A page whose browser parses what the client gets. */
export function openPlainTab(visitor: Visitor, parser: Page, failures: string[]): Tab {
  let shown: { readonly status: number; readonly text: string; readonly words: string } | undefined;
  let post: { readonly path: string; readonly fields: Record<string, string[]> } | undefined;
  const show = (page: NonNullable<typeof shown>, path: string) => {
    if (page.status >= 500) failures.push(`${page.status} ${path}`);
    shown = page;
  };
  const get = async (path: string) => {
    show(await visitor.get(withinDashboard(path), { accept: "text/html" }), path);
  };
  const read = async ({ name, posts, typed = {} }: Pressed) => {
    const button = await parser.evaluateHandle(findButton, {
      html: shown?.text ?? "",
      name,
      posts,
    });
    const values: (readonly [JSHandle<Element>, string | true])[] = [];
    for (const entry of Object.entries(typed)) {
      values.push([await button.evaluateHandle(findControl, entry), entry[1]]);
    }
    const { action, entries } = await button.evaluate(readForm, values);
    const fields: Record<string, string[]> = {};
    // As browsers post line breaks.
    for (const [field, value] of entries) {
      (fields[field] ??= []).push(value.replaceAll(/\r?\n/g, "\r\n"));
    }
    return { path: action, fields };
  };
  const send = async ({ path, fields }: NonNullable<typeof post>) => {
    const answer = await visitor.post(withinDashboard(path), fields, { accept: "text/html" });
    const to = answer.headers.get("location");
    if (to === null) show(answer, path);
    else await get(to);
  };
  const press = async () => {
    if (post === undefined) throw new Error("No page was opened.");
    await send(post);
  };
  return {
    async open(path, pressed) {
      await get(path);
      post = await read(pressed);
    },
    press,
    async pressTwice() {
      await Promise.all([press(), press()]);
    },
    confirm: async (pressed) => send(await read(pressed)),
    losesButton: () => Promise.reject(new Error("Nothing changes without script.")),
    async shows(text) {
      expect(shown?.words).toContain(text);
    },
    close: () => undefined,
  };
}

const withinDashboard = (path: string) => path.replace(/^\/dashboard/, "");
