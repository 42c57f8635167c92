// The lists of words and domains that a form blocks.
import fc from "fast-check";
import { spamCheckInput } from "../../test/spam-check-input.ts";
import { blockedDomains, blockedWords } from "./checks.ts";

describe("the blocked words check", () => {
  const found = (list: readonly string[], message: string) =>
    blockedWords(list)(spamCheckInput({ message }))?.sentence;

  it.each([
    ["in any letter case", ["Casino"], "best CASINO in town"],
    ["next to punctuation", ["casino"], "(casino!)"],
    ["as a phrase across any whitespace", ["first page"], "on the first\n  page of it"],
    ["with Cyrillic letters that look alike", ["casino"], "best саsinо"],
    ["with fullwidth letters", ["casino"], "ｃａｓｉｎｏ"],
    ["with accents", ["casino"], "cásîno"],
    ["with invisible characters inside", ["casino"], "ca\u200Bsi\u00ADno"],
    ["in a script without spaces", ["贷款"], "提供贷款服务"],
    ["in Cyrillic", ["Казино"], "лучшее казино города"],
  ])("finds a word %s", (_, list, message) => {
    expect(found(list, message)).toContain(list[0]);
  });

  it.each([
    ["inside of another word", ["cialis"], "ask the specialist"],
    ["at the beginning of one", ["loan"], "loaned"],
    ["if only a part of it occurs", ["first page"], "the first pag"],
    ["if the list contains an empty entry", ["", " "], "anything"],
  ])("finds no word %s", (_, list, message) => {
    expect(found(list, message)).toBeUndefined();
  });

  it("finds a word in any surrounding text", () => {
    const word = fc.stringMatching(/^[a-z]{1,12}$/);
    fc.assert(
      fc.property(word, fc.string(), fc.string(), (blocked, before, behind) => {
        expect(found([blocked], `${before} ${blocked} ${behind}`)).toBeDefined();
      }),
    );
  });
});

describe("the blocked domains check", () => {
  const found = (message: string) =>
    blockedDomains(["bad.example", "xn--bcher-kva.example"])(spamCheckInput({ message }))?.sentence;

  it.each([
    ["in a link", "see https://bad.example/x"],
    ["with a subdomain", "see http://shop.bad.example"],
    ["without https", "see www.bad.example."],
    ["with a port and a user", "https://user@bad.example:8080/"],
    ["in an e-mail address", "write to ada@mail.bad.example"],
    ["in capitals", "HTTPS://BAD.EXAMPLE"],
    ["written with non-ASCII letters", "https://bücher.example/"],
  ])("finds a domain %s", (_, message) => {
    expect(found(message)).toBeDefined();
  });

  it.each(["https://notbad.example", "https://bad.example.org", "bad.example is a site", "@@@"])(
    "finds no domain in %j",
    (message) => {
      expect(found(message)).toBeUndefined();
    },
  );
});
