// Forms with a captcha of this server (ALTCHA), in a real browser: nobody's post ends as spam without a word.
import type { Form, SubmissionList } from "@intray/sdk/schemas";
import { useShared, useEach } from "../harness/use.ts";
import { useDashboard } from "../../packages/server/test/dashboard.ts";
import { inBrowser as it, openBrowser } from "./in-browser.ts";
import { openSite } from "./site.ts";

const server = useDashboard();
const site = useShared(openSite);
const browser = useShared(openBrowser);
const page = useEach(() => browser.newPage({ locale: "en-US" }));
const form = useEach(() =>
  server.create<Form>("/forms", {
    name: "Contact",
    captcha: { provider: "altcha" },
    redirect_url: `${site.url}/thanks`,
  }),
);
beforeAll(() => site.show("/thanks", { html: "<!doctype html><h1>Ours</h1>" }));

const list = async (state: string) => {
  const path = `/submissions?form_id=${form.id}&filter_by=${state}`;
  const { submissions } = await server.read<SubmissionList>(path);
  return submissions.map(({ payload_params }) => payload_params);
};

it("asks for it on a page, if the form's page does not have it, and warns its owner", async () => {
  site.show("/contact", {
    html: `<!doctype html><form method="post" action="${server.url}/f/${form.uuid}">
        <textarea name="message">One\nTwo</textarea><input name="tag" value="<a>"><button>Send</button></form>`,
  });
  await page.goto(`${site.url}/contact`);
  await page.click("button");
  await page.locator("h1").filter({ hasText: "confirm that you are human" }).waitFor();
  const warned = await server.ada.get(`/forms/${form.id}`);
  const overview = await server.ada.get("");

  await page.click("button");

  await page.waitForURL(`${site.url}/thanks`);
  const typed = { message: "One\r\nTwo", tag: "<a>" };
  expect([await list("spam"), await list("all")]).toEqual([[typed], [typed]]);
  expect(warned.words).toContain("Posts come without an answer to the form's captcha");
  expect(overview.words).toContain("come without an answer to its captcha");
  expect((await server.ada.get(`/forms/${form.id}`)).words).not.toContain("without an answer");
  expect((await server.ada.get("")).words).not.toContain("without an answer");
});

it("is solved by the sample form", async () => {
  await page.goto(`${server.url}/try/${form.uuid}`);
  await page.fill("[name=message]", "Sample");
  await page.click("button");
  await page.waitForURL(`${site.url}/thanks`);

  expect(await list("spam")).toEqual([]);
  expect((await list("all")).map(({ message }) => message)).toEqual(["Sample"]);
});

it("of another service is shown in a form that is added later, and again after a reset", async () => {
  site.show("/later", {
    html: `<!doctype html><script>
        calls = [];
        turnstile = {
          render: (element, { sitekey }) => calls.push("render " + sitekey) && "widget 1",
          reset: (widget) => calls.push("reset " + widget),
        };
      </script><script src="${server.url}/captcha.js"></script>`,
  });
  await page.goto(`${site.url}/later`);

  await page.evaluate(`document.body.insertAdjacentHTML("beforeend",
      '<form><div data-intray-captcha="turnstile" data-sitekey="the-key"></div></form>')`);
  await page.waitForFunction("calls.length === 1");
  await page.evaluate(`document.forms[0].reset()`);

  expect(await page.evaluate("calls")).toEqual(["render the-key", "reset widget 1"]);
});
