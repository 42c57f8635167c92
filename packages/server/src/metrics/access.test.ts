import { describe, expect, it } from "vitest";
import { accessOf } from "./access.ts";

const TOKEN = "read-the-metrics";
const HERE = "127.0.0.1";

describe("the metrics", () => {
  it.each(["127.0.0.1", "127.255.255.254", "::1", "::ffff:127.0.0.1", "::ffff:127.9.9.9"])(
    "are told to %s",
    (remoteAddress) => {
      expect(accessOf({ remoteAddress, headers: {} }, undefined)).toBe("granted");
      expect(accessOf({ remoteAddress, headers: {} }, TOKEN)).toBe("granted");
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
  ])("are not told to %s", (remoteAddress) => {
    expect(accessOf({ remoteAddress, headers: {} }, undefined)).toBe("from_elsewhere");
    expect(accessOf({ remoteAddress, headers: {} }, TOKEN)).toBe("from_elsewhere");
  });

  it.each(["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"])(
    "are not told through a proxy that adds %s, even an empty one",
    (name) => {
      for (const value of ["127.0.0.1", ""]) {
        const reader = { remoteAddress: HERE, headers: { [name]: value } };

        expect(accessOf(reader, undefined)).toBe("from_elsewhere");
      }
    },
  );

  it.each(["10.0.0.1", HERE, undefined])("are told to %s with the token", (remoteAddress) => {
    for (const authorization of [`Bearer ${TOKEN}`, `bearer  ${TOKEN}`]) {
      const headers = { authorization, "x-forwarded-for": "192.0.2.1" };

      expect(accessOf({ remoteAddress, headers }, TOKEN)).toBe("granted");
    }
  });

  it.each([`Bearer ${TOKEN}x`, `Bearer ${TOKEN.slice(1)}`, "Bearer", "", TOKEN, `Basic ${TOKEN}`])(
    "are told to nobody with %j, wherever it comes from",
    (authorization) => {
      for (const remoteAddress of [HERE, "10.0.0.1"]) {
        expect(accessOf({ remoteAddress, headers: { authorization } }, TOKEN)).toBe("wrong_token");
      }
    },
  );

  it("are not opened by any header when there is no token", () => {
    const headers = { authorization: "Bearer undefined" };

    expect(accessOf({ remoteAddress: "10.0.0.1", headers }, undefined)).toBe("from_elsewhere");
    expect(accessOf({ remoteAddress: HERE, headers }, undefined)).toBe("granted");
  });
});
