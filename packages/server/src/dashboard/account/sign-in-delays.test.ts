// Wrong passwords delay the browser, network and address that they come from, and nobody else.
import type { Visitor } from "../../../test/dashboard.ts";
import { EMAIL, OTHER_EMAIL, PASSWORD, useDashboard } from "../../../test/dashboard.ts";
import { createFakeClock } from "../../../test/fake-clock.ts";

const HOUR_MS = 3_600_000;
const ATTACKER = "203.0.113.66";

const clock = createFakeClock(Date.UTC(2026, 10, 21));
const server = useDashboard({ INTRAY_TRUST_PROXY: "127.0.0.1" }, clock);
beforeEach(() => server.sql("delete from sign_in_count"));

const signInFrom = (
  ip: string,
  { visitor = server.visitor(), email = EMAIL, password = PASSWORD } = {},
) => visitor.post("/sign-in", { email, password }, { "x-forwarded-for": ip });
const guess = (ip: string, visitor?: Visitor, email = EMAIL) =>
  signInFrom(ip, { ...(visitor === undefined ? {} : { visitor }), email, password: "guessed" });
/** Guesses until the answer is 429, at most `times`. Returns the statuses. */
async function guesses(times: number, ip = ATTACKER, visitor?: Visitor): Promise<number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < times; n += 1) statuses.push((await guess(ip, visitor)).status);
  return statuses;
}

describe("wrong passwords for a known address", () => {
  it("lock out neither the owner's browser nor another network", async () => {
    const statuses = await guesses(10);
    const known = await signInFrom(ATTACKER, { visitor: server.ada });
    const elsewhere = await signInFrom("198.51.100.1");

    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429, 429, 429]);
    expect([known.status, elsewhere.status]).toEqual([303, 303]);
  });

  it("delay their network more and more, and say how long", async () => {
    await guesses(5);
    const waits: number[] = [];
    for (let n = 0; n < 12; n += 1) {
      const limited = await signInFrom(ATTACKER);
      const seconds = Number(limited.headers.get("retry-after"));
      expect([limited.status, limited.words]).toEqual([
        429,
        expect.stringMatching(
          /Too many attempts to sign in .* Try again in \d+ (seconds?|minutes?)\./,
        ),
      ]);
      waits.push(seconds);
      clock.advanceTo(clock.now() + seconds * 1_000);
      expect((await guess(ATTACKER)).status).toBe(401);
    }

    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]);
    clock.advanceTo(clock.now() + HOUR_MS);
    expect(await guesses(6)).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it("from many networks delay unknown browsers by at most a minute", async () => {
    for (let n = 0; n < 25; n += 1) {
      const { headers } = await guess(`198.51.100.${n}`);
      clock.advanceTo(clock.now() + Number(headers.get("retry-after") ?? 0) * 1_000);
      await guess(`198.51.100.${n}`);
    }
    const unknown = await signInFrom("192.0.2.1");
    const known = await signInFrom("192.0.2.1", { visitor: server.ada });

    expect([unknown.status, unknown.headers.get("retry-after")]).toEqual([429, "60"]);
    expect(known.status).toBe(303);
  });

  it("do not count as wrong if the password was right", async () => {
    for (let n = 0; n < 8; n += 1) expect((await signInFrom("192.0.2.2")).status).toBe(303);
  });
});

