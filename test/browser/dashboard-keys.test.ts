// The keyboard shortcuts on the page of a submission: the same as in the inbox, and the same as its buttons.
import type { Submission } from "@intray/sdk/schemas";
import { useShared } from "../harness/use.ts";
import { inBrowser as it } from "./in-browser.ts";
import { openDashboard } from "./dashboard.ts";
import { layoutProblems } from "./page-checks.ts";

const NAMES = ["Ada", "Bob", "Cyd", "Dan", "Eve"];

let form: string;
/** Oldest first. */
let ids: number[];
const dashboard = useShared(() => openDashboard({ INTRAY_RATE_LIMIT: "off" }));
const page = useShared(() => dashboard.signedIn());
beforeEach(async () => {
  form = String((await dashboard.server.create("/forms", { name: "Contact" })).id);
  ids = [];
  for (const name of NAMES) ids.push(await dashboard.server.post(form, { name, team: "red" }));
});

const stored = (index: number) => dashboard.server.read<Submission>(`/submissions/${ids[index]}`);
const list = () => `/dashboard/inbox?form_id=${form}&query=red`;
const submissionUrl = (index: number) =>
  `/dashboard/submissions/${ids[index]}?tab=inbox&form_id=${form}&query=red`;
/** Waits until the page of a submission is shown and its scripts run. */
const isAt = async (index: number) => {
  await page.waitForURL(`**${submissionUrl(index)}*`);
  await page.getByRole("button", { name: "Keyboard shortcuts" }).waitFor();
};
/** Presses a key that leads to this submission. */
const pressTo = async (key: string, index: number) => {
  await page.keyboard.press(key);
  await isAt(index);
};
const open = async (index: number) => {
  await page.goto(submissionUrl(index));
  await isAt(index);
};

it("triage a filtered list from its first submission to the list again, one mistake undone", async () => {
  await page.goto(list());
  await page.keyboard.press("j");
  await pressTo("Enter", 4);

  await pressTo("e", 3);
  await pressTo("s", 2);
  await pressTo("#", 1);
  await page.getByText("Moved to the trash: ").waitFor();
  await pressTo("z", 2);
  await page.getByText("Undone: 1 submission is as before.").waitFor();
  await pressTo("j", 1);
  await pressTo("k", 2);
  await pressTo("j", 1);
  await pressTo("j", 0);
  await page.keyboard.press("e");
  await page.waitForURL(`**${list()}`);

  const states = await Promise.all(
    ids.map(async (_, index) => {
      const { read, spam, trash, seen_at } = await stored(index);
      return [read, spam, trash, seen_at !== null];
    }),
  );
  expect(states).toEqual([
    [true, false, false, true],
    [false, false, false, true],
    [false, false, false, true],
    [false, true, false, true],
    [true, false, false, true],
  ]);
});

it("undo for half a minute after the notice", async () => {
  const tab = await dashboard.signedIn();
  await tab.clock.install();
  await tab.goto(submissionUrl(2));
  await tab.keyboard.press("s");
  const undo = tab.getByRole("button", { name: "Undo" });
  await undo.waitFor();

  await tab.clock.fastForward(29_000);
  expect(await undo.isVisible()).toBe(true);
  await tab.clock.fastForward(2_000);
  expect(await undo.count()).toBe(0);
});

it("lead back to the list, and to its search", async () => {
  await open(1);
  await page.keyboard.press("u");
  await page.waitForURL(`**${list()}`);

  await open(1);
  await page.keyboard.press("/");
  await page.waitForURL(`**${list()}#query`);
  const search = page.getByLabel("Search", { exact: true });
  await expect.poll(() => search.evaluate((input) => input === document.activeElement)).toBe(true);
});

it("lead to the inputs of tags and a note, and Ctrl+Enter sends what is typed", async () => {
  await open(1);
  for (const [key, label] of [
    ["t", "Add tags, separated by commas"],
    ["n", "New note"],
  ] as const) {
    await page.keyboard.press(key);
    await page.keyboard.type(`${key}!`);
    expect(await page.getByLabel(label, { exact: true }).inputValue()).toBe(`${key}!`);
    await page.evaluate("document.activeElement.blur()");
  }
  await page.getByLabel("New note").press("Control+Enter");
  await page.locator("#notes p.lines", { hasText: "n!" }).waitFor();
});

