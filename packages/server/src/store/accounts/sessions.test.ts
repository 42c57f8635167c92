import { useFixture } from "../../../test/fixture.ts";
import { changePassword, createLogin, setPassword } from "./logins.ts";
import {
  beginSession,
  endSession,
  findSession,
  listSessions,
  pruneSessions,
  SESSION_MS,
  sessionEnd,
  createLoginForSession,
  createSignInLink,
  isSignInLink,
  redeemSignInLink,
} from "./sessions.ts";

const NOW = 1_000_000;
const DAY_MS = 86_400_000;
const MAX_MS = 90 * DAY_MS;
const hashOf = (n: number) => Buffer.alloc(32, n);
const session = (n: number, now = NOW) => ({
  token_hash: hashOf(n),
  ip: "127.0.0.1",
  user_agent: null,
  now,
  expires_at: sessionEnd(now, now, MAX_MS),
});

const LINK = { token_hash: hashOf(9), account_id: 1 };

const fixture = useFixture();
let login_id: number;
beforeEach(async () => {
  ({ id: login_id } = await createLogin(fixture.db, {
    account_id: 1,
    email: "Ada@example.org",
    password_hash: "x",
    now: NOW,
  }));
});
const begin = (n: number, now = NOW) =>
  beginSession(fixture.db, { ...session(n, now), account_id: 1, login_id });
const find = (n: number, now = NOW) =>
  findSession(fixture.db, { token_hash: hashOf(n), now, maxMs: MAX_MS });
const createLink = (of: number | null = null) =>
  createSignInLink(fixture.db, { ...LINK, login_id: of, now: NOW, expires_at: NOW + 10 });
const ids = async () =>
  (await listSessions(fixture.db, { login_id, now: NOW, maxMs: MAX_MS })).map(({ id }) => id);

describe("a session", () => {
  it("does not begin with a password that was changed while it was compared", async () => {
    const late = { ...session(1), account_id: 1, login_id, password_hash: "before" };

    await expect(beginSession(fixture.db, late)).rejects.toThrow("The password was changed");
    expect(await ids()).toEqual([]);
  });

  it("is found by its hash, with its account and login, until it expires", async () => {
    await begin(1);

    expect(await find(1)).toMatchObject({ account_id: 1, login_id, email: "ada@example.org" });
    expect(await find(2)).toBeUndefined();
    expect(await find(1, NOW + SESSION_MS - 1)).toBeDefined();
    expect(await find(1, NOW + SESSION_MS)).toBeUndefined();
  });

  it("ends earlier if the longest time is shortened", async () => {
    await begin(1);
    const now = NOW + 2 * DAY_MS;
    const token_hash = hashOf(1);
    const maxMs = 2 * DAY_MS;

    expect(await findSession(fixture.db, { token_hash, now, maxMs: maxMs + 1 })).toBeDefined();
    expect(await findSession(fixture.db, { token_hash, now, maxMs })).toBeUndefined();
    expect(await listSessions(fixture.db, { login_id, now, maxMs })).toEqual([]);
  });

  it("outlives a small correction of the clock, and ends with a large one", async () => {
    await begin(1, NOW + 600_000);
    await begin(2, NOW + 400 * DAY_MS);

    expect(await find(1, NOW)).toBeDefined();
    expect(await find(2, NOW)).toBeUndefined();
    expect(await ids()).toHaveLength(1);
  });

  it("is ended only by its own login", async () => {
    await begin(1);
    const [id = 0] = await ids();

    expect(await endSession(fixture.db, { id, login_id: login_id + 1 })).toBe(false);
    expect(await endSession(fixture.db, { id, login_id })).toBe(true);
    expect(await endSession(fixture.db, { id, login_id })).toBe(false);
  });

  it("ends with a new password: all sessions if an administrator sets it, all others if the user does", async () => {
    await begin(1);
    await begin(2);
    const [keptSessionId = 0] = await ids();
    await changePassword(fixture.db, { login_id, password_hash: "y", keptSessionId, now: NOW });
    expect(await ids()).toEqual([keptSessionId]);

    await createLink(login_id);
    await setPassword(fixture.db, { email: "ADA@example.org", password_hash: "z", now: NOW });

    expect(await ids()).toEqual([]);
    expect(await isSignInLink(fixture.db, { token_hash: hashOf(9), now: NOW })).toBe(false);
  });
});

describe("a sign-in link", () => {
  it("begins one session if two requests use it at the same time", async () => {
    await createLink();
    const take = (n: number) =>
      fixture.transact((db) => redeemSignInLink(db, { linkHash: hashOf(9), session: session(n) }));

    expect(await isSignInLink(fixture.db, { token_hash: hashOf(9), now: NOW })).toBe(true);
    const taken = await Promise.all([take(1), take(2)]);

    expect(taken.toSorted()).toEqual([false, true]);
    expect(await isSignInLink(fixture.db, { token_hash: hashOf(9), now: NOW })).toBe(false);
    expect((await Promise.all([find(1), find(2)])).filter(Boolean)).toHaveLength(1);
  });

  it("allows creating a login once", async () => {
    await beginSession(fixture.db, { ...session(1), account_id: 1, login_id: null });
    const sessionId = (await find(1))?.id ?? 0;
    const choose = (email: string) =>
      fixture.transact((db) =>
        createLoginForSession(db, {
          sessionId,
          account_id: 1,
          login: { email, password_hash: "x" },
          now: NOW,
        }),
      );

    await expect(choose("ada@example.org")).rejects.toMatchObject({ code: "conflict" });
    await choose("bob@example.org");
    await expect(choose("eve@example.org")).rejects.toMatchObject({ code: "conflict" });

    expect(await find(1)).toMatchObject({ email: "bob@example.org" });
    const logins = await fixture.rows("login", ["email"]);
    expect(logins.map(({ email }) => email)).toEqual(["ada@example.org", "bob@example.org"]);
  });
});

it("deletes only expired sessions and links, oldest first", async () => {
  for (const n of [1, 2, 3]) await begin(n, NOW + n);
  await createLink();
  const prune = (now: number) => pruneSessions(fixture.db, { now, limit: 2 });

  expect(await prune(NOW)).toBe(0);
  expect(await prune(NOW + SESSION_MS + 2)).toBe(2);
  expect(await prune(NOW + SESSION_MS + 2)).toBe(0);

  expect(await find(3)).toBeDefined();
  expect(await isSignInLink(fixture.db, { token_hash: hashOf(9), now: NOW })).toBe(false);
});
