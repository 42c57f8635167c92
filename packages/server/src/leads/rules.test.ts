import fc from "fast-check";
import { cpuTimeMs } from "../../../../test/harness/cpu-time.ts";
import type { Lead } from "../domain/submission/lead.ts";
import { emailOf, type Fields } from "../domain/submission/submission.ts";
import { mailDomainOf } from "./signals.ts";
import { scoreByRules } from "./rules.ts";
import { topicsOf } from "./words.ts";

const leadOf = (fields: Fields, over: Partial<Lead> = {}): Lead => ({
  form_name: "Contact",
  fields,
  email: emailOf(fields),
  source_url: null,
  files: 0,
  location: null,
  ...over,
});
const scoreOf = (fields: Fields) => scoreByRules(leadOf(fields)).score;

const GOOD: Fields = [
  ["name", "Ada Lovelace"],
  ["email", "ada@analytical-engines.example"],
  ["company", "Analytical Engines"],
  ["phone", "+44 20 7946 0000"],
  [
    "message",
    "We need a quote for 12 workstations and 3 years of support. Our budget is about £40,000, and we would like to go live next month.",
  ],
];

describe("scoreByRules", () => {
  it("lists its reasons, strongest first", () => {
    const { score, score_reasoning, score_location_info } = scoreByRules(leadOf(GOOD));

    expect(score).toBe(100);
    expect(score_reasoning).toBe(
      'By rules, from 30: company e-mail domain (+18), asks for an offer ("quote") (+14), ' +
        'mentions money ("budget") (+12), company named (+10), phone number (+8), ' +
        'message of medium length (+8), mentions a time frame ("go live") (+8), ' +
        "5 of 5 fields filled in (+6), numbers in the message (+4).",
    );
    expect(score_location_info).toBeNull();
  });

  it("ranks leads as people would", () => {
    const plain: Fields = [
      ["email", "ada@gmail.com"],
      ["message", "Hello, I have a question about your opening hours at the weekend."],
    ];
    const short: Fields = [["message", "hi"]];
    const pitch: Fields = [
      ["email", "bob@best-agency.example"],
      ["message", "We offer SEO and backlinks so that your site will rank higher on Google."],
    ];
    const disposable: Fields = [["email", "x@mailinator.com"], ...short];

    expect([GOOD, plain, short, disposable].map(scoreOf)).toEqual([100, 30, 5, 0]);
    expect(scoreOf(pitch)).toBeLessThan(scoreOf(plain));
  });

  it("states the location of the sender's address", () => {
    const location = { country: "Germany", region: "Bavaria", city: "Munich" };

    expect(scoreByRules(leadOf(GOOD, { location })).score_location_info).toBe(
      "The sender's address is in Munich, Bavaria, Germany.",
    );
  });

  it("returns a whole number from 0 to 100 for any fields", () => {
    const field = fc.tuple(fc.string(), fc.oneof(fc.string(), fc.array(fc.string())));
    fc.assert(
      fc.property(fc.array(field), fc.nat(3), (fields, files) => {
        const { score } = scoreByRules(leadOf(fields, { files }));
        expect(Number.isInteger(score) && score >= 0 && score <= 100).toBe(true);
      }),
    );
  });

  it("runs quickly on hostile texts", () => {
    const hostile = ["1".repeat(200_000), "angebot".repeat(30_000), "1, ".repeat(60_000)];
    const startedAt = cpuTimeMs();

    for (const text of hostile) scoreOf([["message", text]]);

    expect(cpuTimeMs() - startedAt).toBeLessThan(2_000);
  });
});

it.each([
  ["ada@gmail.com", "free"],
  ["ada@GMX.at", "free"],
  ["ada@yahoo.co.jp", "free"],
  ["ada@web.de", "free"],
  ["ada@mailinator.com", "disposable"],
  ["ada@x.mailinator.com", "disposable"],
  ["ada@siemens.com", "company"],
  ["ada@my-gmail.com", "company"],
])("mailDomainOf classifies %s as %s", (email, kind) => {
  expect(mailDomainOf(email)).toBe(kind);
});

it.each([
  ["Bitte senden Sie uns ein Angebot bis nächste Woche.", ["buying", "timeline"]],
  ["Pouvez-vous m'envoyer un devis dès que possible ?", ["buying", "timeline"]],
  ["Necesito un presupuesto cuanto antes", ["buying", "timeline"]],
  ["Gostaria de um orçamento", ["budget", "buying"]],
  ["Vorrei un preventivo", ["buying"]],
  ["Graag een prijsopgave", ["buying"]],
  ["Proszę o wycenę", ["buying"]],
  ["Сколько это будет стоить? Интересует цена, срочно.", ["buying", "timeline"]],
  ["見積もりをお願いします。予算は百万円です。", ["budget", "buying"]],
  ["请尽快给我报价", ["buying", "timeline"]],
  ["견적을 부탁드립니다", ["buying"]],
  ["We can spend 5.000 € on it", ["budget"]],
  ["Anbei meine Bewerbung als Koch", ["applying"]],
  ["We can place a guest post on 500 sites", ["selling"]],
  ["I misquoted the rebuyers", []],
  ["See you in 2026, room 12", []],
])("topicsOf finds the topics of: %s", (text, topics) => {
  expect([...topicsOf(text).keys()].toSorted()).toEqual(topics);
});
