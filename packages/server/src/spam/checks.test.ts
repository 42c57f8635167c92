// Each check alone: what it finds, what it ignores, and that no input makes it slow.
import fc from "fast-check";
import { cpuTimeMs } from "../../../../test/harness/cpu-time.ts";
import { spamCheckInput } from "../../test/spam-check-input.ts";
import { SPAM_CHECK_DEFAULTS, type SpamChecks } from "../domain/form.ts";
import {
  checksOf,
  type CheckSettings,
  disguised,
  disposableAddress,
  honeypot,
  linkDensity,
  rate,
  scrambled,
  tooFast,
} from "./checks.ts";
import { runChecks, type SpamCheckInput, verdictOf } from "./verdict.ts";

const settings = (over: Partial<CheckSettings> = {}): CheckSettings => ({
  blocked_domains: [],
  content_blacklist: [],
  spam_checks: SPAM_CHECK_DEFAULTS,
  ...over,
});

it.each([
  [null, undefined],
  ["", undefined],
  ["http://buy.example", 1],
])("the honeypot check gives the value %j the weight %s", (value, weight) => {
  expect(honeypot(spamCheckInput({ honeypot: value }))?.weight).toBe(weight);
});

it("the rate check gives weight 1 to a post above the rate limit only", () => {
  expect(rate(spamCheckInput({ isOverRate: true }))).toMatchObject({ check: "rate", weight: 1 });
  expect(rate(spamCheckInput())).toBeUndefined();
});

describe("the too-fast check", () => {
  const NOW = 1_700_000_000_000;
  it.each([
    ["nothing", null, false],
    ["a page open for 0.4 s, by the browser's clock", String(NOW - 400), true],
    ["a page open for two seconds", String(NOW - 2_000), false],
    ["a browser's clock that is ahead", String(NOW + 60_000), false],
    ["0.9 s on the page", "900", true],
    ["a minute on the page", "60000", false],
    ["a value that is no number", "yesterday", false],
    ["a number beyond any clock", "9".repeat(40), false],
    ["a negative number", "-5", false],
  ])("finds %s (%j) too fast: %s", (_, started, isFast) => {
    const found = tooFast(spamCheckInput({ started, now: NOW }));

    expect(found?.check).toBe(isFast ? "too_fast" : undefined);
  });

  it("weighs less than 1, and its sentence contains the elapsed time", () => {
    const found = tooFast(spamCheckInput({ started: "900" }));

    expect(found?.weight).toBeLessThan(1);
    expect(found?.sentence).toContain("0.9 seconds");
  });
});

it.each([
  ["ada@mailinator.com", true],
  ["ada@MAILINATOR.com", true],
  ["ada@box.mailinator.com", true],
  ["ada@example.org", false],
  ["ada@notmailinator.com.example", false],
  [null, false],
])("the disposable address check finds %s disposable: %s", (email, isDisposable) => {
  expect(disposableAddress(spamCheckInput({ email }))?.check).toBe(
    isDisposable ? "disposable" : undefined,
  );
});

describe("the link check", () => {
  it.each([
    ["one link in a sentence", "Here is our catalogue: https://a.example/c.pdf", 0],
    ["a bare web site in its own field", "https://my-site.example", 0],
    ["more link than message", `Look at what I found: https://a.example/${"x".repeat(40)}`, 0.5],
    ["four links", "https://a.example https://b.example www.c.example http://d.example", 0.6],
    ["BBCode", "[url=https://a.example]cheap[/url]", 1],
    [
      "links to the form's own pages",
      "https://shop.example/ https://WWW.Shop.example/ ".repeat(4),
      0,
    ],
    ["links without a host", "http:///a http:///b http:///c http:///d", 0.6],
    [
      "hosts that look like them",
      "http://x.example http://notshop.example http://shop.example.b.example http://shop.example@c.example",
      0.6,
    ],
    ["HTML", 'so good <a href="https://a.example">cheap</a>', 1],
  ])("weighs %s", (_, message, weight) => {
    expect(linkDensity(spamCheckInput({ message }))?.weight ?? 0).toBe(weight);
  });

  it("gives weight 1 to a link in a name", () => {
    const fields = [["Name", "WIN NOW https://a.example"]] as const;

    expect(linkDensity(spamCheckInput({ fields }))).toMatchObject({ weight: 1 });
  });
});

