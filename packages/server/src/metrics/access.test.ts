import { accessOf } from "./routes.ts";

const TOKEN = "read-the-metrics";
const HERE = "127.0.0.1";
const PROXY_HEADERS = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"];
/** With and without a token, and the first again if a public URL is set. */
const RULES = [
  { token: TOKEN, needsToken: false },
  { token: undefined, needsToken: false },
  { token: TOKEN, needsToken: true },
] as const;

/** What a reader gets under each of the rules. */
const access = (remoteAddress: string | undefined, headers: Record<string, string> = {}) =>
  RULES.map((rules) => accessOf({ remoteAddress, headers }, rules)).join(" ");

it.each([HERE, "127.255.255.254", "::1", "::ffff:127.0.0.1", "::ffff:127.9.9.9"])(
  "can be read from %s, unless a public URL is set",
  (remoteAddress) => {
    expect(access(remoteAddress)).toBe("local local needs_token");
  },
);

it.each(["128.0.0.1", "0.0.0.0", "::", "::2", "::ffff:10.0.0.1", "nonsense", "", undefined])(
  "cannot be read from %s",
  (remoteAddress) => {
    expect(access(remoteAddress)).toBe("from_elsewhere from_elsewhere from_elsewhere");
  },
);

it.each(PROXY_HEADERS)("cannot be read through a proxy that adds %s, even empty", (name) => {
  for (const value of [HERE, ""])
    expect(access(HERE, { [name]: value })).toBe("from_elsewhere from_elsewhere from_elsewhere");
});

it.each(["10.0.0.1", undefined])("can be read from %s with the token", (remoteAddress) => {
  for (const authorization of [`Bearer ${TOKEN}`, `bearer  ${TOKEN}`]) {
    const headers = { authorization, "x-forwarded-for": "192.0.2.1" };

    expect(access(remoteAddress, headers)).toBe("by_token from_elsewhere by_token");
  }
});

it.each([`Bearer ${TOKEN}x`, `Bearer ${TOKEN.slice(1)}`, "Bearer", "", TOKEN, `Basic ${TOKEN}`])(
  "cannot be read with %j where a token is set",
  (authorization) => {
    expect(access(HERE, { authorization })).toBe("wrong_token local wrong_token");
  },
);
