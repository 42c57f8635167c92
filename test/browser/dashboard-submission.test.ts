// The page of a submission in a browser.
import type { ServerResponse } from "node:http";
import type { Submission } from "@intray/sdk/schemas";
import { useShared } from "../harness/use.ts";
import { serveOnLoopback } from "../harness/loopback.ts";
import { inBrowser as it } from "./in-browser.ts";
import { openDashboard } from "./dashboard.ts";

/** Requests without a response yet. */
const waiting: ServerResponse[] = [];
let submission: number;
const receiver = useShared(() =>
  serveOnLoopback((request, response) => {
    request.resume();
    waiting.push(response);
  }),
);
const dashboard = useShared(() => openDashboard({ INTRAY_WEBHOOK_ALLOW: receiver.host }));
beforeAll(async () => {
  await dashboard.server.create("/form_webhooks", {
    form_webhook: { form_id: 1, name: "CRM", url: `${receiver.url}/` },
  });
  submission = await dashboard.server.post("1", {
    email: "ada@example.org",
    message: "Hello\n".repeat(60),
  });
});
const stored = (id: number) => dashboard.server.read<Submission>(`/submissions/${id}`);

/** Responds to the oldest waiting request, or to the next one. */
async function answer(status: number, text: string): Promise<void> {
  const response = await vi.waitFor(() => {
    const [first] = waiting.splice(0, 1);
    if (first === undefined) throw new Error("Nothing was sent.");
    return first;
  });
  response.writeHead(status).end(text);
}

it("is seen, and shows deliveries and a re-fire live", async () => {
  const page = await dashboard.signedIn();
  const mark = page.waitForResponse((response) => response.url().endsWith("/seen"));
  await page.goto(`/dashboard/submissions/${submission}`);
  await mark;
  expect(await stored(submission)).toMatchObject({ read: false, seen_at: expect.any(String) });

  const log = page.locator("#log");
  await log.getByText("Delivering").waitFor();
  await answer(500, "out of order");
  await log.getByText("Retrying").waitFor();
  await log.getByText(/Attempt 2 of 16 is due .*, in \d+ s/).waitFor();
  await log.getByText("The receiver had an internal error").waitFor();
  await log.getByText(/^Request \(/).click();
  await log.getByText('"email": "ada@example.org"').waitFor();

  await log.getByRole("button", { name: /Re-fire/ }).click();
  await page.getByText("Queued 1 delivery.").waitFor();
  await answer(200, "thank you");
  await log.getByText("Delivered").waitFor();
  await log.locator("[aria-live]").filter({ hasText: "CRM Delivered" }).waitFor();
  expect(await log.locator(".deliveries > li").count()).toBe(2);

  await page.getByRole("button", { name: "Done", exact: true }).click();
  await page.getByText("Marked done.").waitFor();
  expect((await stored(submission)).read).toBe(true);
});

it("is done once it is visible, on a form whose switch says so", async () => {
  const page = await dashboard.signedIn();
  const form = { name: "Opening", opening_marks_read: true };
  const { id: form_id } = await dashboard.server.create("/forms", form);
  const id = await dashboard.server.post(String(form_id), { a: "opened" });

  await page.goto(`/dashboard/submissions/${id}`);
  await page.getByRole("button", { name: "Not done" }).waitFor();

  expect(await stored(id)).toMatchObject({ read: true, seen_at: expect.any(String) });
});
