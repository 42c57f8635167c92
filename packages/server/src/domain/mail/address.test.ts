import fc from "fast-check";
import vectors from "../../../../../test/vectors/email-addresses.json" with { type: "json" };
import { MAX_ADDRESSES_IN_LIST, parseAddress, parseAddressList } from "./address.ts";

describe("an address", () => {
  it.each([
    ["ada@example.org", "ada@example.org"],
    ["Ada.King+forms@Example.ORG", "Ada.King+forms@example.org"],
    ["ada@müller.example", "ada@xn--mller-kva.example"],
    ["ada@MÜLLER.example", "ada@xn--mller-kva.example"],
    ["ada@例え.テスト", "ada@xn--r8jz45g.xn--zckzah"],
    ["o'neil@mail.example.co.uk", "o'neil@mail.example.co.uk"],
  ])("%s is %s", (text, address) => {
    expect(parseAddress(text)).toEqual({ address });
  });

  it.each([
    ...vectors.no_addresses,
    `${"a".repeat(65)}@example.org`,
    `ada@${"a".repeat(64)}.org`,
    `ada@${"abc.".repeat(70)}org`,
  ])("is not %j", (text) => {
    expect(parseAddress(text)).toEqual({ problem: expect.stringMatching(/^"[^\n\r]*" is not/) });
  });

  it("has no character that ends a header, a list or an SMTP command", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
        const accepted = [text, `${text}@example.org`, `ada@${text}.org`].flatMap((one) => {
          const parsed = parseAddress(one);
          return "address" in parsed ? [parsed.address] : [];
        });

        expect(accepted.join("")).toMatch(/^[!#-'*+./-9=?@A-Z^-~-]*$/);
      }),
    );
  });
});

describe("a list of addresses", () => {
  it("is separated by commas, semicolons or lines, and keeps each address once", () => {
    const text = " ada@example.org, ,bob@example.org;\r\ncarl@example.org\nADA@EXAMPLE.ORG,";

    expect(parseAddressList(text)).toEqual({
      addresses: ["ada@example.org", "bob@example.org", "carl@example.org"],
    });
  });

  it.each(["", " ", ",,;\n"])("may be empty: %j", (text) => {
    expect(parseAddressList(text)).toEqual({ addresses: [] });
  });

  it("names the first address that is wrong, shortened and on one line", () => {
    const problemOf = (text: string) => {
      const parsed = parseAddressList(text);
      return "problem" in parsed ? parsed.problem : undefined;
    };

    expect(problemOf("ada@example.org, bob, eve@@")).toBe(
      '"bob" is not an e-mail address: write it like ada@example.org.',
    );
    expect(problemOf("x".repeat(5_000))?.length).toBeLessThan(200);
    expect(problemOf("a\tb\u0000@x.org")).toContain('"a b @x.org"');
  });

  it("has a limit, and 10,000 addresses are rejected at once", () => {
    const list = (length: number) =>
      Array.from({ length }, (_, n) => `reader${n}@example.org`).join(",");

    expect(parseAddressList(list(MAX_ADDRESSES_IN_LIST))).toHaveProperty("addresses.length", 50);
    expect(parseAddressList(list(10_000))).toEqual({
      problem:
        "The list has more than 50 addresses. For more recipients use the address of a mailing list.",
    });
  });

  it("is read again as what it was written as", () => {
    const local = fc.stringMatching(/^[a-z!#$%&'*+/=?^_`{|}~-]{1,20}$/);
    fc.assert(
      fc.property(fc.array(local, { maxLength: 40 }), (locals) => {
        const parsed = parseAddressList(locals.map((one) => `${one}@example.org`).join(","));
        const addresses = "addresses" in parsed ? parsed.addresses : [];

        expect(parseAddressList(addresses.join(", "))).toEqual({ addresses });
        expect(addresses).toHaveLength(new Set(locals).size);
      }),
    );
  });
});
