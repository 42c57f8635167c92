// The second factor of a login: what begins a session, what is asked again, and what guesses and repeats meet.
import { stepOfCode } from "../../domain/account/second-factor.ts";
import type { Visitor } from "../../../test/dashboard.ts";
import { EMAIL, inputOn, linkOn, PASSWORD, says, useDashboard } from "../../../test/dashboard.ts";
import { createFakeClock } from "../../../test/fake-clock.ts";
import { codeAt, newPasskey, STEP_MS } from "../../../test/second-factors.ts";

const MINUTES_MS = 60_000;
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

it.each([
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_234_567_890, "005924"],
  [20_000_000_000, "353130"],
])("accepts the code of RFC 6238 at second %i", (second, code) => {
  expect(codeAt(second * 1_000, SECRET)).toBe(code);
  expect(stepOfCode(SECRET, code, second * 1_000)).toBe(Math.floor(second / 30));
  expect(stepOfCode(SECRET, code, second * 1_000 + 3 * STEP_MS)).toBeUndefined();
});

it.each([
  "",
  "12345",
  "1234567",
  "abcdef",
  "１２３４５６",
  " ",
  "000000' or 1=1",
  "9".repeat(10_000),
])("takes %j for no code", (code) => expect(stepOfCode(SECRET, code, 59_000)).toBeUndefined());

