import { describe, expect, it } from "vitest";
import { accessOf } from "./routes.ts";

const TOKEN = "read-the-metrics";
const WITH = { token: TOKEN, needsToken: false };
const WITHOUT = { token: undefined, needsToken: false };
const HERE = "127.0.0.1";

describe("the metrics", () => {
  it.each(["127.0.0.1", "127.255.255.254", "::1", "::ffff:127.0.0.1", "::ffff:127.9.9.9"])(
    "can be read from %s",
    (remoteAddress) => {
      expect(accessOf({ remoteAddress, headers: {} }, WITHOUT)).toBe("local");
      expect(accessOf({ remoteAddress, headers: {} }, WITH)).toBe("local");
    },
  );

  it.each([
    "128.0.0.1",
    "10.0.0.1",
    "0.0.0.0",
    "::",
    "::2",
    "::ffff:10.0.0.1",
    "fe80::1",
    "nonsense",
    "",
    undefined,
  ])("cannot be read from %s", (remoteAddress) => {
    expect(accessOf({ remoteAddress, headers: {} }, WITHOUT)).toBe("from_elsewhere");
    expect(accessOf({ remoteAddress, headers: {} }, WITH)).toBe("from_elsewhere");
  });

  it.each(["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"])(
    "cannot be read through a proxy that adds %s, even with an empty value",
    (name) => {
      for (const value of ["127.0.0.1", ""]) {
        const reader = { remoteAddress: HERE, headers: { [name]: value } };

        expect(accessOf(reader, WITHOUT)).toBe("from_elsewhere");
      }
    },
  );

  it.each(["10.0.0.1", HERE, undefined])("can be read from %s with the token", (remoteAddress) => {
    for (const authorization of [`Bearer ${TOKEN}`, `bearer  ${TOKEN}`]) {
      const headers = { authorization, "x-forwarded-for": "192.0.2.1" };

      expect(accessOf({ remoteAddress, headers }, WITH)).toBe("by_token");
    }
  });

  it.each([`Bearer ${TOKEN}x`, `Bearer ${TOKEN.slice(1)}`, "Bearer", "", TOKEN, `Basic ${TOKEN}`])(
    "cannot be read with %j from any address",
    (authorization) => {
      for (const remoteAddress of [HERE, "10.0.0.1"]) {
        expect(accessOf({ remoteAddress, headers: { authorization } }, WITH)).toBe("wrong_token");
      }
    },
  );

  it("cannot be read with any header if no token is configured", () => {
    const headers = { authorization: "Bearer undefined" };

    expect(accessOf({ remoteAddress: "10.0.0.1", headers }, WITHOUT)).toBe("from_elsewhere");
    expect(accessOf({ remoteAddress: HERE, headers }, WITHOUT)).toBe("local");
  });

  it("need the token on this machine, too, if a public URL is set", () => {
    for (const token of [TOKEN, undefined]) {
      const rules = { token, needsToken: true };

      expect(accessOf({ remoteAddress: HERE, headers: {} }, rules)).toBe("needs_token");
    }
    const headers = { authorization: `Bearer ${TOKEN}` };
    expect(accessOf({ remoteAddress: HERE, headers }, { token: TOKEN, needsToken: true })).toBe(
      "by_token",
    );
  });
});
