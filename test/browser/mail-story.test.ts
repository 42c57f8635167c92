// The story of a form's e-mails in a browser, where axe checks the pages behind the links of mails, and of the real
// relay that receives them. Digests and alerts have tests of their own: digests/, alerts/ and test/outbox/.
import type { Delivery, DeliveryList, Form, SubmissionList } from "@intray/sdk/schemas";
import PostalMime, { type Email } from "postal-mime";
import { describe, expect, it, vi } from "vitest";
import { useShared } from "../harness/use.ts";
import { headerOf } from "../../packages/server/test/mail/parsed.ts";
import { startRelay } from "../../packages/server/test/mail/relay.ts";
import { isBrowserMissing } from "./chromium.ts";
import { openDashboard } from "./dashboard.ts";
import { layoutProblems } from "./page-checks.ts";
import { openSite } from "./site.ts";

const OWNER = "carl@example.org";
const SENDER = "grace@example.net";
/** The server or the relay may be slow on a busy machine. */
const PATIENCE = { interval: 20 };

describe.skipIf(isBrowserMissing())("the e-mails of a form", () => {
  const site = useShared(openSite);
  const relay = useShared(startRelay);
  const dashboard = useShared(() =>
    openDashboard({
      INTRAY_SMTP_URL: relay.url,
      INTRAY_MAIL_FROM: "forms@intray.test",
      INTRAY_MAIL_RATE: "off",
    }),
  );

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
  /** The deliveries of a submission to e-mail addresses, once all have ended. */
  async function ended(submission: number): Promise<Readonly<Record<string, string | null>>> {
    let found: readonly Delivery[] = [];
    await vi.waitUntil(async () => {
      const path = `/deliveries?kind=email&submission_id=${submission}`;
      found = (await dashboard.server.read<DeliveryList>(path)).deliveries;
      return found.length > 0 && found.every(({ finished_at }) => finished_at !== null);
    }, PATIENCE);
    return Object.fromEntries(
      found.map(({ address, reason, state }) => [address, reason ?? state]),
    );
  }

  it("tell their whole story", async () => {
    const { server } = dashboard;
    const form = await server.create<Form>("/forms", { name: "Contact <us>" });
    const page = await dashboard.signedIn();
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
      const visitor = await page.context().newPage();
      site.show("/contact", {
        html: `<!doctype html><title>Contact</title><form method="post" action="${server.url}/f/${form.uuid}">
          <input name="email" value="${SENDER}"><input name="message" value="${message}"><button>Send</button></form>`,
      });
      await visitor.goto(`${site.url}/contact`);
      await visitor.getByRole("button", { name: "Send" }).click();
      await visitor.getByRole("heading").waitFor();
      await visitor.close();
      const { submissions } = await server.read<SubmissionList>(`/submissions?form_id=${form.id}`);
      return existing(submissions[0]).id;
    };

    // The owner of the form adds a recipient, who confirms the address.
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
    const last = await post("Thank you!");
    expect(await ended(last)).toEqual({ [OWNER]: "unsubscribed", [SENDER]: "answered_recently" });
    await page.goto(`/dashboard/submissions/${last}`);
    await page.getByText("The recipient unsubscribed.").waitFor();
    expect(await mailsTo(OWNER)).toHaveLength(3);

    // The page behind the link in the mail asks for a link to subscribe again, since others may have the mail.
    await page.goto(linkIn(notification, "unsubscribe"));
    await check();
    await press("Subscribe again");
    await page.getByText(`An e-mail was sent to ${OWNER}.`).waitFor();
    await check();
    await page.goto(linkIn(await nextMail(OWNER, 3), "subscribe"));
    await check();
    await press("Subscribe again");
    await page.getByText(`${OWNER} is subscribed to the form “Contact <us>”.`).waitFor();
    await page.goto(linkIn(notification, "unsubscribe"));
    await check();
    await press("Unsubscribe");
    await page.getByText("no longer receives e-mails from the form “Contact <us>”").waitFor();
    await page.context().close();
  });
});

/** The address of a page behind a link in a mail. */
function linkIn({ text = "" }: Email, kind: "confirm" | "subscribe" | "unsubscribe"): string {
  const [link] = new RegExp(`http\\S+/mail/${kind}/[\\w-]+`).exec(text) ?? [];
  return existing(link);
}

function existing<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("It does not exist.");
  return value;
}
