import type { Form, RecipientList } from "@intray/sdk/schemas";
import { OTHER_ACCOUNT_KEY, startApiServer, useApiServer } from "../../test/api-server.ts";

const server = useApiServer();

const make = (notification_emails: string, name = "Contact") =>
  server.create<Form>("/forms", { name, notification_emails });
const stateOf = async ({ id }: Form, address: string) => {
  const { recipients } = await server.read<RecipientList>(`/forms/${id}/recipients`);
  return recipients.find((one) => one.address === address)?.state;
};
const confirming = async (address: string) =>
  (await server.row("mail_address", ["link_token"], { address })).link_token;
const leaving = async (name: string) =>
  (await server.row("webhook", ["link_token"], { name })).link_token;
const open = (method: string, path: string, headers: Record<string, string> = {}, body?: string) =>
  fetch(`${server.url}${path}`, {
    method,
    headers,
    redirect: "manual",
    ...(body === undefined ? {} : { body }),
  });

describe("the confirmation link", () => {
  it("confirms by its button, never by opening it", async () => {
    const form = await make("ada@example.org");
    const path = `/mail/confirm/${await confirming("ada@example.org")}`;

    const page = await open("GET", path);
    await open("HEAD", path);
    const opened = await stateOf(form, "ada@example.org");
    const posted = await open("POST", path);
    const again = await open("POST", path);

    expect([page.status, posted.status, again.status]).toEqual([200, 200, 200]);
    const text = await page.text();
    expect(text).toContain('<form method="post"><button type="submit">Confirm address</button>');
    expect(text).toContain("ada@example.org");
    expect(opened).toBe("waiting");
    expect(await stateOf(form, "ada@example.org")).toBe("active");
    expect(await (await open("GET", path)).text()).toContain("ada@example.org is confirmed.");
  });

  it("expires after a week, until the message is sent again", async () => {
    const form = await make("late@example.org");
    const path = `/mail/confirm/${await confirming("late@example.org")}`;
    const sentBefore = (ms: number) => {
      const sent = { confirmation_sent_at: Date.now() - ms };
      return server.update("mail_address", sent, { address: "late@example.org" });
    };

    await sentBefore(7 * 86_400_000);
    const expired = [await open("GET", path), await open("POST", path)];
    const state = await stateOf(form, "late@example.org");
    await sentBefore(7 * 86_400_000 - 60_000);
    const valid = await open("POST", path);
    await sentBefore(8 * 86_400_000);
    const confirmed = await open("GET", path);

    expect(expired.map(({ status }) => status)).toEqual([410, 410]);
    expect(await expired[0]?.text()).toContain("Ask the owner of the form to send");
    expect(state).toBe("waiting");
    expect([valid.status, confirmed.status]).toEqual([200, 200]);
    expect(await stateOf(form, "late@example.org")).toBe("active");
  });

  it("confirms for its own account only", async () => {
    const form = await make("shared@example.org");
    await server.request("PATCH", "/forms/2", {
      key: OTHER_ACCOUNT_KEY,
      json: { notification_emails: "shared@example.org" },
    });
    const shared = { address: "shared@example.org" };
    const rows = await server.rows("mail_address", ["account_id", "link_token"], shared);
    const theirs = rows.find(({ account_id }) => account_id !== 1)?.link_token ?? "";

    expect((await open("POST", `/mail/confirm/${theirs}`)).status).toBe(200);

    expect(rows).toHaveLength(2);
    expect(await stateOf(form, "shared@example.org")).toBe("waiting");
  });

  it.each([
    ["de", "de", "Adresse bestätigen"],
    ["pl;q=0.9, xx", "pl", "Potwierdź adres"],
    ["xx", "en", "Confirm address"],
  ])("speaks the language of the browser: %s", async (accepted, language, words) => {
    await make("lingua@example.org");
    const path = `/mail/confirm/${await confirming("lingua@example.org")}`;

    const page = await open("GET", path, { "accept-language": accepted });

    expect(page.headers.get("content-language")).toBe(language);
    expect(await page.text()).toContain(words);
  });
});

