// The whole story of a form's e-mails in a browser, where axe checks the pages behind the links of mails.
// A real relay receives the mails, and the clock is advanced to the hour of the digest.
import type { Delivery, Form, FormWebhook, SubmissionList } from "@intray/sdk/schemas";
import type { Page } from "playwright-core";
import { setTimeout as delay } from "node:timers/promises";
import PostalMime, { type Email } from "postal-mime";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { useShared } from "../harness/use.ts";
import { serveOnLoopback } from "../harness/loopback.ts";
import {
  type DashboardServer,
  EMAIL,
  PASSWORD,
  startDashboard,
} from "../../packages/server/test/dashboard.ts";
import { createSkippingClock, type SkippingClock } from "../../packages/server/test/fake-clock.ts";
import { headerOf } from "../../packages/server/test/mail/parsed.ts";
import { startRelay, type TestRelay } from "../../packages/server/test/mail/relay.ts";
import { isBrowserMissing, openBrowser } from "./chromium.ts";
import { layoutProblems } from "./page-checks.ts";
import { openSite } from "./site.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const OWNER = "carl@example.org";
const SENDER = "grace@example.net";
/** The server or the relay may be slow on a busy machine. */
const PATIENCE = { interval: 20 };

describe.skipIf(isBrowserMissing())("the e-mails of a form", () => {
  const browser = useShared(openBrowser);
  const site = useShared(openSite);

  let clock: SkippingClock;
  let relay: TestRelay;
  let server: DashboardServer;
  let receiver: Awaited<ReturnType<typeof openReceiver>>;
  beforeEach(async () => {
    clock = createSkippingClock();
    [relay, receiver] = await Promise.all([startRelay(), openReceiver()]);
    const settings = {
      INTRAY_SMTP_URL: relay.url,
      INTRAY_MAIL_FROM: "forms@intray.test",
      INTRAY_MAIL_RATE: "off",
      INTRAY_WEBHOOK_ALLOW: "127.0.0.1",
    };
    server = await startDashboard(settings, clock);
  });
  afterEach(async () => {
    await server.close();
    await relay.stop();
    receiver.close();
  });

  /** The mails that an address got, oldest first. */
  const mailsTo = (address: string): Promise<readonly Email[]> =>
    Promise.all(
      relay.messages.filter(({ to }) => to[0] === address).map(({ raw }) => PostalMime.parse(raw)),
    );
  /** Waits for the next mail to an address, which got `before` so far. */
  async function nextMail(address: string, before: number): Promise<Email> {
    await vi.waitUntil(
      () => relay.messages.filter(({ to }) => to[0] === address).length > before,
      PATIENCE,
    );
    const mails = await mailsTo(address);
    const [next, ...more] = mails.slice(before);
    expect(more.map(({ subject }) => subject)).toEqual([]);
    return existing(next);
  }
  /**
   * Advances the clock by `ms`, and waits for the next mail to an address. A job that runs meanwhile takes the jump for
   * its duration and pauses for as long, so the clock is advanced again, by `moreMs`, until the mail comes.
   */
  async function mailAfter(ms: number, moreMs: number, address: string, before: number) {
    const hasCome = () => relay.messages.filter(({ to }) => to[0] === address).length > before;
    for (let step = ms; !hasCome(); step = moreMs) {
      clock.skip(step);
      await Promise.race([vi.waitUntil(hasCome, PATIENCE), delay(5_000)]);
    }
    return nextMail(address, before);
  }
  /** The deliveries of a submission to e-mail addresses, once all have ended. */
  async function ended(submission: number): Promise<Readonly<Record<string, string | null>>> {
    let found: readonly Delivery[] = [];
    await vi.waitUntil(async () => {
      const path = `/deliveries?kind=email&submission_id=${submission}`;
      const list = (await server.request("GET", path)).json();
      found = (list as { readonly deliveries: readonly Delivery[] }).deliveries;
      return found.length > 0 && found.every(({ finished_at }) => finished_at !== null);
    }, PATIENCE);
    return Object.fromEntries(
      found.map(({ address, reason, state }) => [address, reason ?? state]),
    );
  }

  it("tell their whole story", async () => {
    const form = await server.create<Form>("/forms", { name: "Contact <us>" });
    const context = await browser.newContext({ baseURL: server.url });
    const page = await context.newPage();
    page.on("dialog", (dialog) => void dialog.accept());
    const check = async () => {
      expect([page.url(), await layoutProblems(page)]).toEqual([page.url(), []]);
    };
    const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
    const settings = `/dashboard/forms/${form.id}`;
    const save = async () => {
      await press("Save e-mail settings");
      await page.getByText("The e-mail settings were saved.").waitFor();
    };
    /** A visitor posts the form on another site; returns the id of the submission. */
    const post = async (message: string): Promise<number> => {
      const visitor = await context.newPage();
      site.show("/contact", {
        html: `<!doctype html><title>Contact</title><form method="post" action="${server.url}/f/${form.uuid}">
          <input name="email" value="${SENDER}"><input name="message" value="${message}"><button>Send</button></form>`,
      });
      await visitor.goto(`${site.url}/contact`);
      await visitor.getByRole("button", { name: "Send" }).click();
      await visitor.getByRole("heading").waitFor();
      await visitor.close();
      const list = (await server.request("GET", `/submissions?form_id=${form.id}`)).json();
      const { submissions } = list as SubmissionList;
      return existing(submissions[0]).id;
    };

    // The owner of the form adds a recipient, who confirms the address.
    await signIn(page);
    await page.goto(settings);
    await page.getByLabel("To", { exact: true }).fill(OWNER);
    await page.getByLabel("Answer automatically").check();
    await save();
    await page.getByText("Waiting for confirmation").waitFor();
    const request = await nextMail(OWNER, 0);
    await page.goto(linkIn(request, "confirm"));
    await check();
    await press("Confirm address");
    await page.getByText(`${OWNER} is confirmed.`).waitFor();
    await check();
    await page.goto(settings);
    await page.getByText("Confirmed", { exact: true }).waitFor();

    // A post arrives as a mail, whose answer goes to the sender. The sender gets one answer.
    const first = await post("How much is the oak table?");
    const notification = await nextMail(OWNER, 1);
    expect(notification).toMatchObject({
      from: { address: "forms@intray.test", name: "Contact <us>" },
      to: [{ address: OWNER }],
      replyTo: [{ address: SENDER }],
      subject: "New submission: Contact <us>",
    });
    expect(notification.text).toContain("How much is the oak table?");
    const answer = await nextMail(SENDER, 0);
    expect(headerOf(answer, "auto-submitted")).toEqual(["auto-replied"]);
    expect(answer.text).not.toContain("oak");
    expect(await ended(first)).toEqual({ [OWNER]: "succeeded", [SENDER]: "succeeded" });
    const second = await post("And the chairs?");
    await nextMail(OWNER, 2);
    expect(await ended(second)).toEqual({ [OWNER]: "succeeded", [SENDER]: "answered_recently" });
    expect(await mailsTo(SENDER)).toHaveLength(1);

    // The links of the mail lead to the submission, and the log shows what the relay answered.
    await page.goto(
      /http\S+\/dashboard\/submissions\/\d+/.exec(notification.text ?? "")?.[0] ?? "",
    );
    await page.getByText("How much is the oak table?", { exact: true }).waitFor();
    await page.getByText("2.0.0 Queued").first().waitFor();

    // A webhook breaks, and the people of the account get an alert; another one when it works again.
    const { id } = await server.create<FormWebhook>("/form_webhooks", {
      form_id: form.id,
      name: "CRM",
      url: receiver.url,
    });
    await post("Is it in stock?");
    await nextMail(OWNER, 3);
    const failureCount = async () =>
      ((await server.request("GET", `/form_webhooks/${id}`)).json() as FormWebhook).failure_count;
    for (let failures = 1; failures < 4; failures += 1) {
      await vi.waitUntil(async () => (await failureCount()) >= failures, PATIENCE);
      // Past the next attempt, but not so far that the delivery is late.
      clock.skip(4 * MINUTE_MS);
    }
    const alert = await mailAfter(4 * MINUTE_MS, MINUTE_MS, EMAIL, 0);
    expect(alert.subject).toBe("Webhook fails: CRM");
    await page.goto("/dashboard");
    await page.getByText("Open", { exact: true }).waitFor();
    receiver.repair();
    clock.skip(8 * MINUTE_MS);
    await vi.waitUntil(async () => (await failureCount()) === 0, PATIENCE);
    const end = await mailAfter(MINUTE_MS, MINUTE_MS, EMAIL, 1);
    expect(end.subject).toBe("Webhook works again: CRM");

    // From now on the owner gets a digest a day, at its hour.
    const hour = new Date(Math.floor((clock.now() + 2 * HOUR_MS) / HOUR_MS) * HOUR_MS);
    await page.goto(settings);
    await page.getByLabel("When").selectOption("Once a day");
    await page.getByLabel("Hour").selectOption(`${hour.getUTCHours()}`);
    await save();
    await post("Do you deliver?");
    await post("Also to the islands?");
    const untilThenMs = hour.getTime() - clock.now();
    const digest = await mailAfter(untilThenMs + MINUTE_MS, 24 * HOUR_MS, OWNER, 4);
    expect(new Date(digest.date ?? 0).getUTCHours()).toBe(hour.getUTCHours());
    expect(digest.subject).toBe("Contact <us>: 2 new submissions");
    expect(digest.text).toContain("Do you deliver?");
    expect(digest.text).toContain("Also to the islands?");
    expect(digest.text).not.toContain("oak");

    // The recipient unsubscribes by the button of the mail program, and gets nothing more.
    const [header = ""] = headerOf(notification, "list-unsubscribe");
    expect(headerOf(notification, "list-unsubscribe-post")).toEqual(["List-Unsubscribe=One-Click"]);
    const oneClick = await fetch(header.slice(1, -1), {
      method: "POST",
      body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }),
    });
    expect(oneClick.status).toBe(200);
    await page.goto(settings);
    await page.getByText("Unsubscribed", { exact: true }).waitFor();
    await page.getByLabel("When").selectOption("For each submission");
    await save();
    const last = await post("Thank you!");
    expect(await ended(last)).toEqual({ [OWNER]: "unsubscribed", [SENDER]: "answered_recently" });
    await page.goto(`/dashboard/submissions/${last}`);
    await page.getByText("The recipient unsubscribed.").waitFor();
    expect(await mailsTo(OWNER)).toHaveLength(5);

    // The page behind the link in the mail asks for a link to subscribe again, since others may have the mail.
    await page.goto(linkIn(notification, "unsubscribe"));
    await check();
    await press("Subscribe again");
    await page.getByText(`An e-mail was sent to ${OWNER}.`).waitFor();
    await check();
    await page.goto(linkIn(await nextMail(OWNER, 5), "subscribe"));
    await check();
    await press("Subscribe again");
    await page.getByText(`${OWNER} is subscribed to the form “Contact <us>”.`).waitFor();
    await page.goto(linkIn(notification, "unsubscribe"));
    await check();
    await press("Unsubscribe");
    await page.getByText("no longer receives e-mails from the form “Contact <us>”").waitFor();
    await context.close();
  });
});

async function signIn(page: Page): Promise<void> {
  await page.goto("/dashboard/sign-in");
  await page.getByLabel("E-mail").fill(EMAIL);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((url) => !url.pathname.endsWith("/sign-in"));
}

/** The address of a page behind a link in a mail. */
function linkIn({ text = "" }: Email, kind: "confirm" | "subscribe" | "unsubscribe"): string {
  const [link] = new RegExp(`http\\S+/mail/${kind}/[\\w-]+`).exec(text) ?? [];
  return existing(link);
}

function existing<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("It does not exist.");
  return value;
}

/** A receiver of webhooks that is broken until it is repaired. */
async function openReceiver() {
  let status = 500;
  const { url, close } = await serveOnLoopback((incoming, answer) => {
    incoming.resume();
    answer.writeHead(status).end();
  });
  return {
    url: `${url}/hook`,
    repair() {
      status = 200;
    },
    close,
  };
}
