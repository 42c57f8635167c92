// A page on another site with /intray.js, in a real browser against a real server.
import type { Form, SubmissionList } from "@intray/sdk/schemas";
import type { Request } from "playwright-core";
import { useShared, useEach } from "../harness/use.ts";
import { useApiServer } from "../../packages/server/test/api-server.ts";
import { inBrowser as it, openBrowser } from "./in-browser.ts";
import { openSite, textFile } from "./site.ts";

let posts: Request[];
const server = useApiServer();
const site = useShared(openSite);
const browser = useShared(openBrowser);
const page = useEach(() => browser.newPage({ locale: "en-US" }));
beforeEach(() => {
  posts = [];
  page.on("request", (request) => {
    if (request.method() === "POST") posts.push(request);
  });
});

const newForm = async (settings: object = {}): Promise<string> => {
  const { uuid } = await server.create<Form>("/forms", { name: "Contact", ...settings });
  return `${server.url}/f/${uuid}`;
};

/** Opens a page with a form of these inputs, and records the events that it dispatches. */
async function open(action: string, inputs: string, attributes = ""): Promise<void> {
  site.show("/contact", {
    html: `<!doctype html><script src="${server.url}/intray.js" defer></script>
        <form method="post" action="${action}" ${attributes}>${inputs}</form>
        <script>window.events = []; for (const name of ["submit", "success", "error"])
          addEventListener("intray:" + name, ({ detail }) => events.push([name, detail.error ?? detail.success]));
        </script>`,
  });
  await page.goto(`${site.url}/contact?from=ad#top`);
}

const events = () => page.evaluate<[string, unknown][]>("window.events");
const message = () => page.locator("[role=status]");
const stored = async () =>
  (await server.read<SubmissionList>("/submissions?order_by=date_desc")).submissions;

it("speaks the language of the page, not that of the browser", async () => {
  await open(await newForm(), `<input name="name"><button>Envoyer</button>`, 'lang="fr-CA"');
  await page.getByRole("button").click();

  await expect.poll(() => message().textContent()).toBe("Votre message a bien été reçu.");

  await page.route("**/f/*", (route) => route.fulfill({ status: 400, body: "<broken>" }));
  await page.getByRole("button").click();
  await expect.poll(() => message().textContent()).toBe("Non envoyé. Veuillez réessayer.");
});

it("sends without leaving the page, with the page's full URL", async () => {
  await open(
    await newForm(),
    `<input name="name" value="Ada"><input name="name" value="Eve"><input type="file" name="cv"><button name="via" value="b">Send</button>`,
    'data-thanks="Danke!"',
  );
  await page.fill("[name=name] >> nth=0", "Ada L.");

  await page.click("button");

  await message().filter({ hasText: "Danke!" }).waitFor();
  const [first] = await stored();
  expect(first).toMatchObject({
    payload_params: { name: ["Ada L.", "Eve"], via: "b" },
    source_url: `${site.url}/contact?from=ad#top`,
    source_fragment: "top",
  });
  expect(page.url()).toBe(`${site.url}/contact?from=ad#top`);
  expect(await page.inputValue("[name=name] >> nth=0")).toBe("Ada");
  expect(posts.map((one) => one.headers()["content-type"])).toEqual([
    "application/x-www-form-urlencoded;charset=UTF-8",
  ]);
  expect(await events()).toEqual([
    ["submit", undefined],
    ["success", true],
  ]);
});

it("sends files", async () => {
  await open(await newForm(), `<input type="file" name="cv"><button>Send</button>`);
  await page.setInputFiles("[name=cv]", textFile("cv.txt", "hello"));

  await page.click("button");

  await message().filter({ hasText: "has been received" }).waitFor();
  expect((await stored())[0]?.attachments).toMatchObject([{ name: "cv.txt", file_size: 5 }]);
});

it("opens the form's redirect URL", async () => {
  site.show("/thanks", { html: "<!doctype html><h1>Ours</h1>" });
  const action = await newForm({ redirect_url: `${site.url}/thanks` });
  await open(action, `<input name="a" value="b"><button>Send</button>`);

  await page.click("button");

  await page.waitForURL(`${site.url}/thanks`);
  expect(await page.textContent("h1")).toBe("Ours");
});

