// A form with field rules in a real browser: the error page keeps what was typed, and can be corrected.
import type { FieldRule, Form, FormViewList, SubmissionList } from "@intray/sdk/schemas";
import { useShared } from "../harness/use.ts";
import { useApiServer } from "../../packages/server/test/api-server.ts";
import { inBrowser as it, openBrowser } from "./in-browser.ts";
import { axeViolations, layoutProblems } from "./page-checks.ts";
import { openSite } from "./site.ts";

const FIELDS: FieldRule[] = [
  { name: "email", type: "email", required: true, label: "E-mail" },
  { name: "seats", type: "number", min: 1, max: 4, label: "Seats" },
  { name: "day", type: "date" },
  { name: "size", type: "select", options: ["S", "M"] },
  { name: "topics", type: "checkbox", options: ["News", "Offers"], label: "Topics" },
  { name: "color", type: "radio", options: ["red", "blue"], required: true },
  { name: "text", type: "textarea", max: 40 },
  { name: "agree", type: "checkbox", required: true, label: "I agree" },
  { name: "cv", type: "file", accept: ".pdf" },
];

const server = useApiServer();
const form = useShared(() => server.create<Form>("/forms", { name: "Rules", fields: FIELDS }));
const site = useShared(openSite);
const browser = useShared(openBrowser);
const page = useShared(() => browser.newPage());
beforeAll(() => {
  site.show("/contact", {
    html: `<!doctype html><form method="post" action="${server.url}/f/${form.uuid}">
        <input name="email" value="ada"><input name="seats" value="many"><input name="topics[]" value="Offers">
        <textarea name="text">one\ntwo</textarea><input name="extra" value="kept"><button>Send</button></form>`,
  });
});

async function sendWrong() {
  await page.goto(`${site.url}/contact`);
  await Promise.all([page.waitForURL(`${server.url}/f/*`), page.click("button")]);
}

it("has an error page that is accessible in light and dark mode, and fits a narrow window", async () => {
  await sendWrong();

  expect(await layoutProblems(page)).toEqual([]);
});

it("is stored once the visitor has corrected the fields on the error page", async () => {
  await sendWrong();
  const seats = await page.inputValue("[name=seats]");

  await page.fill("[name=email]", "ada@example.org");
  await page.fill("[name=seats]", "3");
  await page.check("[value=blue]");
  await page.check("[name=agree]");
  await page.click("main form button");
  await page.locator("h1", { hasText: "Thank you" }).waitFor();

  const { submissions } = await server.read<SubmissionList>(`/submissions?form_id=${form.id}`);
  expect(seats).toBe("many");
  expect(submissions).toHaveLength(1);
  expect(submissions[0]).toMatchObject({
    payload_params: {
      email: "ada@example.org",
      seats: "3",
      topics: ["Offers"],
      text: "one\r\ntwo",
      extra: "kept",
      color: "blue",
      agree: "yes",
    },
    source_host: new URL(site.url).host,
  });
});

it("is as high as its fields where another page embeds it, and is sent from there", async () => {
  const small = await server.create<Form>("/forms", {
    name: "Small",
    fields: [{ name: "note", type: "textarea", required: true }],
    form_view_enabled: true,
  });
  const { form_views } = await server.read<FormViewList>("/form_views");
  const view = form_views.find(({ form_id }) => form_id === small.id);
  site.show("/embed", { html: `<!doctype html><p>My site</p>${view?.embed_html ?? ""}` });

  await page.goto(`${site.url}/embed`);
  const inner = page.frameLocator("iframe");
  await page.waitForFunction(
    "document.querySelector('iframe').getBoundingClientRect().height < 600",
  );
  const low = await heightOfFrame();
  await inner.locator("textarea").evaluate((area) => area.style.setProperty("height", "900px"));
  await page.waitForFunction(
    "document.querySelector('iframe').getBoundingClientRect().height > 900",
  );
  const isScrolled = await inner
    .locator("html")
    .evaluate((html) => html.scrollHeight > html.clientHeight);
  await inner.locator("textarea").fill("From a frame");
  await inner.locator("button").click();
  await inner.locator("h1", { hasText: "Thank you" }).waitFor();

  const stored = await server.request("GET", `/submissions?form_id=${small.id}`);
  expect(low).toBeGreaterThan(200);
  expect(isScrolled).toBe(false);
  expect(stored.json()).toMatchObject({
    submissions: [
      { payload_params: { note: "From a frame" }, source_host: new URL(site.url).host },
    ],
  });
});

const heightOfFrame = () =>
  page.evaluate<number>("document.querySelector('iframe').getBoundingClientRect().height");

it("has a page of its own that is accessible", async () => {
  await server.request("PATCH", `/forms/${form.id}`, { json: { form_view_enabled: true } });

  await page.goto(`${server.url}/v/${form.uuid}`);

  expect(await axeViolations(page)).toEqual([]);
});

it("is checked by the browser on the test page, with the same rules", async () => {
  await page.goto(`${server.url}/try/${form.uuid}`);

  const invalid = await page
    .locator(":invalid:not(form, fieldset)")
    .evaluateAll((inputs) => inputs.map((input) => input.getAttribute("name")));

  expect([invalid, await axeViolations(page)]).toEqual([["email", "color", "color", "agree"], []]);
});
