// A real provider on loopback signs people in, or lies.
import type { JWTPayload } from "jose";
import type { Visitor } from "../../../test/dashboard.ts";
import { cookieOf, EMAIL, linkOn, says, startDashboard } from "../../../test/dashboard.ts";
import { hashToken } from "../../domain/account/sign-in-link.ts";
import { isOnPostgres } from "../../../test/database.ts";
import { newKey, openOidcProvider } from "../../../../../test/harness/oidc-provider.ts";
import { startTestServer } from "../../../test/test-server.ts";
import { useShared } from "../../../../../test/harness/use.ts";

const ROLES = {
  staff: { role: "editor" },
  client: { role: "viewer", project_ids: [1, 99] },
  bosses: { role: "owner" },
};
const MAP = { INTRAY_OIDC_ROLE_CLAIM: "groups", INTRAY_OIDC_ROLES: JSON.stringify(ROLES) };
const START = "/sign-in/single-sign-on";

const provider = useShared(openOidcProvider);
const server = useShared(() => startDashboard({ ...provider.settings, ...MAP }));
beforeEach(async () => {
  await provider.serve(server.url);
  Object.assign(provider, { forge: undefined, isDownAt: undefined, isDenied: false });
  await server.sql("delete from sign_in_count");
});

/** Signs in at the provider. @returns The callback, not opened yet. */
async function begin(visitor: Visitor, next = "/dashboard/inbox"): Promise<string> {
  const { location, words } = await visitor.get(`${START}?next=${encodeURIComponent(next)}`);
  if (location === null) throw new Error(words);
  return provider.visit(location);
}
async function signIn(person: typeof provider.person, visitor = server.visitor()) {
  provider.person = person;
  return { visitor, page: await visitor.get(await begin(visitor)) };
}
const verified = (sub: string, ...groups: string[]) => {
  return { sub, email: `${sub}@Example.org`, email_verified: true, groups };
};
const isIn = async (visitor: Visitor) => (await visitor.get("/account")).status === 200;
const login = (email: string) =>
  server.row("login", ["role", "limited", "oidc_subject", "id"], { email });
const IN = { status: 303, location: "/dashboard/inbox" };
const REFUSED = "knows you, but you cannot sign in here.";