describe("a known browser", () => {
  it("is delayed by its own wrong passwords only", async () => {
    expect(await guesses(6, ATTACKER, server.ada)).toEqual([401, 401, 401, 401, 401, 429]);
    const same = await signInFrom("192.0.2.3", { visitor: server.ada });
    const unknown = await signInFrom(ATTACKER);

    expect([same.status, unknown.status]).toEqual([429, 303]);
    expect(same.words).toContain("Too many wrong attempts. Try again in 1 second.");
    clock.advanceTo(clock.now() + 1_000);
    expect((await signInFrom(ATTACKER, { visitor: server.ada })).status).toBe(303);
    expect(await guesses(5, ATTACKER, server.ada)).toEqual([401, 401, 401, 401, 401]);
  });

  const cookieOf = ({ cookies }: Visitor) => {
    const name = [...cookies.keys()].find((one) => one.startsWith("intray_browser_")) ?? "";
    return [name, cookies.get(name) ?? ""] as const;
  };

  it("is one that has the cookie of this login, unchanged", async () => {
    const eve = await server.otherAccount();
    const [name, value] = cookieOf(server.ada);
    const [nonce = "", mac = ""] = value.split(".");
    await guesses(6);
    const forged = [
      [name, cookieOf(eve)[1]],
      [name, `${nonce}x.${mac}`],
      [name, `${nonce}.${mac.slice(1)}`],
      [name, `${nonce}.`],
      [name, "."],
      [name, "x".repeat(8_000)],
      [name, "%00%FF."],
      [cookieOf(eve)[0], value],
      ["intray_browser_999", value],
      ["intray_browser_", value],
    ] as const;

    const statuses: number[] = [];
    for (const [cookie, text] of forged) {
      const visitor = server.visitor();
      visitor.cookies.set(cookie, text);
      statuses.push((await signInFrom(ATTACKER, { visitor })).status);
    }
    const copied = server.visitor();
    copied.cookies.set(name, value);

    expect(statuses).toEqual(forged.map(() => 429));
    expect((await signInFrom(ATTACKER, { visitor: copied })).status).toBe(303);
  });

  it("is unknown for another address", async () => {
    await guesses(6);

    const asEve = { visitor: server.ada, email: OTHER_EMAIL };
    expect((await signInFrom(ATTACKER, asEve)).status).toBe(429);
  });

  it("has a cookie that scripts cannot read and that lasts", async () => {
    const answer = await server.visitor().signIn();
    const lines = answer.headers.getSetCookie().filter((line) => line.startsWith("intray_browser"));

    expect(lines).toEqual([
      expect.stringMatching(
        /^intray_browser_1=[\w-]{22}\.[\w-]{43}; Max-Age=34560000; Path=\/dashboard; HttpOnly; SameSite=Lax$/,
      ),
    ]);
  });
});

describe("the delays", () => {
  it("hold for unknown addresses and empty passwords too, and store no text of them", async () => {
    const typed = "correct horse battery staple@example.org".replaceAll(" ", ".");
    const statuses: number[] = [];
    for (let n = 0; n < 7; n += 1) {
      statuses.push((await guess(`198.51.100.${100 + n}`, undefined, typed)).status);
    }
    for (let n = 0; n < 6; n += 1) {
      const guessed = { email: typed, password: "" };
      statuses.push((await signInFrom(`198.51.100.${110 + n}`, guessed)).status);
    }
    const rows = await server.sql("select * from sign_in_count");

    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(401));
    expect(statuses).toContain(429);
    expect(JSON.stringify(rows)).not.toContain("horse");
  });

  it("end when the clock is set back", async () => {
    const before = await guesses(6);
    clock.stepWall(-HOUR_MS);
    const after = await guess(ATTACKER);
    const owner = await signInFrom("192.0.2.4");
    clock.stepWall(HOUR_MS);

    expect(before.at(-1)).toBe(429);
    expect([after.status, owner.status]).toEqual([401, 303]);
  });
});

// The last one: the new password is stored with the full cost, so that checking it takes time.
it("a known browser is forgotten when its user ends all other sessions or gets a new password", async () => {
  const elsewhere = await server.signedIn();
  await server.ada.signIn();
  await server.ada.post("/account/sessions/end-others");
  await guesses(6);
  const forgotten = await signInFrom(ATTACKER, { visitor: elsewhere });
  const own = await signInFrom(ATTACKER, { visitor: server.ada });
  const next = "a much longer battery";
  const change = (current_password: string, new_password: string) =>
    server.ada.post("/account/password", { current_password, new_password });
  const changed = await change(PASSWORD, next);
  const stillOwn = await signInFrom(ATTACKER, { visitor: server.ada, password: next });
  const back = await change(next, PASSWORD);

  expect([forgotten.status, own.status]).toEqual([429, 303]);
  expect([changed.status, stillOwn.status, back.status]).toEqual([303, 303, 303]);
});