describe("the content checks", () => {
  it("find random letters", () => {
    const fields = Object.entries({ name: "kXmRtQwLpZ", message: "hGtRkLpWqZxNvBd fJkQsDwPl" });

    expect(scrambled(spamCheckInput({ fields }))).toMatchObject({ weight: 1 });
  });

  it.each([
    { name: "McDonaldson", message: "When do you open?" },
    { name: "Krzysztof Szczęsny", message: "Dzień dobry" },
    { company: "eBay PayPal GitHub", message: "We use iPhone and YouTube" },
  ])("find no random letters in %j", (fields) => {
    expect(scrambled(spamCheckInput({ fields: Object.entries(fields) }))).toBeUndefined();
  });

  it.each([
    ["Best оnlinе саsinо bоnus", true],
    ["Лучшее казино и GitHub", false],
    ["the α-particle and β-carotene", false],
    ["plain words", false],
  ])("find %s disguised: %s", (message, isDisguised) => {
    expect(disguised(spamCheckInput({ message }))?.check).toBe(
      isDisguised ? "disguised" : undefined,
    );
  });
});

describe("the checks beside the text", () => {
  const RUSSIAN = "Здравствуйте! Подскажите, пожалуйста, когда вы открыты.";
  const page = { pageLanguage: "en", acceptLanguage: "en-US,en;q=0.9" } as const;
  const named = (name: string, email: string) => ({ fields: [["name", name]] as const, email });

  it.each<[string, string, Parameters<typeof spamCheckInput>[0]]>([
    ["sender", "scattered letters", named("RobertTum", "e.ba.p.o.w.o.w.05@gmail.com")],
    ["sender", "dots", named("Ada", `${".".repeat(250)}@example.org`)],
    ["", "one's own letters", named("Ayşe Yıldız", "a.y.s.e.y.i.l.d.i.z@gmail.com")],
    ["", "initials", named("Ron", "j.r.r.t@example.org")],
    ["", "the address of somebody else", named("Maria Schmidt", "sunshine88@gmail.com")],
    ["", "no address", named("Maria Schmidt", "@")],
    ["script", "Cyrillic on an English page", { ...page, message: RUSSIAN }],
    ["script", "Chinese on an English page", { ...page, message: "请问你们周日营业吗".repeat(3) }],
    ["script", "a broken header", { ...page, message: RUSSIAN, acceptLanguage: `;;q,*,${"x-".repeat(9_000)}` }],
    ["", "a browser that asks for Russian too", { ...page, message: RUSSIAN, acceptLanguage: "en, RU;q=0.5" }],
    ["", "no browser", { ...page, message: RUSSIAN, acceptLanguage: undefined }],
    ["", "a page without language", { ...page, message: RUSSIAN, pageLanguage: null }],
    ["", "a Japanese page", { ...page, message: RUSSIAN, pageLanguage: "ja" }],
    ["", "French", { ...page, message: "Où êtes-vous ? J’ai dîné là-bas, c’était délicieux…" }],
    ["", "Vietnamese", { ...page, message: "Tôi đặt hai quyển sách nhưng chỉ nhận được một" }],
    ["", "half surrogates", { ...page, message: "\ud800".repeat(40) }],
    ["repeated_name", "a subject", { fields: [["name", "RobertTum"], ["subject", "RobertTum"]] }],
    ["", "a company", { fields: [["name", "Ada Osei"], ["company_name", "Ada Osei"]] }],
    ["", "a list of values", { fields: [["name", ["Ada"]], ["to", ["Ada"]], ["cc", "Ada"]] }],
    ["", "a newsletter", { fields: [["name", "ada@example.org"], ["email", "ada@example.org"]] }],
    ["", "a survey", { fields: [["q1", "Satisfied"], ["q2", "Satisfied"], ["name", ""], ["q3", ""]] }],
  ])("find %j in %s", (check, _, post) => {
    const found = runChecks(spamCheckInput(post), checksOf(settings()));

    expect(found.map((finding) => finding.check)).toEqual(check === "" ? [] : [check]);
  }); // prettier-ignore

  it("make possible spam together, and no spam", () => {
    const fields = [["name", "RobertTum"], ["subject", "RobertTum"], ["message", RUSSIAN]] as const;
    const email = "e.ba.p.o.w.o.w.05@gmail.com";
    const post = spamCheckInput({ ...page, fields, email, isRepeatedText: true });

    const found = runChecks(post, checksOf(settings()));

    const names = ["sender", "script", "repeated_name", "repeated_text"];
    expect(found.map(({ check }) => check)).toEqual(names);
    expect(verdictOf(found)).toEqual({ kind: "ham", findings: found });
  }); // prettier-ignore
});

