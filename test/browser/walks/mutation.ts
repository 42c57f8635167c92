// Walks a mutation of the dashboard through what people do to it: with and without script, a double click, a stale
// page, an expired session and another tab.
import { expect } from "vitest";
import { EMAIL, PASSWORD } from "../../../packages/server/test/dashboard.ts";
import type { Dashboard } from "../dashboard.ts";
import type { Typed } from "./page-forms.ts";
import { openLiveTab, openPlainTab, PATIENCE, type Pressed, type Tab } from "./tab.ts";

/** One record to change, made anew for each walk. */
export interface Subject {
  /** Path of the page with the button, with `/dashboard`. */
  readonly path: string;
  /** Label of the button. */
  readonly button: string;
  /** What the button posts to, with `/dashboard`, if the page has others of its route. */
  readonly action?: string;
  /** What is typed into the button's form before. */
  readonly typed?: Typed;
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
  /** What the button posts to, as the router has it: `/submissions/:id/mark`, without `/dashboard`. */
  readonly route: string;
  subject(): Promise<Subject>;
  /** Whether its subjects have {@link Subject.meanwhile}. Without, a stale page with script is like another tab. */
  readonly isChangedMeanwhile?: boolean;
  /** Label of the button of the page that asks before it is done. */
  readonly confirm?: string;
  /** Whether a dialog asks instead, with script. */
  readonly hasDialog?: boolean;
  /** Whether other tabs with script take their button away once it is done. */
  readonly isFollowed?: boolean;
  /** Walks that make no sense for it, and why. */
  readonly without?: Readonly<Partial<Record<Walk, string>>>;
}

/** What is done to a mutation, with script and without. */
const WALKS = {
  "double click, other tab": twice,
  "stale page": stale,
  "expired session": expired,
} as const satisfies Readonly<Record<string, (walk: Walked) => Promise<void>>>;

type Walk = keyof typeof WALKS;
type Script = "with script" | "without script";

/** Smaller than usual, which takes less time to paint. */
const VIEWPORT = { width: 900, height: 500 };

interface Walked {
  readonly mutation: Mutation;
  readonly subject: Subject;
  readonly hasScript: boolean;
  /** Opens a tab on the page with the button. */
  openTab(session?: Session): Promise<Tab>;
  /** Ends the session of the tabs. */
  expire(): Promise<void>;
}

/** Whose session a tab has: the one of all tabs of the walk, or one of another browser, which has no script. */
type Session = "own" | "other browser";

/** The walks of a mutation, for `it.each`. */
export const walksOf = ({
  without = {},
  isChangedMeanwhile = false,
}: Mutation): readonly (readonly [Walk, Script])[] =>
  (Object.keys(WALKS) as Walk[])
    .filter((walk) => without[walk] === undefined)
    .flatMap((walk) => [
      ...(walk === "stale page" && !isChangedMeanwhile ? [] : [[walk, "with script"] as const]),
      [walk, "without script"] as const,
    ]);

export interface Walker {
  /**
   * Returns what failed in the tabs: answers of 500 and above, and errors of scripts.
   *
   * @throws AssertionError if the walk leaves another state than it should.
   */
  walk(mutation: Mutation, walk: Walk, script: Script): Promise<readonly string[]>;
}

/** Returns a walker with one context, which is closed with the browser. */
export async function createWalker({ browser, server }: Dashboard): Promise<Walker> {
  const context = await browser.newContext({ baseURL: server.url, viewport: VIEWPORT });
  context.setDefaultTimeout(PATIENCE.timeout);
  const parser = await context.newPage();
  const signIn = async () => {
    const visitor = server.visitor();
    await visitor.signIn();
    return visitor;
  };
  return {
    async walk(mutation, walk, script) {
      const failures: string[] = [];
      const subject = await mutation.subject();
      const own = await signIn();
      const hasScript = script === "with script";
      if (hasScript) {
        await context.clearCookies();
        await context.addCookies(
          [...own.cookies].map(([name, value]) => ({ name, value, url: server.url })),
        );
      }
      const tabs: Tab[] = [];
      try {
        await WALKS[walk]({
          mutation,
          subject,
          hasScript,
          async openTab(session = "own") {
            const tab =
              session === "own" && hasScript
                ? await openLiveTab(context, failures)
                : openPlainTab(session === "own" ? own : await signIn(), parser, failures);
            tabs.push(tab);
            await tab.open(subject.path, pressed(mutation, subject));
            return tab;
          },
          async expire() {
            await server.sql("delete from session where id = (select max(id) from session)");
          },
        });
      } finally {
        for (const tab of tabs) tab.close();
      }
      return failures;
    },
  };
}

const pathOf = (route: string) => `^/dashboard${route.replaceAll(/:\w+/g, "[^/?#]+")}([?#].*)?$`;

const pressed = ({ route }: Mutation, { button, action, typed = {} }: Subject): Pressed => ({
  name: button,
  posts: action === undefined ? pathOf(route) : `^${action}([?#].*)?$`,
  typed,
});

/** Somebody else changes the record while the page is open. */
async function stale(walked: Walked): Promise<void> {
  const { subject } = walked;
  const { doneTwice = subject.done, doneWhenStale = doneTwice, whenStale } = subject;
  const tab = await walked.openTab();
  if (subject.meanwhile === undefined) {
    const other = await walked.openTab("other browser");
    await other.press();
    await confirm({ ...walked, hasScript: false }, other);
    await becomes(subject, subject.done);
  } else await subject.meanwhile();
  await press(walked, tab);
  if (whenStale !== undefined) await tab.shows(whenStale);
  await becomes(subject, doneWhenStale);
}

/** The same person has opened the page in two tabs, clicks twice in one of them, and then presses in the other. */
async function twice(walked: Walked): Promise<void> {
  const { subject, mutation, hasScript } = walked;
  const { done, doneTwice = done } = subject;
  const first = await walked.openTab();
  const second = await walked.openTab();
  await first.pressTwice();
  await confirm(walked, first);
  await becomes(subject, done);
  if (mutation.isFollowed === true && hasScript) await second.losesButton();
  else await press(walked, second);
  await becomes(subject, doneTwice);
}

/** The session ends while the page is open: nothing is done until the person has signed in again. */
async function expired(walked: Walked): Promise<void> {
  const { subject, hasScript } = walked;
  const tab = await walked.openTab();
  const before = await subject.state();
  await walked.expire();
  await tab.press();
  await tab.shows("Your session has ended.");
  expect(await subject.state()).toEqual(before);

  const typed = { email: EMAIL, password: PASSWORD };
  await tab.confirm({ name: "Sign in", posts: "/sign-in$", typed });
  // With script the page does it.
  if (!hasScript) await tab.confirm({ name: "Continue", posts: "" });
  await confirm(walked, tab);
  await becomes(subject, subject.done);
}

async function press(walked: Walked, tab: Tab): Promise<void> {
  await tab.press();
  await confirm(walked, tab);
}

async function confirm({ mutation, hasScript }: Walked, tab: Tab): Promise<void> {
  const { confirm: name, hasDialog = false } = mutation;
  if (name !== undefined && !(hasDialog && hasScript)) await tab.confirm({ name, posts: "" });
}

async function becomes(subject: Subject, expected: unknown): Promise<void> {
  await expect.poll(() => subject.state(), PATIENCE).toEqual(expected);
}