describe("a login with an authenticator app", () => {
  const clock = createFakeClock(Date.UTC(2026, 10, 29));
  const server = useDashboard({ INTRAY_TRUST_PROXY: "127.0.0.1" }, clock);
  const code = () => codeAt(clock.now(), SECRET);
  let recovery: readonly string[] = [];

  /** Types the password, in a browser of another network each time. */
  let network = 0;
  async function withPassword(next?: string): Promise<Visitor> {
    const visitor = server.visitor();
    network += 1;
    const fields = { email: EMAIL, password: PASSWORD, ...(next !== undefined && { next }) };
    const page = await visitor.post("/sign-in", fields, {
      "x-forwarded-for": `198.51.100.${network}`,
    });
    expect(page).toMatchObject({ ...says(200, "Second factor"), text: / name="code"/ });
    return visitor;
  }
  const confirm = (visitor: Visitor, fields: Record<string, string>) =>
    visitor.post("/confirm", fields);
  const isSignedIn = async (visitor: Visitor) => (await visitor.get("/account")).status === 200;
  /** Codes are accepted once, so the next one is needed. */
  const nextCode = () => {
    clock.advanceTo(clock.now() + STEP_MS);
    return code();
  };

  beforeAll(async () => {
    const offered = await server.ada.post("/account/second-factor/app");
    expect(offered.text).toMatch(/<svg class="qr".*<path d="M3 3h1v1h-1z/);
    const path = "/account/second-factor/app/confirm";
    const wrong = await server.ada.post(path, { secret: SECRET, code: "000000" });
    expect([wrong.status, inputOn(wrong, "secret")]).toEqual([422, SECRET]);
    const added = await server.ada.post(path, { secret: SECRET, code: code() });
    recovery = added.text.match(/\b[a-z2-7]{4}(?:-[a-z2-7]{4}){3}\b/g) ?? [];
    expect(new Set(recovery).size).toBe(10);
  });
  beforeEach(() => server.sql("delete from sign_in_count"));

  it("is asked for a code after the password, and is not signed in before", async () => {
    const visitor = await withPassword("/dashboard/forms");
    const before = [
      await visitor.get("/account"),
      await visitor.post("/keys", { name: "thief" }),
      await visitor.get("/events"),
    ].map(({ status, location }) => [status, location?.replace(/\?.*/, "")]);
    const pending = visitor.cookies.get("intray_session");
    const wrong = await confirm(visitor, { code: "000000" });
    const right = await confirm(visitor, { code: nextCode(), next: "/dashboard/forms" });

    expect(new Set(before.map(String))).toEqual(new Set(["303,/dashboard/confirm"]));
    expect(wrong).toMatchObject(says(401, "That was not right"));
    expect([right.status, right.location]).toEqual([303, "/dashboard/forms"]);
    expect(visitor.cookies.get("intray_session")).not.toBe(pending);
    expect(await isSignedIn(visitor)).toBe(true);
  });

  it.each([
    ["GET", "/confirm%2F..%2Finbox", 303],
    ["GET", "/confirm/x", 404],
    ["POST", "/confirm", 415],
  ])("shows nothing of the account before, on %s %s", async (method, path, status) => {
    const visitor = await withPassword();
    const broken = { "content-type": "text/plain" };
    const page = await (method === "GET" ? visitor.get(path) : visitor.post(path, {}, broken));

    expect([page.status, page.words.includes("Inbox")]).toEqual([status, false]);
  });

  it("keeps what was asked for, but not the code, if the session ends before the proof", async () => {
    const asked = { next: "/dashboard/keys", kept: "name=Typed" };
    const fields = { ...asked, code: "123456" };
    const page = await server.visitor().post("/confirm", fields, { accept: "text/html" });

    expect({ next: inputOn(page, "next"), kept: inputOn(page, "kept") }).toEqual(asked);
    expect(page.text).not.toContain("123456");
  });

  it("is told of a key that the server cannot read, and signs in by a recovery code", async () => {
    await server.sql("update login set totp_secret = 'broken' || totp_secret where id = 1");
    const visitor = await withPassword();
    const told = await confirm(visitor, { code: nextCode() });
    const entered = await confirm(visitor, { code: recovery[9] ?? "" });
    await server.sql("update login set totp_secret = substr(totp_secret, 7) where id = 1");

    expect(told).toMatchObject(says(409, "cannot read the key of your app"));
    expect(entered.status).toBe(303);
  });

  it("does not list a session that waits for the code, and ends it after ten minutes", async () => {
    const visitor = await withPassword();
    const sessions = (await server.ada.get("/account")).text.match(/\/sessions\/\d+\/end"/g);
    const listed = await server.sql("select id from session where is_pending = 0");
    clock.advanceTo(clock.now() + 10 * MINUTES_MS + 1);

    expect(sessions).toHaveLength(listed.length);
    expect((await confirm(visitor, { code: code() })).location).toContain("/dashboard/sign-in");
  });

  it("accepts each code once, also in two browsers at the same time", async () => {
    const visitors = [await withPassword(), await withPassword(), await withPassword()];
    const once = nextCode();
    const answers = await Promise.all(visitors.map((one) => confirm(one, { code: once })));
    const late = await confirm(await withPassword(), {
      code: codeAt(clock.now() - STEP_MS, SECRET),
    });

    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
    expect(late.status).toBe(401);
  });

  it("accepts each recovery code once, however it is typed", async () => {
    const [first = "", second = ""] = recovery;
    const used = await confirm(await withPassword(), { code: ` ${first.toUpperCase()} ` });
    const again = await confirm(await withPassword(), { code: first });
    const other = await confirm(await withPassword(), { code: second.replaceAll("-", "") });
    const page = await server.ada.get("/account/second-factor");

    expect([used.status, again.status, other.status]).toEqual([303, 401, 303]);
    expect(page.words).toContain("7 codes left");
  });

  it("lets 10,000 guesses try a handful of codes, and its own browser in meanwhile", async () => {
    const thief = await withPassword();
    await server.ada.post("/sign-out");
    await server.ada.post("/sign-in", { email: EMAIL, password: PASSWORD });
    const statuses = new Map<number, number>();
    for (let round = 0; round < 200; round += 1) {
      const guesses = Array.from({ length: 50 }, (_, n) => String(round * 50 + n).padStart(6, "0"));
      const answers = await Promise.all(guesses.map((guess) => confirm(thief, { code: guess })));
      for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    const owner = await confirm(server.ada, { code: nextCode() });

    // 503: too many of them were checked at the same time.
    const { 401: tried, 429: early = 0, 503: busy = 0 } = Object.fromEntries(statuses);
    expect([tried, early + busy]).toEqual([5, 9_995]);
    expect(owner.status).toBe(303);
  });

  it("is asked again after ten minutes before a key is made, and does it afterward", async () => {
    const visitor = await withPassword();
    await confirm(visitor, { code: nextCode() });
    const fields = { kind: "account", name: "Asked for", scope: "write" };
    const soon = await visitor.post("/keys", fields);
    clock.advanceTo(clock.now() + 10 * MINUTES_MS);
    const asked = await visitor.post("/keys", fields);
    const kept =
      /name="kept" value="([^"]*)"/.exec(asked.text)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const after = await confirm(visitor, { code: code(), next: "/dashboard/keys", kept });
    const keys = () => server.sql("select id from api_key where name = 'Asked for'");

    expect([soon.status, asked.status]).toEqual([303, 401]);
    expect(asked.words).toContain("Confirm that it is you");
    expect([after.text, (await keys()).length]).toEqual([
      expect.stringContaining('value="Asked for"'),
      1,
    ]);
    expect(
      (await visitor.post("/keys", Object.fromEntries(new URLSearchParams(kept)))).status,
    ).toBe(303);
  });

  it.each([
    "/account/alert-secret",
    "/account/second-factor/app/remove",
    "/account/second-factor/recovery-codes",
    "/account/second-factor/passkeys/options",
    "/device",
    "/forms/1/delete",
    "/inbox/export",
    "/keys/1/rotate",
    "/people",
    "/people/1",
    "/people/1/invitation",
    "/people/1/remove",
    "/projects/1/delete",
    "/webhooks/1/secret",
  ])("is asked again before %s", async (path) => {
    clock.advanceTo(clock.now() + 11 * MINUTES_MS);

    const page = await server.ada.post(path);

    expect(page).toMatchObject(says(401, "Confirm that it is you"));
  });

  it("is asked again before submissions are deleted permanently, and not before the question", async () => {
    clock.advanceTo(clock.now() + 11 * MINUTES_MS);
    const fields = { bulk_action: "delete", id: "1" };
    const question = await server.ada.post("/inbox/bulk?tab=trash", fields);
    const other = await server.ada.post("/inbox/bulk", { bulk_action: "read", id: "1" });
    const sure = await server.ada.post("/inbox/b%75lk/", { ...fields, confirmed: "yes" });

    expect([question.status, other.status]).toEqual([200, 404]);
    expect(sure).toMatchObject(says(401, "Confirm that it is you"));
  });

  it("keeps it while the account needs it, and removes it with the recovery codes otherwise", async () => {
    await confirm(server.ada, { code: nextCode() });
    await server.patch("/account", { second_factor_role: "owner" });
    const needed = await server.ada.post("/account/second-factor/app/remove");
    await server.patch("/account", { second_factor_role: null });
    const removed = await server.ada.post("/account/second-factor/app/remove");
    const codes = await server.ada.post("/account/second-factor/recovery-codes");
    const audit = await server.ada.get("/audit");

    expect(needed).toMatchObject(says(409, "The account needs a second factor of you."));
    expect([removed.status, codes.status]).toEqual([303, 409]);
    expect(await server.sql("select * from recovery_code")).toEqual([]);
    expect((await server.visitor().signIn()).status).toBe(303);
    for (const words of ["Second factor added", "Second factor removed", "Wrong second factor"]) {
      expect(audit.words).toContain(words);
    }
  });
});

describe("a passkey", () => {
  const server = useDashboard();

  it.each([
    ["", "Passkey"],
    [`${"x".repeat(59)}😀`, `${"x".repeat(59)}\uFFFD`],
    ["<b>\0\r\nSet-Cookie: b=c", "<b>\uFFFD Set-Cookie: b=c"],
  ])("may have the name %j", async (name, shown) => {
    const path = "/account/second-factor/passkeys";
    const { text } = await server.ada.post(`${path}/options`);
    const challenge = /"challenge":"([^"]*)"/.exec(text)?.[1] ?? "";
    const response = newPasskey(server.url.replace("127.0.0.1", "localhost"), challenge);
    const added = await server.ada.post(path, { response, name });
    const page = await server.ada.get(path.replace("/passkeys", ""));

    // The first one shows recovery codes.
    expect(added.status).toBe(name === "" ? 200 : 303);
    expect(page).toMatchObject(says(200, shown));
  });
});