describe("checksOf", () => {
  const blatantSpam: SpamCheckInput = spamCheckInput({
    fields: [
      ["name", "Rob"],
      ["to", "Rob"],
      [
        "message",
        "https://a.example https://b.example www.c.example http://d.example We offer guaranteed SEO services: first page of Google, high quality bасklinks, сheар guest posts. Reply for a free quote!",
      ],
    ],
    honeypot: "x",
    started: "5",
    isOverRate: true,
    email: "a.b.c.d.e@mailinator.com",
    isRepeatedText: true,
  });
  const names = (spam_checks: SpamChecks) =>
    runChecks(blatantSpam, checksOf(settings({ spam_checks }))).map(({ check }) => check);

  it.each([
    ["honeypot", "honeypot"],
    ["rate", "rate"],
    ["too_fast", "too_fast"],
    ["disposable", "disposable"],
    ["links", "links"],
    ["content", "disguised"],
    ["sender", "sender"],
    ["repeated_name", "repeated_name"],
    ["repeated_text", "repeated_text"],
    ["classifier", "classifier"],
  ] as const)("leaves out %s when it is off", (member, check) => {
    expect(names(SPAM_CHECK_DEFAULTS)).toContain(check);
    expect(names({ ...SPAM_CHECK_DEFAULTS, [member]: false })).not.toContain(check);
  });

  it("compiles the checks once for the same settings", () => {
    const same = settings({ content_blacklist: ["word"] });

    expect(checksOf(same)).toBe(checksOf(same));
  });
});

describe("the checks of a hostile post", () => {
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
    ["combining accents", "a\u0301"],
    ["invisible characters", "\u200B"],
    ["lone surrogates", "\uD800"],
    ["capitals", "aA"],
    ["ligatures", "\uFDFA"],
  ])("run quickly on a megabyte of %s", (_, piece) => {
    const message = piece.repeat(Math.ceil(1_000_000 / piece.length));
    const startedAt = cpuTimeMs();

    const post = { message, email: "a@b.example", honeypot: "", started: message };
    runChecks(spamCheckInput(post), all);

    expect(cpuTimeMs() - startedAt).toBeLessThan(MAX_MS);
  });

  it("accept a thousand fields, some of them empty", () => {
    const fields = Array.from({ length: 1_000 }, (_, n) => [`f${n}`, n % 2 ? "" : "x"] as const);

    expect(runChecks(spamCheckInput({ fields }), all)).toEqual([]);
  });

  it("return valid findings for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string(), (message, name) => {
        const fields = [[name, message]] as const;

        for (const { weight, sentence } of runChecks(spamCheckInput({ fields }), all)) {
          expect(weight).toBeLessThanOrEqual(1);
          expect(sentence).toMatch(/\.$/);
        }
      }),
    );
  });
});