describe("people", () => {
  it("are added with the access of their groups, remembered, and recorded", async () => {
    const { page, visitor } = await signIn({ ...verified("bob", "staff", "other"), name: "Bob" });

    expect(page).toMatchObject(IN);
    expect(await isIn(visitor)).toBe(true);
    expect([...visitor.cookies.keys()].toSorted()).toEqual([
      expect.stringMatching(/^intray_browser_\d+$/),
      "intray_session",
    ]);
    const { id, ...row } = await login("bob@example.org");
    expect(row).toEqual({ role: "editor", limited: 0, oidc_subject: "bob" });
    const by = { actor_kind: "oidc", actor: "bob@example.org" };
    const audited = await server.rows("audit", ["actor_kind", "actor", "action", "detail"]);
    expect(audited.slice(-2)).toEqual([
      { ...by, action: "member.joined", detail: null },
      { ...by, action: "session.begun", detail: "by single sign-on" },
    ]);
    expect((await server.ada.get("/audit")).words).toContain("bob@example.org (OIDC)");
    expect(await server.read(`/members/${id}`)).toMatchObject({ name: "Bob" });
  });

  it("are found by their subject, and get the access of changed groups", async () => {
    const { visitor } = await signIn(verified("carl", "staff"));
    const other = { ...verified("carl", "client"), email: "c@example.org", email_verified: false };

    const { page } = await signIn(other);

    expect(page).toMatchObject(IN);
    const { id, role } = await login("carl@example.org");
    expect(role).toBe("viewer");
    expect(await server.read(`/members/${id}`)).toMatchObject({ project_ids: [1] });
    // The session with more access has ended.
    expect(await isIn(visitor)).toBe(false);
    await signIn(verified("carl", "client", "staff"));
    expect(await login("carl@example.org")).toMatchObject({ role: "editor", limited: 0 });
  });

  it("lose their sessions with their last group", async () => {
    const { visitor } = await signIn(verified("dora", "staff"));

    const { page } = await signIn(verified("dora", "strangers"));

    expect(page).toMatchObject(says(403, `${REFUSED} None of your groups gives access.`));
    expect(await isIn(visitor)).toBe(false);
  });

  it.each([
    ["without a group", verified("nobody"), "None of your groups"],
    ["with groups of another type", { ...verified("n1"), groups: { staff: true } }, "None of your"],
    ["without an address", { sub: "n2", groups: ["staff"] }, "It sends no e-mail address."],
    ["with a broken address", { ...verified("n3", "staff"), email: "n3" }, "no e-mail address."],
    [
      "with an unverified address of a person",
      { ...verified("x", "staff"), email: EMAIL, email_verified: false },
      "does not say that it has verified",
    ],
    [
      "with an address without a word about it",
      { sub: "x", email: EMAIL, groups: ["staff"] },
      "does not say that",
    ],
    [
      "with a verified address as text",
      { ...verified("x", "bosses"), email: EMAIL, email_verified: "true" },
      "does not say that",
    ],
  ])("are refused %s", async (_, person, reason) => {
    const { page, visitor } = await signIn(person as typeof provider.person);

    expect(page).toMatchObject(says(403, `Example ID ${REFUSED}`));
    expect(page.words).toContain(reason);
    expect(await isIn(visitor)).toBe(false);
    expect(await server.rows("login", ["id"], { oidc_subject: person.sub })).toEqual([]);
  });

  it("stay owner if they are the last one, which is said", async () => {
    const { page, visitor } = await signIn({ ...verified("ada", "client"), email: EMAIL });

    expect(page).toMatchObject(IN);
    expect((await visitor.get("/inbox")).words).toContain("since the account has no other.");
    expect(await login(EMAIL)).toMatchObject({ role: "owner", oidc_subject: "ada" });
    const { page: taken } = await signIn({ ...verified("mallory", "staff"), email: EMAIL });
    expect(taken).toMatchObject(says(403, "signs in here with your e-mail address."));
  });

  it("who were removed come back by an invitation only, also to another address", async () => {
    const { visitor } = await signIn(verified("erna", "staff"));
    const { id } = await login("erna@example.org");
    await server.request("DELETE", `/members/${id}`);

    const { page } = await signIn(verified("erna", "staff"));
    const renamed = { ...verified("erna", "staff"), email: "erna2@example.org" };
    const { page: again } = await signIn(renamed);
    await server.request("POST", "/members", {
      json: { member: { email: renamed.email, role: "viewer" } },
    });
    const { page: invited } = await signIn(renamed);

    for (const one of [page, again])
      expect(one).toMatchObject(says(403, "Your access was removed."));
    expect(await isIn(visitor)).toBe(false);
    expect(invited).toMatchObject(IN);
    expect(await login(renamed.email)).toMatchObject({ oidc_subject: "erna", role: "editor" });
  });

  it("accept an invitation, which ends what its link has begun", async () => {
    const json = { member: { email: "fred@example.org", role: "viewer" } };
    const { invitation_url } = await server.create<{ invitation_url: string }>("/members", json);
    const finder = server.visitor();
    await finder.post(new URL(invitation_url).pathname);

    const { page } = await signIn(verified("fred", "staff"));

    expect(page).toMatchObject(IN);
    expect((await finder.get("/welcome")).location).toMatch(/sign-in/);
  });
});

const seconds = () => Math.floor(Date.now() / 1_000);

