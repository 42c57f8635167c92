import { scryptSync } from "node:crypto";
import type { Visitor } from "../../../test/dashboard.ts";
import { EMAIL, PASSWORD, says, startDashboard, useDashboard } from "../../../test/dashboard.ts";
import { createFakeClock } from "../../../test/fake-clock.ts";
import { hashToken } from "../../domain/account/sign-in-link.ts";

const DAY_MS = 86_400_000;

describe("signing in", () => {
  const clock = createFakeClock(Date.UTC(2026, 10, 21));
  const server = useDashboard({}, clock);
  beforeEach(() => server.ada.signIn());
  const isIn = async (visitor: Visitor) => (await visitor.get("/account")).status === 200;

  it("redirects to the sign-in page and back", async () => {
    const visitor = server.visitor();

    const answer = await visitor.get("/forms?cursor=");
    const signInPage = answer.location ?? "";
    const next = new URL(signInPage, server.url).searchParams.get("next") ?? "";
    const typed = { email: EMAIL.toUpperCase(), password: PASSWORD };
    const signedIn = await visitor.post("/sign-in", { ...typed, next });

    const to = "/dashboard/forms?cursor=";
    const page = `/dashboard/sign-in?next=${encodeURIComponent(to)}`;
    expect(answer).toMatchObject({ status: 303, location: page });
    expect(signedIn).toMatchObject({ status: 303, location: to });
  });

  it("stores a hash at the present cost in place of an older one, and ends no session", async () => {
    const derived = scryptSync(PASSWORD, "salt", 32, { N: 32_768, r: 8, p: 1, maxmem: 2 ** 26 });
    const [salt, hash] = [Buffer.from("salt"), derived].map((bytes) => bytes.toString("base64url"));
    const password_hash = `scrypt$32768$8$1$${salt}$${hash}`;
    await server.update("login", { password_hash }, { email: EMAIL });
    const wrong = await server.visitor().post("/sign-in", { email: EMAIL, password: "wrong" });
    const kept = await server.row("login", ["password_hash"], { email: EMAIL });

    await server.visitor().signIn();

    const renewed = await server.row("login", ["password_hash"], { email: EMAIL });
    expect([wrong.status, kept.password_hash]).toEqual([401, password_hash]);
    expect(renewed.password_hash).toMatch(/^scrypt\$32768\$8\$3\$/);
    expect(await isIn(server.ada)).toBe(true);
    await server.visitor().signIn();
    expect(await server.row("login", ["password_hash"], { email: EMAIL })).toEqual(renewed);
  });

  it.each([
    "https://evil.test/",
    "//evil.test/dashboard",
    "/dashboard/..//evil.test\\",
    "/dashboardish",
    "javascript:alert(1)",
    "/dashboard/\r\nSet-Cookie: a=b",
  ])("never redirects to %j", async (next) => {
    const typed = { email: EMAIL, password: PASSWORD, next };
    expect((await server.visitor().post("/sign-in", typed)).location).toBe("/dashboard");
  });

  it("sets an HttpOnly, SameSite cookie that is Secure behind https", async () => {
    const plain = await server.visitor().signIn();
    const secure = await startDashboard({ INTRAY_PUBLIC_URL: "https://forms.example.org" });
    const typed = { email: EMAIL, password: PASSWORD };
    const https = { origin: "https://forms.example.org" };
    const behind = await secure.visitor().post("/sign-in", typed, https);
    await secure.close();

    expect(plain.headers.getSetCookie()[0]).toMatch(
      /^intray_session=[\w-]{43}; Max-Age=2592000; Path=\/dashboard; HttpOnly; SameSite=Lax$/,
    );
    const secured = behind.headers.getSetCookie();
    expect(secured).toHaveLength(2);
    for (const cookie of secured) expect(cookie).toMatch(/; Secure; SameSite=Lax$/);
  });

  it("stores only the hash of the cookie's token", async () => {
    const token = server.ada.cookies.get("intray_session") ?? "";

    const rows = await server.rows("session", ["token_hash"]);

    expect(JSON.stringify(rows)).not.toContain(token);
    expect(token).toHaveLength(43);
  });

  it("shows the same error for a wrong password and an unknown address", async () => {
    const visitor = server.visitor();

    const wrong = await visitor.signIn(EMAIL, "not the password");
    const unknown = await visitor.signIn("nobody@example.org", PASSWORD);

    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect(wrong.words).toContain("Wrong e-mail or password.");
    expect(unknown.words).toContain("Wrong e-mail or password.");
    expect(visitor.cookies.size).toBe(0);
  });

  it("keeps the typed address as text", async () => {
    const answer = await server.visitor().signIn(`"><script>alert(1)</script>@x`, "no");

    expect(answer.text).toContain("&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;@x");
    expect(answer.text).not.toContain("<script>alert");
  });

  it("starts a new session and ends the previous one of the same browser", async () => {
    const old = server.visitor();
    for (const [name, value] of server.ada.cookies) old.cookies.set(name, value);

    await server.ada.signIn();

    expect([await isIn(server.ada), await isIn(old)]).toEqual([true, false]);
  });

  it("ends the session on sign-out", async () => {
    const cookies = new Map(server.ada.cookies);

    expect((await server.ada.submit("/sign-out")).words).toContain("You are signed out.");
    expect(server.ada.cookies.has("intray_session")).toBe(false);
    for (const [name, value] of cookies) server.ada.cookies.set(name, value);
    expect(await isIn(server.ada)).toBe(false);
  });

  it("ends the session 90 days after signing in, however much it is used", async () => {
    const start = clock.now();
    const page = await server.ada.get("/account");
    for (const days of [25, 50, 75]) {
      clock.advanceTo(start + days * DAY_MS);
      expect(await isIn(server.ada)).toBe(true);
      const expires_at = start + Math.min(days + 30, 90) * DAY_MS;
      await expect.poll(() => server.rows("session", ["id"], { expires_at })).not.toEqual([]);
    }
    clock.advanceTo(start + 90 * DAY_MS - 1);
    const last = await isIn(server.ada);
    clock.advanceTo(start + 90 * DAY_MS);

    expect([last, await isIn(server.ada)]).toEqual([true, false]);
    expect(page.words).toContain("90 days after signing in at the latest");
    expect(page.text).toContain(`<time datetime="${new Date(start + 90 * DAY_MS).toISOString()}">`);
  });

  it.each([
    ["a page of another site", { origin: "https://evil.test" }],
    ["a page of another port", { origin: "http://127.0.0.1:1" }],
    ["an opaque origin", { origin: "null" }],
    ["another site according to Sec-Fetch-Site", { origin: "", "sec-fetch-site": "cross-site" }],
  ])("rejects posts from %s", async (_, headers) => {
    const made = await server.ada.post("/forms", { name: "Forged" }, headers);

    const json = { ...headers, "content-type": "application/json" };
    const asJson = await server.ada.post("/forms", { name: "Forged" }, json);

    expect(made).toMatchObject(says(403, "came from another site"));
    expect(asJson).toMatchObject(says(403, "came from another site"));
    expect((await server.ada.get("/forms")).text).not.toContain("Forged");
  });

  it.each(["multipart/form-data; boundary=x", "application/json", "text/plain"])(
    "rejects a body of the type %s",
    async (type) => {
      const answer = await server.ada.post("/forms", { name: "Odd" }, { "content-type": type });

      expect(answer.status).toBe(415);
    },
  );

  it("forbids framing, inline scripts and caching", async () => {
    const { headers } = await server.ada.get("/forms");

    expect(headers.get("content-security-policy")).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(Object.fromEntries(headers)).toMatchObject({
      "x-frame-options": "DENY",
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
      "referrer-policy": "same-origin",
    });
  });

  it("answers 404 for an unknown page, and redirects without a session", async () => {
    const missing = await server.ada.get("/nothing/here");
    const strange = await server.visitor().get("/nothing/here");

    expect([missing.status, strange.status]).toEqual([404, 303]);
    expect(missing.words).toContain("There is no page at /dashboard/nothing/here.");
  });

  describe("with a sign-in link", () => {
    const link = (token: string, expires_at: number) => {
      const row = { token_hash: hashToken(token), account_id: 1, created_at: 1, expires_at };
      return server.insert("sign_in_link", row);
    };

    it("works once, not counting GET requests, and asks for an e-mail and a password", async () => {
      await link("a-token", clock.now() + DAY_MS);
      const owner = server.visitor();
      await server.visitor().get("/link/a-token");
      expect((await server.visitor().get("/link/a-token")).words).toContain("signs you in once");

      const welcome = await owner.submit("/link/a-token");
      const elsewhere = await owner.get("/forms");
      const short = await owner.post("/welcome", { email: "bob@example.org", password: "short" });
      const odd = await owner.post("/welcome", { email: "bob", password: PASSWORD });
      const taken = await owner.post("/welcome", { email: EMAIL, password: PASSWORD });
      const done = await owner.post("/welcome", { email: "Bob@example.org", password: PASSWORD });
      const again = await owner.get("/welcome");

      expect(welcome.location).toBe("/dashboard/welcome");
      expect(elsewhere.location).toBe("/dashboard/welcome");
      expect([short.status, odd.status, taken.status, done.status]).toEqual([422, 422, 422, 303]);
      expect(short.words).toContain("The password has 5 characters. Use at least 10.");
      expect(odd.words).toContain("Enter a valid e-mail address");
      expect(taken.words).toContain("There is already a login for");
      expect(again.location).toBe("/dashboard");
      expect((await server.visitor().post("/link/a-token")).status).toBe(404);
      expect((await server.visitor().signIn("bob@example.org")).status).toBe(303);
    });

    it("says where the link is as long as nobody has a login", async () => {
      const words = async () => (await server.visitor().get("/sign-in")).words;

      expect(await words()).not.toContain("first-start.txt");
      await server.sql("delete from session");
      await server.sql("delete from login");
      expect(await words()).toContain("the server wrote to first-start.txt in its data folder");
    });

    it("does not work with an expired or unknown link", async () => {
      await link("old-token", clock.now() - 1);

      for (const token of ["old-token", "never-made", "%00"]) {
        const looked = await server.visitor().get(`/link/${token}`);
        const posted = await server.visitor().post(`/link/${token}`);
        expect([looked.status, posted.status]).toEqual([404, 404]);
        expect(posted.words).toContain("intray-server sign-in-link");
      }
    });
  });
});