describe("the unsubscribe link", () => {
  it("unsubscribes by its button, and cannot be used to subscribe again", async () => {
    const form = await make("bob@example.org", `<script>alert("x")</script>`);
    const token = await leaving("bob@example.org");
    const path = `/mail/unsubscribe/${token}`;

    const page = await (await open("GET", path)).text();
    const opened = await stateOf(form, "bob@example.org");
    const ended = await (await open("POST", path)).text();
    const after = await stateOf(form, "bob@example.org");
    const [, action = ""] = /<form method="post" action="([^"]+)"/.exec(ended) ?? [];
    // No relay is set up.
    const asked = await open("POST", action);
    const forged = await open("POST", `/mail/subscribe/${token}`);

    expect(page).not.toContain("<script");
    expect(page).toContain("&lt;script&gt;");
    expect([opened, after]).toEqual(["waiting", "unsubscribed"]);
    expect(action).toBe(`/mail/resubscribe/${token}`);
    expect(asked.status).toBe(409);
    expect(await asked.text()).toContain("No e-mail can be sent to bob@example.org now.");
    expect(forged.status).toBe(404);
    expect(await stateOf(form, "bob@example.org")).toBe("unsubscribed");
  });

  const types = ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x"];
  it.each(types)("unsubscribes with one click of a mail program, sent as %s", async (type) => {
    const form = await make("click@example.org");
    const { link_token } = await server.row("webhook", ["link_token"], { form_id: form.id });
    const path = `/mail/unsubscribe/${link_token}`;
    const headers = { "content-type": type };

    const answer = await open("POST", path, headers, "List-Unsubscribe=One-Click");

    expect(answer.status).toBe(200);
    expect(answer.headers.get("set-cookie")).toBeNull();
    expect(await stateOf(form, "click@example.org")).toBe("unsubscribed");
  });

  it("uses the form's language if the browser names none", async () => {
    const german = { notification_emails: "deutsch@example.org", language: "de" };
    await server.create("/forms", { name: "Kontakt", ...german });
    const path = `/mail/unsubscribe/${await leaving("deutsch@example.org")}`;

    const page = await open("GET", path, { "accept-language": "" });

    expect(await page.text()).toContain("Abbestellen");
  });
});

describe("an unknown link", () => {
  it.each([
    "/mail/confirm/AAAAAAAAAAAAAAAAAAAAAA",
    "/mail/unsubscribe/AAAAAAAAAAAAAAAAAAAAAA",
    "/mail/confirm/null",
    "/mail/confirm/'%20or%201=1--",
    `/mail/unsubscribe/${"a".repeat(100)}`,
    "/mail/confirm/%00",
    "/mail/confirm/%E2%80%AE",
  ])("is one sentence: %s", async (path) => {
    for (const method of ["GET", "POST"]) {
      const answer = await open(method, path);

      expect(answer.status).toBe(404);
      expect(await answer.text()).toContain("This link is not valid, or is not valid any more.");
    }
  });

  it("does not take the token of the other kind of link", async () => {
    await make("kinds@example.org");
    const confirm = await confirming("kinds@example.org");
    const unsubscribe = await leaving("kinds@example.org");

    expect((await open("POST", `/mail/confirm/${unsubscribe}`)).status).toBe(404);
    expect((await open("POST", `/mail/unsubscribe/${confirm}`)).status).toBe(404);
    expect((await open("GET", `/mail/subscribe/${unsubscribe}`)).status).toBe(404);
    const reload = await open("GET", `/mail/resubscribe/${unsubscribe}`);
    expect(reload.headers.get("location")).toBe(`/mail/unsubscribe/${unsubscribe}`);
  });
});

describe("every page of a link", () => {
  it("has headers that keep it out of frames, caches and referrers", async () => {
    const { headers } = await open("GET", "/mail/confirm/AAAAAAAAAAAAAAAAAAAAAA");

    expect(headers.get("content-security-policy")).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });

  it("is refused with 429 when an address opens too many", async () => {
    const limited = await startApiServer();
    onTestFinished(() => limited.close());
    const statuses: number[] = [];
    let last: Response | undefined;
    for (let n = 0; n < 200 && last?.status !== 429; n++) {
      last = await fetch(`${limited.url}/mail/confirm/AAAAAAAAAAAAAAAAAAAAA${n % 10}`);
      statuses.push(last.status);
    }

    expect(new Set(statuses)).toEqual(new Set([404, 429]));
    expect(Number(last?.headers.get("retry-after"))).toBeGreaterThan(0);
  });
});
