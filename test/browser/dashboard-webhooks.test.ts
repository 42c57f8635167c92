// Webhooks in a browser, with script.
import type { ServerResponse } from "node:http";
import type { FormWebhook } from "@intray/sdk/schemas";
import { useShared } from "../harness/use.ts";
import { serveOnLoopback } from "../harness/loopback.ts";
import { inBrowser as it } from "./in-browser.ts";
import { openDashboard } from "./dashboard.ts";

const HOSTILE = `</textarea><script>window.ran = 1</script><img src=x onerror="window.ran = 1">\u202Eevil`;

/** Responses that a test ends later. */
const waiting: ServerResponse[] = [];
const receiver = useShared(() =>
  serveOnLoopback((request, answer) => {
    request.resume();
    if (request.url === "/slow") waiting.push(answer);
    else answer.writeHead(request.url === "/bad" ? 500 : 200).end("received");
  }),
);
const dashboard = useShared(() => openDashboard({ INTRAY_WEBHOOK_ALLOW: receiver.host }));
const page = useShared(() => dashboard.signedIn());
const make = (settings: object = {}) =>
  dashboard.server.create<FormWebhook>("/form_webhooks", {
    form_id: 1,
    url: `${receiver.url}/hook`,
    ...settings,
  });

it("preview the payload while the user types, without running any of it", async () => {
  const problems: string[] = [];
  page.on("console", (message) => problems.push(message.text()));
  page.on("pageerror", (error) => problems.push(error.message));
  const form = await dashboard.server.create<{ id: number }>("/forms", { name: "Other form" });
  const submission = await dashboard.server.post(String(form.id), { name: HOSTILE });
  await make({ name: HOSTILE, form_id: form.id });
  await page.goto("/dashboard/webhooks/new?form_id=1");
  const shown = page.locator("#preview pre");
  await page.getByLabel("Form", { exact: true }).selectOption({ label: "Other form" });
  await page.getByLabel("Submission", { exact: true }).selectOption(String(submission));
  await page.getByLabel("Custom", { exact: true }).check();
  await page.getByLabel("Content type").selectOption("text/plain");
  await page
    .getByLabel("Template", { exact: true })
    .pressSequentially('Hello {{field "name"}}', { delay: 1 });

  await shown.filter({ hasText: "evil" }).waitFor();
  expect(await shown.innerText()).toBe(`Hello ${HOSTILE}`);
  await page.getByText("Merge tags").click();
  await page.getByRole("button", { name: "Insert {{form_name}}" }).click();
  await shown.filter({ hasText: "Other form" }).waitFor();
  expect(await shown.innerText()).toBe(`Hello ${HOSTILE}Other form`);
  await page.getByLabel("Template", { exact: true }).fill(`${HOSTILE}\n{{#each}}`);
  await page.locator("#preview .error-position").waitFor();
  expect(await page.locator("#preview-status").innerText()).toMatch(/line 2, column \d/);
  for (const address of ["/dashboard/webhooks", `/dashboard/webhooks?form_id=${form.id}`]) {
    await page.goto(address);
    expect(await page.getByText("<script>").count()).toBe(1);
  }
  expect([await page.evaluate("window.ran"), problems]).toEqual([undefined, []]);
});

it("of a new webhook get the format of a chat by its host", async () => {
  await page.goto("/dashboard/webhooks/new?form_id=1");
  await page.locator("#format-json").check();

  for (const [url, format] of [
    ["https://receiver.example/", "json"],
    ["https://canary.discord.com/api/webhooks/1/x", "discord"],
    ["not a URL", "discord"],
  ] as const) {
    await page.getByLabel("URL", { exact: true }).fill(url);
    await page.getByLabel("Name", { exact: true }).focus();
    expect(await page.locator("[name=format]:checked").inputValue()).toBe(format);
  }
});

it("can have any number of headers, and are saved by Enter", async () => {
  const { id } = await make({ headers: [{ name: "X-One", value: "1" }] });
  await page.goto(`/dashboard/webhooks/${id}`);
  const more = page.getByRole("button", { name: "Add header" });
  await more.click();
  await page.keyboard.type("X-Four");
  await page.getByLabel("Value of header 4").fill("4");
  await page.keyboard.press("Enter");

  await page.getByText("The settings were saved.").waitFor();
  const { headers } = await dashboard.server.read<FormWebhook>(`/form_webhooks/${id}`);
  expect(headers.map(({ name }) => name)).toEqual(["X-One", "X-Four"]);
});

it("show the outcome of a test once the receiver responds", async () => {
  const { id } = await make({ url: `${receiver.url}/slow` });
  await page.goto(`/dashboard/webhooks/${id}`);
  await page.getByRole("button", { name: "Save and send test" }).first().click();
  await page.locator("#test").getByText("Delivering").waitFor();
  await page.getByLabel("Name", { exact: true }).fill("Being typed");

  for (const answer of waiting) answer.writeHead(204).end();

  await page.locator("#test").getByText("Delivered").waitFor();
  await page.locator("#latest").getByText("HTTP 204").waitFor();
  expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Being typed");
});