describe("an ID token", () => {
  it.each<[string, (claims: JWTPayload) => JWTPayload]>([
    ["another nonce", (claims) => ({ ...claims, nonce: "another" })],
    ["no nonce", ({ nonce: _, ...claims }) => claims],
    ["another audience", (claims) => ({ ...claims, aud: "another" })],
    ["another issuer", (claims) => ({ ...claims, iss: "https://id.example.org" })],
    ["no subject", ({ sub: _, ...claims }) => claims],
    ["a subject of nothing", (claims) => ({ ...claims, sub: "" })],
    ["an end 90 seconds ago", (claims) => ({ ...claims, exp: seconds() - 90 })],
    ["a begin in 90 seconds", (claims) => ({ ...claims, nbf: seconds() + 90 })],
  ])("with %s signs nobody in", async (_, change) => {
    provider.forge = (claims) => provider.sign(change(claims));

    const { page, visitor } = await signIn(verified("gina", "staff"));

    expect(page).toMatchObject(says(401, "The answer of Example ID was not accepted ("));
    expect(await isIn(visitor)).toBe(false);
  });

  it.each([
    ["by another key", async (claims: JWTPayload) => provider.sign(claims, await newKey())],
    ["by nobody", (claims: JWTPayload) => `${encode({ alg: "none" })}.${encode(claims)}.`],
    ["in no way that can be read", () => "e.y.J"],
  ])("that is signed %s signs nobody in", async (_, forge) => {
    provider.forge = forge;

    expect((await signIn(verified("gina", "staff"))).page).toMatchObject(says(401, "not accepted"));
  });

  it("is accepted half a minute late, and after the keys were rotated", async () => {
    await signIn(verified("hans", "staff"));
    await provider.serve(server.url);
    provider.forge = (claims) => provider.sign({ ...claims, exp: seconds() - 30 });

    expect((await signIn(verified("hans", "staff"))).page).toMatchObject(IN);
  });
});

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");

describe("a callback", () => {
  it("works once, whichever server of the database gets it", async () => {
    const peer = isOnPostgres
      ? await startTestServer({ ...server.settings, INTRAY_PUBLIC_URL: server.url })
      : undefined;
    onTestFinished(() => peer?.close());
    provider.person = verified("ida", "staff");
    const visitor = server.visitor();
    const back = await begin(visitor);
    const cookie = cookieOf(visitor);
    const open = (url: string, path: string, headers = { cookie }) =>
      fetch(url + path, { redirect: "manual", headers });

    const first = await open(peer?.url ?? server.url, back);
    const replayed = await open(server.url, back);
    const code = new URL(back, server.url).searchParams.get("code") ?? "";
    const fresh = new URL(await begin(visitor), server.url);
    fresh.searchParams.set("code", code);
    const stolen = await visitor.get(fresh.pathname + fresh.search);

    expect([first.status, replayed.status]).toEqual([303, 401]);
    expect(await replayed.text()).toContain("was used already");
    expect(stolen).toMatchObject(says(401, "The answer of Example ID was not accepted"));
  });

  it.each<[string, (back: URL, visitor: Visitor) => unknown, number]>([
    ["without the cookie", (_, { cookies }) => cookies.clear(), 401],
    ["with another cookie", (_, { cookies }) => cookies.set("intray_sign_on", "a.b"), 401],
    ["with another state", (back) => back.searchParams.set("state", "another"), 401],
    ["without a state", (back) => back.searchParams.delete("state"), 401],
    ["with two states", (back) => back.searchParams.append("state", "another"), 401],
    ["of another issuer", (back) => back.searchParams.set("iss", "https://id.example.org"), 401],
    ["without the issuer", (back) => back.searchParams.delete("iss"), 401],
    ["without the code", (back) => back.searchParams.delete("code"), 401],
    ["with another code", (back) => back.searchParams.set("code", "another"), 401],
  ])("%s signs nobody in, and delays the network", async (_, change, status) => {
    provider.person = verified("jan", "staff");
    const visitor = server.visitor();
    const back = new URL(await begin(visitor), server.url);
    change(back, visitor);

    const page = await visitor.get(back.pathname + back.search);
    for (let n = 0; n < 4; n += 1) await visitor.get(back.pathname + back.search);
    const late = await visitor.get(back.pathname + back.search);

    expect([page.status, late.status]).toEqual([status, 429]);
    expect(visitor.cookies.has("intray_session")).toBe(false);
  });

  it("of somebody who is not let in says why, as text, and leads nowhere else", async () => {
    provider.isDenied = true;
    const visitor = server.visitor();

    const page = await visitor.get(await begin(visitor, "//evil.test"));

    expect(page).toMatchObject(says(403, "Example ID did not sign you in: not <b>today</b>."));
    expect(page.text).toContain('name="next" value="/dashboard"');
  });
});

