// The hosted pages in a real browser: accessible, in every language, light and dark, narrow and wide.
import type { Form, SubmissionList } from "@intray/sdk/schemas";
import { systemClock } from "../../packages/server/src/platform/clock.ts";
import { AppError } from "../../packages/server/src/domain/errors.ts";
import { TEXTS } from "../../packages/server/src/intake/texts.ts";
import { openStore } from "../../packages/server/src/store/open-store.ts";
import { useApiServer } from "../../packages/server/test/api-server.ts";
import { useShared } from "../harness/use.ts";
import { inBrowser as it, openBrowser } from "./in-browser.ts";
import { axeViolations, overflows } from "./page-checks.ts";
import { openSite } from "./site.ts";

/** The text of the buttons could not be read, and the logo cannot be loaded. */
const LOOK = {
  logo: "https://logo.invalid/logo.png",
  button_background_color: "#fff3b0",
  button_text_color: "#ffffff",
};
const NARROW = { width: 320, height: 640 };

let isOverloaded = false;
const server = useApiServer({ INTRAY_MAX_FIELD_BYTES: "40" }, systemClock, {
  async openStore(options) {
    const store = await openStore(options);
    return {
      ...store,
      accept: (one) =>
        isOverloaded
          ? Promise.reject(new AppError("overloaded", "Too much at once; send it again."))
          : store.accept(one),
    };
  },
});
const site = useShared(openSite);
const browser = useShared(openBrowser);
const page = useShared(() => browser.newPage());
beforeAll(async () => {
  const branded = await server.create<Form>("/forms", {
    form: { name: "Branded", ...LOOK, notification_emails: "ada@example.org" },
  });
  site.show("/contact", {
    html: `<!doctype html><form method="post" action="${server.url}/f/1">
        <input name="name" value="Ada &amp; &quot;Eve&quot; &lt;b&gt;"><textarea name="text">one\ntwo</textarea>
        <input name="tag[]" value="x"><input type="hidden" name="_next" value="/thanks"><button>Send</button></form>
        <form method="post" action="${server.url}/f/1"><input name="note" value="${"long ".repeat(9)}"><button>Send</button></form>
        <form method="post" action="${server.url}/f/${branded.uuid}"><input name="name" value="Ada"><button>Send</button></form>
        <form method="post" action="${server.url}/f/${branded.uuid}"><input name="note" value="${"long ".repeat(9)}"><button>Send</button></form>`,
  });
});

async function post(button: number): Promise<void> {
  await page.goto(`${site.url}/contact`);
  await Promise.all([page.waitForURL(`${server.url}/f/*`), page.click(`button >> nth=${button}`)]);
}

async function openLink(table: string, path: string): Promise<void> {
  const rows = await server.sql(`select link_token from ${table} where link_token is not null`);
  const [{ link_token }] = rows as [{ readonly link_token: string }];
  await page.goto(`${server.url}${path}/${link_token}`);
}

const KINDS = {
  thanks: () => post(0),
  limit: () => post(1),
  "thanks of a form with its own look": () => post(2),
  "limit of a form with its own look": () => post(3),
  async overloaded() {
    isOverloaded = true;
    await post(0);
    isOverloaded = false;
  },
  "link to confirm": () => openLink("mail_address", "/mail/confirm"),
  "link to unsubscribe": () => openLink("webhook", "/mail/unsubscribe"),
  async unsubscribed() {
    await KINDS["link to unsubscribe"]();
    await page.click("button");
  },
  address: () => page.goto(`${server.url}/f/1`),
  try: () => page.goto(`${server.url}/try/1`),
} as const satisfies Record<string, () => Promise<unknown>>;

it.each(Object.keys(KINDS))("(%s) is accessible in light and dark mode", async (kind) => {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await KINDS[kind as keyof typeof KINDS]();
    await page.evaluate(`for (const one of document.querySelectorAll("details")) one.open = true`);

    expect([await axeViolations(page), await page.locator("h1").count()]).toEqual([[], 1]);
  }
});

it.each(Object.entries(TEXTS))("is in %s for browsers that prefer it", async (language, texts) => {
  await page.setExtraHTTPHeaders({ "accept-language": `${language}-XX, xx;q=0.5` });
  await page.setViewportSize(NARROW);

  await KINDS.limit();
  const limit = await page.textContent("main");

  expect(await page.getAttribute("html", "lang")).toBe(language);
  expect(await page.textContent("h1")).toBe(texts.notSent);
  expect(limit).toContain(texts.limits.field("note", "40 bytes"));
  expect(limit).toContain("INTRAY_MAX_FIELD_BYTES");
  expect(await overflows(page)).toBe(false);
  await page.setExtraHTTPHeaders({});
});

it("keeps what was typed if the server is overloaded, and sends it again", async () => {
  await KINDS.overloaded();
  await page.click("details >> nth=0 >> summary");
  const shown = await page.locator("dt, dd").allTextContents();

  await page.click("main form button");

  await page.locator("h1", { hasText: "Thank you" }).waitFor();
  const { submissions } = await server.read<SubmissionList>("/submissions?form_id=1");
  expect(shown).toEqual(["name", 'Ada & "Eve" <b>', "text", "one\ntwo", "tag[]", "x"]);
  expect(submissions[0]).toMatchObject({
    payload_params: { name: 'Ada & "Eve" <b>', text: "one\r\ntwo", tag: ["x"] },
    source_host: new URL(site.url).host,
  });
});

it("keeps the form's values for the back button", async () => {
  await page.goto(`${site.url}/contact`);
  await page.fill("[name=note]", "more than forty characters are in this one");
  await page.click("button >> nth=1");
  await page.locator("h1", { hasText: "not sent" }).waitFor();

  await page.goBack();

  expect(await page.inputValue("[name=note]")).toBe("more than forty characters are in this one");
});

it("shows the keyboard focus", async () => {
  await KINDS.overloaded();

  await page.keyboard.press("Tab");

  expect(await page.evaluate(`document.activeElement.textContent`)).toBe("Send again");
  expect(await page.evaluate(`getComputedStyle(document.activeElement).outlineStyle`)).toBe(
    "solid",
  );
});