it("do nothing while somebody types, with a modifier, in the dialog, or if they are off", async () => {
  await open(1);
  const tags = page.getByLabel("Add tags, separated by commas");
  await tags.focus();
  await page.keyboard.type("es#");
  await page.evaluate("document.activeElement.blur()");
  await page.keyboard.press("Control+e");
  await page.keyboard.press("?");
  await page.getByRole("heading", { name: "Keyboard shortcuts" }).waitFor();
  await page.keyboard.press("s");
  expect(await layoutProblems(page)).toEqual([]);
  await page.getByLabel("Enable keyboard shortcuts").uncheck();
  await page.getByRole("button", { name: "Close" }).click();
  await page.keyboard.press("e");
  await page.keyboard.press("?");

  expect(await tags.inputValue()).toBe("es#");
  expect(await page.locator("#shortcuts").isVisible()).toBe(false);
  expect(new URL(page.url()).pathname).toBe(`/dashboard/submissions/${ids[1]}`);
  expect(await stored(1)).toMatchObject({ read: false, spam: false, trash: false });
  await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
  await page.getByLabel("Enable keyboard shortcuts").check();
});

it("act once, however long a key is held", async () => {
  await open(4);
  await page.keyboard.down("e");
  await isAt(3);
  // The browser repeats a key that is down.
  await page.keyboard.down("e");
  await page.keyboard.up("e");
  await pressTo("e", 2);

  expect((await Promise.all([4, 3, 2].map(stored))).map(({ read }) => read)).toEqual([
    true,
    true,
    false,
  ]);
});

it("select rows of the inbox, which one key marks on the same page", async () => {
  await page.goto(list());
  await page.evaluate("window.isSame = true");
  for (const key of ["j", "x", "j", "j", "x", "s"]) await page.keyboard.press(key);
  await page.getByText("2 submissions marked spam.").waitFor();

  const spam = await Promise.all(ids.map(async (_, index) => (await stored(index)).spam));
  expect(spam).toEqual([false, false, true, false, true]);
  expect(await page.evaluate("window.isSame")).toBe(true);
  await page.keyboard.press("z");
  await expect.poll(async () => (await stored(4)).spam).toBe(false);
});

it("mark a row of the inbox done, and not done, and trash it, which z undoes", async () => {
  await page.goto(list());
  await page.keyboard.press("j");
  await page.keyboard.press("e");
  await page.getByText("1 submission marked done.").waitFor();
  expect(await stored(4)).toMatchObject({ read: true });
  await page.keyboard.press("e");
  await page.getByText("1 submission marked not done.").waitFor();
  expect(await stored(4)).toMatchObject({ read: false });
  await page.keyboard.press("#");
  await page.getByText("1 submission moved to the trash.").waitFor();
  expect(await stored(4)).toMatchObject({ trash: true });

  await page.keyboard.press("z");
  await expect.poll(async () => (await stored(4)).trash).toBe(false);
});

it("Ctrl+K leads to submissions and pages by some letters, and does what the page's keys do", async () => {
  const input = page.getByRole("dialog", { name: "Go to" }).getByRole("searchbox");
  const ask = async (text: string) => {
    await page.keyboard.press("Control+k");
    await input.fill(text);
  };
  await open(2);
  await ask("not done");
  await page.getByRole("button", { name: "Done, or not done e" }).click();
  await isAt(1);

  await ask("cyd");
  const found = page.getByRole("link", { name: /^Cyd/ }).first();
  await found.waitFor();
  expect(await layoutProblems(page)).toEqual([]);
  await page.keyboard.press("ArrowDown");
  expect(await found.evaluate((link) => link === document.activeElement)).toBe(true);
  await page.keyboard.press("Escape");
  expect(await input.isHidden()).toBe(true);
  await ask("audit");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/dashboard/audit");
});