describe("while the provider is away", () => {
  it.each([
    ["before the redirect", /./],
    ["before the code is exchanged", /^\/token/],
    ["before the keys are read", /^\/jwks/],
    ["before the person is described", /^\/me/],
  ])("%s the page says so, nobody is delayed, and passwords work", async (_, path) => {
    provider.person = verified("kim", "staff");
    const visitor = server.visitor();
    const address = path.source === "." ? START : await begin(visitor);
    provider.isDownAt = path;

    const page = await visitor.get(address);

    expect(page).toMatchObject(says(503, "Example ID cannot be reached (status 502). Try again"));
    expect(await server.rows("sign_in_count", ["failures"])).toEqual(
      address === START ? [] : [{ failures: 0 }],
    );
    expect((await server.visitor().signIn()).status).toBe(303);
  });
});

it("begins at the public address, where the provider returns to", async () => {
  const { port } = new URL(server.url);
  const url = `http://localhost:${port}/dashboard${START}`;

  const moved = await fetch(url, { redirect: "manual" });

  expect(moved.headers.get("location")).toBe(
    `${server.url}/dashboard${START}?next=%2Fdashboard&moved=`,
  );
});

describe("a second factor of Intray", () => {
  it("is asked for if the account requires one", async () => {
    const require = (factor_role: "viewer" | null, factor_from: number | null) =>
      server.update("account", { factor_role, factor_from }, { id: 1 });
    onTestFinished(() => require(null, null));
    await signIn(verified("otto", "staff"));
    await server.update("login", { totp_secret: "sealed" }, { email: "otto@example.org" });

    const { visitor: free } = await signIn(verified("otto", "staff"));
    await require("viewer", 1);
    const { visitor: held } = await signIn(verified("otto", "staff"));

    expect(await isIn(free)).toBe(true);
    expect((await held.get("/account")).location).toBe(
      "/dashboard/confirm?next=%2Fdashboard%2Faccount",
    );
  });

  it("is replaced by signing in at the provider again, before secrets are shown", async () => {
    const { visitor } = await signIn(verified("paul", "staff"));
    await server.update("session", { proved_at: 0 }, { account_id: 1 });
    const post = () => visitor.post("/keys", { name: "Mine" }, { accept: "text/html" });

    const asked = await post();
    const again = linkOn(asked, /target="_blank" href="([^"]+)"/);
    const { location } = await visitor.get(again);
    const back = await visitor.get(await provider.visit(location ?? ""));

    expect(asked).toMatchObject(
      says(401, "After you have signed in with Example ID, continue here."),
    );
    expect(new URL(location ?? "").searchParams.get("prompt")).toBe("login");
    expect(back.location).toBe("/dashboard");
    expect((await post()).words).not.toContain("Confirm that it is you");
  });
});

describe("a logout by the provider", () => {
  const claims = () => ({
    iss: provider.url,
    aud: "intray",
    sub: "lena",
    iat: seconds(),
    jti: "one",
    events: { "http://schemas.openid.net/event/backchannel-logout": {} },
  });
  const without = (name: string) =>
    Object.fromEntries(Object.entries(claims()).filter(([claim]) => claim !== name));
  const post = (logout_token: string) =>
    fetch(`${server.url}/single-sign-on/logout`, {
      method: "POST",
      body: new URLSearchParams({ logout_token }),
    });

  it("ends all sessions of the person, and is recorded", async () => {
    const { visitor } = await signIn(verified("lena", "staff"));
    const { visitor: other } = await signIn(verified("lena", "staff"));

    await provider.logOut("lena");
    await provider.logOut("a stranger");

    expect([await isIn(visitor), await isIn(other), await isIn(server.ada)]).toEqual([
      false,
      false,
      true,
    ]);
    const audited = await server.rows("audit", ["actor_kind", "actor", "action"]);
    expect(audited.at(-1)).toEqual({
      actor_kind: "oidc",
      actor: "lena@example.org",
      action: "session.ended",
    });
  });

  it.each<[string, () => string | Promise<string>]>([
    ["the signature of another key", async () => provider.sign(claims(), await newKey())],
    ["no signature", () => `${encode({ alg: "none" })}.${encode(claims())}.`],
    ["another audience", () => provider.sign({ ...claims(), aud: "another" })],
    ["another issuer", () => provider.sign({ ...claims(), iss: "https://id.example.org" })],
    ["a time long ago", () => provider.sign({ ...claims(), iat: seconds() - 200 })],
    ["a time to come", () => provider.sign({ ...claims(), iat: seconds() + 200 })],
    ["no event", () => provider.sign({ ...claims(), events: {} })],
    ["a nonce, as an ID token", () => provider.sign({ ...claims(), nonce: "x" })],
    ["no jti", () => provider.sign(without("jti"))],
    ["no subject", () => provider.sign(without("sub"))],
    ["no text", () => ""],
    ["no JSON", () => "a.b.c"],
    ["too many characters", () => "x".repeat(9_000)],
  ])("is rejected with %s", async (_, token) => {
    const { visitor } = await signIn(verified("lena", "staff"));

    const answer = await post(await token());

    expect([answer.status, await answer.json()]).toEqual([400, { error: "invalid_request" }]);
    expect(await isIn(visitor)).toBe(true);
  });

  it("is to be sent again while the keys cannot be read; a large body is not read", async () => {
    provider.isDownAt = /^\/jwks/;

    const statuses = [await post(await provider.sign(claims())), await post("x".repeat(20_000))];

    expect(statuses.map(({ status }) => status)).toEqual([503, 413]);
  });
});

