import vectors from "../../../../../test/vectors/email-addresses.json" with { type: "json" };
import { replyAddress } from "./reply.ts";

const of = (email: string | null) => replyAddress(email, "Forms@intray.test");

describe("the address of an automatic answer", () => {
  it.each([
    ["Ada@Example.ORG", "ada@example.org"],
    ["ada+tag@example.org", "ada+tag@example.org"],
    ["ada@bücher.example", "ada@xn--bcher-kva.example"],
    ["Jörg@bücher.example", "jörg@xn--bcher-kva.example"],
    ["jo\u0308rg@example.org", "jörg@example.org"],
    ["用户@例え.テスト", "用户@xn--r8jz45g.xn--zckzah"],
    ["bouncer@example.org", "bouncer@example.org"],
    ["noreplyson@example.org", "noreplyson@example.org"],
    ["nora@example.org", "nora@example.org"],
    ["request@example.org", "request@example.org"],
    ["owner@example.org", "owner@example.org"],
  ])("of %s is %s", (email, address) => {
    expect(of(email)).toEqual({ address });
  });

  it.each([
    null,
    "",
    "ada",
    "ada@example.org, bob@example.org",
    "ada@example.org\r\nBcc: bob@example.org",
    "ada@example.org\nbob@example.org",
    "ada@example.org\0",
    "<ada@example.org>",
    "Ada <ada@example.org>",
    '"ada\r\nRCPT TO:<bob@example.org>"@example.org',
    "ada@example.org> RCPT TO:<bob@example.org",
    "ada@localhost",
    "jörg\u202e@example.org",
    "jörg\u2028@example.org",
    "j\u{1f600}rg@example.org",
    `${"ö".repeat(33)}@example.org`,
    "ada@[192.0.2.1]",
    `${"a".repeat(65)}@example.org`,
  ])("is missing in %j", (email) => {
    expect(of(email)).toEqual({ refusal: "no_address" });
  });

  it.each(vectors.automatic_local_parts)("is automatic: %s", (local) => {
    expect(of(`${local}@example.org`)).toEqual({ refusal: "automatic_address" });
  });

  it("is the server's own", () => {
    expect(of("FORMS@INTRAY.test")).toEqual({ refusal: "own_address" });
  });
});