it("shows the blocks of a page made for the script of Basin, and fires its events", async () => {
  const action = await newForm({ redirect_url: `${site.url}/thanks` });
  await open(
    action,
    `<input name="a" value="b"><button>Send</button></form>
     <p id="done" style="display: none">Own thanks</p><p id="failed" hidden>Own error</p>`,
    `data-basin-form data-basin-success-action="render"
     data-basin-success-id="done" data-basin-error-id="failed"`,
  );
  await page.evaluate(`for (const name of ["Submitted", "Success", "Error"])
    document.addEventListener("basinjsForm" + name, ({ detail }) =>
      events.push([name, detail.form === document.forms[0]]))`);
  const shown = () =>
    Promise.all(["form", "#done", "#failed"].map((one) => page.locator(one).isVisible()));
  await page.route("**/f/*", (route) => route.fulfill({ status: 400, body: "<broken>" }));

  await page.click("button");
  await expect.poll(shown).toEqual([true, false, true]);
  await page.unroute("**/f/*");
  await page.click("button");
  await expect.poll(shown).toEqual([false, true, false]);

  const basin = (await events()).filter(([name]) => /^[A-Z]/.test(name));
  const pairs = ["Submitted", "Error", "Submitted", "Success"].map((name) => [name, true]);
  expect(basin).toEqual(pairs);
  expect(page.url()).toContain("/contact");
});

it("respects the formaction of the pressed button", async () => {
  const other = await newForm();
  await open(
    `${site.url}/elsewhere`,
    `<input name="a" value="b"><button formaction="${other}">Send</button>`,
  );

  await page.click("button");

  await message().filter({ hasText: "has been received" }).waitFor();
  expect(posts.map((one) => one.url())).toEqual([other]);
});

it("shows an error in the page's message element and keeps what was typed", async () => {
  await open(
    `${server.url}/f/ffffffffffff`,
    `<p data-intray-message></p><input name="name"><button>Send</button>`,
  );
  await page.fill("[name=name]", "Ada");

  await page.click("button");

  await message().filter({ hasText: "is closed" }).waitFor();
  expect(await page.inputValue("[name=name]")).toBe("Ada");
  expect([await page.locator("p").count(), await page.isEnabled("button")]).toEqual([1, true]);
  expect((await events()).at(-1)?.[0]).toBe("error");
});

it("shows an error for an empty form", async () => {
  await open(await newForm(), `<input type="file" name="cv"><button>Send</button>`);
  // The page's URL does not count as a field.
  await page.click("button");

  await message().filter({ hasText: "Nothing was filled in." }).waitFor();
  expect((await events()).at(-1)?.[0]).toBe("error");
});

it("sends once, even if the button is pressed again meanwhile", async () => {
  await open(await newForm(), `<input name="name" value="Ada"><button>Send</button>`);
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/f/**", async (route) => {
    await released;
    await route.continue();
  });

  await page.click("button");
  const isPressable = await page.isEnabled("button");
  await page.evaluate("document.forms[0].requestSubmit()");
  await page.press("[name=name]", "Enter");
  release();

  await message().filter({ hasText: "has been received" }).waitFor();
  expect(isPressable).toBe(false);
  expect(posts).toHaveLength(1);
  expect(await page.isEnabled("button")).toBe(true);
});

it("shows errors beside their fields", async () => {
  const fields = [{ name: "email", type: "email", required: true }];
  const rules = await newForm({ fields });
  const attributes = "novalidate";
  await open(rules, `<input name="email" value="ada"><button>Send</button>`, attributes);
  await page.click("button");
  await page.locator("[data-intray-error]").waitFor();
  const described = await page.getAttribute("[name=email]", "aria-describedby");
  const noteId = await page.getAttribute("[data-intray-error]", "id");
  await page.fill("[name=email]", "ada@example.org");
  await page.click("button");
  await message().filter({ hasText: "has been received" }).waitFor();

  expect(described).toBe(noteId);
  expect(await page.locator("[data-intray-error], [aria-invalid]").count()).toBe(0);
});

it("shows the form's captcha on a page without it, and sends again", async () => {
  await open(
    await newForm({ captcha: { provider: "altcha" }, redirect_message: "Bis bald!" }),
    `<textarea name="a">1\n2</textarea><button>Send</button>`,
  );
  await page.click("button");

  await message().filter({ hasText: "Bis bald!" }).waitFor();
  expect((await stored())[0]).toMatchObject({ payload_params: { a: "1\r\n2" }, spam: false });
});

it("sends nothing if the page cancels the event, and ignores other forms", async () => {
  site.show("/other", { html: "<!doctype html><h1>Other</h1>" });
  await open(await newForm(), `<input name="name" value="Ada"><button>Send</button>`);
  await page.evaluate(`addEventListener("intray:submit", (event) => event.preventDefault());
      document.body.insertAdjacentHTML("beforeend", '<form action="/other"><button id="other">Go</button></form>');`);

  await page.click("button >> nth=0");
  await page.click("#other");

  await page.waitForURL(`${site.url}/other?`);
  expect(posts).toEqual([]);
});
