// Each check by itself: what it minds, what it does not, and that nobody can make it slow.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { suspect } from "../../test/suspect.ts";
import { elapsedMs } from "../platform/clock.ts";
import { SPAM_CHECK_DEFAULTS, type SpamChecks } from "../domain/form.ts";
import { blockedDomains } from "./blocked-domains.ts";
import { blockedWords } from "./blocked-words.ts";
import { checksOf, type CheckSettings } from "./checks.ts";
import { disguised } from "./disguised.ts";
import { disposableAddress } from "./disposable-address.ts";
import { honeypot } from "./honeypot.ts";
import { linkDensity } from "./link-density.ts";
import { pitch } from "./pitch.ts";
import { TOPICS, UNSPACED_TOPICS } from "./pitch-words.ts";
import { rate } from "./rate.ts";
import { scrambled } from "./scrambled.ts";
import { findingsOf, type Suspect } from "./screen.ts";
import { tooFast } from "./too-fast.ts";

const settings = (over: Partial<CheckSettings> = {}): CheckSettings => ({
  blocked_domains: [],
  content_blacklist: [],
  spam_checks: SPAM_CHECK_DEFAULTS,
  ...over,
});

describe("the honeypot", () => {
  it.each([
    [null, undefined],
    ["", undefined],
    ["http://buy.example", 1],
  ])("that holds %j weighs %s", (held, weight) => {
    expect(honeypot(suspect({ honeypot: held }))?.weight).toBe(weight);
  });
});

describe("the rate", () => {
  it("weighs all there is when it is over", () => {
    expect(rate(suspect({ isOverRate: true }))).toMatchObject({ check: "rate", weight: 1 });
    expect(rate(suspect())).toBeUndefined();
  });
});

describe("too fast", () => {
  const NOW = 1_700_000_000_000;
  it.each([
    ["nothing", null, false],
    ["a page open for 0.4 s, by the browser's clock", String(NOW - 400), true],
    ["a page open for two seconds", String(NOW - 2_000), false],
    ["a browser's clock that is ahead", String(NOW + 60_000), false],
    ["0.9 s on the page", "900", true],
    ["a minute on the page", "60000", false],
    ["what is no number", "yesterday", false],
    ["a number beyond all clocks", "9".repeat(40), false],
    ["a negative number", "-5", false],
  ])("says of %s: %j → %s", (_, started, isFast) => {
    const found = tooFast(suspect({ started, now: NOW }));

    expect(found?.check).toBe(isFast ? "too_fast" : undefined);
  });

  it("is not enough by itself, and says how fast", () => {
    const found = tooFast(suspect({ started: "900" }));

    expect(found?.weight).toBeLessThan(1);
    expect(found?.sentence).toContain("0.9 seconds");
  });
});

describe("a disposable address", () => {
  it.each([
    ["ada@mailinator.com", true],
    ["ada@MAILINATOR.com", true],
    ["ada@box.mailinator.com", true],
    ["ada@example.org", false],
    ["ada@notmailinator.com.example", false],
    [null, false],
  ])("is one: %s → %s", (email, isOne) => {
    expect(disposableAddress(suspect({ email }))?.check).toBe(isOne ? "disposable" : undefined);
  });
});

describe("links", () => {
  it.each([
    ["one in a sentence", "You asked for our catalogue, here it is: https://a.example/c.pdf", 0],
    ["a bare web site in its own field", "https://my-site.example", 0],
    [
      "more link than message",
      `Look what I found for you: https://a.example/${"x".repeat(40)}`,
      0.5,
    ],
    [
      "four and more",
      "https://a.example https://b.example www.c.example and http://d.example",
      0.6,
    ],
    ["BBCode", "[url=https://a.example]cheap[/url]", 1],
    ["HTML", 'so good <a href="https://a.example">cheap</a>', 1],
  ])("weigh, as %s", (_, message, weight) => {
    expect(linkDensity(suspect({ message }))?.weight ?? 0).toBe(weight);
  });

  it("weigh most in a name", () => {
    const fields = [["Name", "WIN NOW https://a.example"]] as const;

    expect(linkDensity(suspect({ fields }))).toMatchObject({ weight: 1 });
  });
});