describe("a rule of the account", () => {
  const clock = createFakeClock(Date.UTC(2026, 10, 29));
  const server = useDashboard({}, clock);

  it("is announced, and then opens no page before a factor is set up", async () => {
    await server.patch("/account", {
      second_factor_role: "editor",
      second_factor_from: "2026-12-01",
    });
    const announced = await server.ada.get("/forms");
    clock.advanceTo(Date.UTC(2026, 11, 1));
    const closed = await server.ada.get("/forms");
    const setUp = await server.ada.get("/account/second-factor");
    await server.sql("update login set role = 'responder'");
    const responder = await server.ada.get("/inbox");
    await server.sql("update login set role = 'owner'");

    expect(announced.words).toContain("The account needs a second factor of you from");
    expect([closed.status, closed.location]).toEqual([303, "/dashboard/account/second-factor"]);
    expect(setUp.words).toContain("Add one, and the other pages open again.");
    expect(responder.status).toBe(200);
  });

  it.each([
    [{ second_factor_role: "boss" }, "second_factor_role"],
    [{ second_factor_role: "owner", second_factor_from: "soon" }, "second_factor_from"],
    [{ second_factor_from: "2026-12-01" }, "second_factor_from"],
  ])("of %j is refused", async (rule, field) => {
    const answer = await server.request("PATCH", "/account", { json: rule });

    expect([answer.status, answer.text]).toEqual([422, expect.stringContaining(field)]);
  });
});