describe("without passwords", () => {
  const only = useShared(() => startDashboard({ ...provider.settings, INTRAY_OIDC_ONLY: "true" }));
  beforeEach(() => provider.serve(only.url));

  it("the sign-in page offers the provider only, and takes no password", async () => {
    const page = await only.visitor().get("/sign-in?next=%2Fdashboard%2Fforms");
    const posted = await only.visitor().signIn();
    const passkey = await only.visitor().post("/sign-in/passkey");

    expect(page.text).not.toContain('type="password"');
    expect(page.text).toContain(`href="/dashboard${START}?next=%2Fdashboard%2Fforms"`);
    for (const one of [posted, passkey]) {
      expect(one).toMatchObject(says(403, "Sign in with Example ID here."));
    }
  });

  it("a link of the command line signs in while the provider is away", async () => {
    provider.isDownAt = /./;
    const { id: login_id } = await only.row("login", ["id"], { email: EMAIL });
    const token_hash = hashToken("of the command");
    const row = { account_id: 1, login_id, created_at: 0, expires_at: Date.now() + 60_000 };
    await only.insert("sign_in_link", { ...row, token_hash });

    expect((await only.visitor().get(START)).words).toContain(
      "Until then, intray-server sign-in-link",
    );
    expect((await only.visitor().post("/link/of%20the%20command")).location).toBe("/dashboard");
  });

  it("the invited accept at the provider, and keep the role they were given", async () => {
    const json = { member: { email: "moe@example.org", role: "viewer" } };
    const { invitation_url } = await only.create<{ invitation_url: string }>("/members", json);
    const visitor = only.visitor();
    await visitor.post(new URL(invitation_url).pathname);
    const welcome = await visitor.get("/welcome");
    const chosen = await visitor.post("/welcome", { password: "correct horse battery" });
    provider.person = verified("moe");
    const page = await visitor.get(await begin(visitor, "/dashboard/account"));

    for (const one of [welcome, chosen])
      expect(one.words).toContain("Sign in with this address to accept.");
    expect(page.location).toBe("/dashboard/account");
    const account = await visitor.get("/account");
    expect(account.words).toContain("Viewer: reads submissions");
    expect(account.words).not.toContain("Current password");
  });

  it("nobody is added who was not invited", async () => {
    provider.person = verified("nick", "bosses");
    const visitor = only.visitor();

    expect(await visitor.get(await begin(visitor))).toMatchObject(
      says(403, "You have no access yet."),
    );
  });

  it("what was posted without a session can be sent after signing in elsewhere", async () => {
    const page = await only.visitor().post("/projects", { name: "Kept" }, { accept: "text/html" });

    expect(page).toMatchObject(
      says(401, "After you have signed in with Example ID, continue here."),
    );
    expect(page.text).toMatch(/target="_blank"[^]*action="\/dashboard\/projects"[^]*value="Kept"/);
  });
});