describe("blocked words", () => {
  const found = (list: readonly string[], message: string) =>
    blockedWords(list)(suspect({ message }))?.sentence;

  it.each([
    ["in any case", ["Casino"], "best CASINO in town"],
    ["beside signs", ["casino"], "(casino!)"],
    ["as a phrase over any space", ["first page"], "on the first\n  page of it"],
    ["with Cyrillic letters that look alike", ["casino"], "best саsinо"],
    ["with fullwidth letters", ["casino"], "ｃａｓｉｎｏ"],
    ["with marks above letters", ["casino"], "cásîno"],
    ["with a letter that cannot be seen inside", ["casino"], "ca\u200Bsi\u00ADno"],
    ["in a script without spaces", ["贷款"], "提供贷款服务"],
    ["in Cyrillic", ["Казино"], "лучшее казино города"],
  ])("are found %s", (_, list, message) => {
    expect(found(list, message)).toContain(list[0]);
  });

  it.each([
    ["inside of another word", ["cialis"], "ask the specialist"],
    ["at the beginning of one", ["loan"], "loaned"],
    ["where only a part is there", ["first page"], "the first pag"],
    ["when the list holds an empty one", ["", " "], "anything"],
  ])("are not found %s", (_, list, message) => {
    expect(found(list, message)).toBeUndefined();
  });

  it("are found wherever a word stands, whatever stands around", () => {
    const word = fc.stringMatching(/^[a-z]{1,12}$/);
    fc.assert(
      fc.property(word, fc.string(), fc.string(), (blocked, before, behind) => {
        expect(found([blocked], `${before} ${blocked} ${behind}`)).toBeDefined();
      }),
    );
  });
});

describe("blocked domains", () => {
  const found = (message: string) =>
    blockedDomains(["bad.example", "xn--bcher-kva.example"])(suspect({ message }))?.sentence;

  it.each([
    ["linked to", "see https://bad.example/x"],
    ["by a subdomain", "see http://shop.bad.example"],
    ["without https", "see www.bad.example."],
    ["with a port and a user", "https://user@bad.example:8080/"],
    ["in an address", "write to ada@mail.bad.example"],
    ["in capitals", "HTTPS://BAD.EXAMPLE"],
    ["spelled in letters", "https://bücher.example/"],
  ])("are found %s", (_, message) => {
    expect(found(message)).toBeDefined();
  });

  it.each(["https://notbad.example", "https://bad.example.org", "bad.example is a site", "@@@"])(
    "are not found in %j",
    (message) => {
      expect(found(message)).toBeUndefined();
    },
  );
});

describe("the content", () => {
  it("is advertising when it touches several topics of spam", () => {
    const message = "Guaranteed SEO: backlinks at the lowest price, free audit, reply on WhatsApp";

    const found = pitch(suspect({ message }));

    expect(found?.weight).toBe(1);
    expect(found?.sentence).toContain("“seo”");
  });

  it.each([
    "The casino night fundraiser was great fun. Will there be another one?",
    "Could we keep the loan of the projector until Monday?",
    "We moved to Seoul and are looking for a school.",
  ])("is none when only one is touched: %s", (message) => {
    expect(pitch(suspect({ message }))?.weight ?? 0).toBeLessThan(0.6);
  });

  it("is known in scripts without spaces, too", () => {
    const message = "线上真人娱乐城，注册即送彩金，加微信";

    expect(pitch(suspect({ message }))?.weight).toBe(1);
  });

  it("has no more topics than a number has bits", () => {
    expect(TOPICS.length).toBeLessThanOrEqual(32);
    expect(UNSPACED_TOPICS.length).toBeLessThanOrEqual(32);
  });

  it("is drawn letters", () => {
    const fields = [
      ["name", "kXmRtQwLpZ"],
      ["message", "hGtRkLpWqZxNvBd fJkQsDwPl"],
    ] as const;

    expect(scrambled(suspect({ fields }))).toMatchObject({ weight: 1 });
  });

  it.each([
    [
      ["name", "McDonaldson"],
      ["message", "When do you open?"],
    ],
    [
      ["name", "Krzysztof Szczęsny"],
      ["message", "Dzień dobry"],
    ],
    [
      ["company", "eBay PayPal GitHub"],
      ["message", "We use iPhone and YouTube"],
    ],
  ] as const)("is no drawn letters: %j", (...fields) => {
    expect(scrambled(suspect({ fields }))).toBeUndefined();
  });

  it.each([
    ["Best оnlinе саsinо bоnus", true],
    ["Лучшее казино и GitHub", false],
    ["the α-particle and β-carotene", false],
    ["plain words", false],
  ])("is disguised: %s → %s", (message, isDisguised) => {
    expect(disguised(suspect({ message }))?.check).toBe(isDisguised ? "disguised" : undefined);
  });
});