describe("without a second factor", () => {
  const clock = createFakeClock(Date.UTC(2026, 10, 29));
  const server = useDashboard({}, clock);

  it("the password is asked for again, and a wrong one is not enough", async () => {
    clock.advanceTo(clock.now() + 11 * MINUTES_MS);
    const asked = await server.ada.post("/people", { email: "new@example.org", role: "viewer" });
    const wrong = await server.ada.post("/confirm", { password: "guessed" });
    const right = await server.ada.post("/confirm", { password: PASSWORD });
    const invited = await server.ada.post("/people", { email: "new@example.org", role: "viewer" });

    expect([asked.status, wrong.status, right.status, invited.status]).toEqual([
      401, 401, 303, 200,
    ]);
    expect(asked.words).toContain("Password");
    expect(linkOn(invited, /(http\S+\/link\/[\w-]+)/)).toContain("/dashboard/link/");
  });

  it.each([
    ["no answer", ""],
    ["no JSON", "{"],
    ["null", "null"],
    ["an id that is no text", '{"id":{"$ne":1}}'],
    ["an unknown passkey", '{"id":"abc","rawId":"abc","type":"public-key","response":{}}'],
  ])("a passkey answer with %s signs nobody in", async (_, response) => {
    const page = await server.visitor().post("/sign-in/passkey", { response });

    expect(page).toMatchObject(says(401, "This passkey is not known here"));
  });

  it("strangers get at most 30 challenges a minute", async () => {
    const visitor = server.visitor();
    const statuses = await Promise.all(
      Array.from(
        { length: 40 },
        async () => (await visitor.post("/sign-in/passkey/options")).status,
      ),
    );

    expect(statuses.filter((status) => status === 200)).toHaveLength(30);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
  });
});