describe("a form's checks", () => {
  const loud: Suspect = suspect({
    message: "[url=https://a.example]SEO[/url] guaranteed backlinks, free WhatsApp",
    honeypot: "x",
    started: "5",
    isOverRate: true,
    email: "a@mailinator.com",
  });
  const names = (spam_checks: SpamChecks) =>
    findingsOf(loud, checksOf(settings({ spam_checks }))).map(({ check }) => check);

  it.each([
    ["honeypot", "honeypot"],
    ["rate", "rate"],
    ["too_fast", "too_fast"],
    ["disposable", "disposable"],
    ["links", "links"],
    ["content", "pitch"],
  ] as const)("go without %s when it is off", (member, check) => {
    expect(names(SPAM_CHECK_DEFAULTS)).toContain(check);
    expect(names({ ...SPAM_CHECK_DEFAULTS, [member]: false })).not.toContain(check);
  });

  it("are compiled once for the same settings", () => {
    const same = settings({ content_blacklist: ["word"] });

    expect(checksOf(same)).toBe(checksOf(same));
  });
});

describe("hostile posts", () => {
  const all = checksOf(
    settings({
      blocked_domains: ["bad.example"],
      content_blacklist: ["casino", `${"a".repeat(150)}b`, "first page", "贷款"],
    }),
  );
  const MAX_MS = 1_500;

  it.each<[string, string]>([
    ["letters", "a"],
    ["spaces", " "],
    ["links", "https://a.example "],
    ["half links", "http://"],
    ["dots", "www."],
    ["at signs", "a@"],
    ["brackets", "[url="],
    ["tags", "<a "],
    ["Han", "贷"],
    ["mixed letters", "aа"],
    ["marks", "a\u0301"],
    ["unseen letters", "\u200B"],
    ["lone surrogates", "\uD800"],
    ["capitals", "aA"],
    ["ligatures", "\uFDFA"],
  ])("of a megabyte of %s take no time", (_, piece) => {
    const message = piece.repeat(Math.ceil(1_000_000 / piece.length));
    const startedAt = elapsedMs();

    findingsOf(suspect({ message, email: "a@b.example", honeypot: "", started: message }), all);

    expect(elapsedMs() - startedAt).toBeLessThan(MAX_MS);
  });

  it("of a thousand fields, empty ones among them, are judged", () => {
    const fields = Array.from({ length: 1_000 }, (_, n) => [`f${n}`, n % 2 ? "" : "x"] as const);

    expect(findingsOf(suspect({ fields }), all)).toEqual([]);
  });

  it("of any text at all end in findings with sentences", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string(), (message, name) => {
        const fields = [[name, message]] as const;

        for (const { weight, sentence } of findingsOf(suspect({ fields }), all)) {
          expect(weight).toBeLessThanOrEqual(1);
          expect(sentence).toMatch(/\.$/);
        }
      }),
    );
  });
});
