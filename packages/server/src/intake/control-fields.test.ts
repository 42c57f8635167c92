import { ORIGIN_SERVICES } from "../domain/origin-service.ts";
import { splitControlFields } from "./control-fields.ts";

const USUAL = { honeypot_field: "_gotcha", origin_service: null } as const;
const NOTHING = {
  honeypot: null,
  redirect: null,
  sourceUrl: null,
  started: null,
  captcha: null,
  language: null,
};

it("takes the control fields out and leaves every other field, even with an underscore", () => {
  const result = splitControlFields(
    [
      ["email", "a@b.co"],
      ["_gotcha", ""],
      ["_next", "/thanks"],
      ["_source_url", "https://example.org/x"],
      ["h-captcha-response", "abc"],
      ["_started", "1200"],
      ["_language", "de"],
      ["_subject", "kept"],
      ["_replyto", "c@d.co"],
    ],
    USUAL,
  );

  expect(result).toEqual({
    control: {
      honeypot: "",
      redirect: "/thanks",
      sourceUrl: "https://example.org/x",
      started: "1200",
      captcha: "abc",
      language: "de",
    },
    data: [
      ["email", "a@b.co"],
      ["_subject", "kept"],
      ["_replyto", "c@d.co"],
    ],
  });
});

it.each(["hp", "_gotcha", "_honey", "_honeypot"])(
  "finds a filled honeypot %s after an empty one",
  (name) => {
    const { control, data } = splitControlFields(
      [
        [name, ""],
        ["_gotcha", ""],
        [name, "bot"],
      ],
      { ...USUAL, honeypot_field: "hp" },
    );

    expect([control.honeypot, data]).toEqual(["bot", []]);
  },
);

it("takes the names of another service for data, unless the form comes from it", () => {
  const pairs = [
    ["bot-field", "x"],
    ["form-name", "contact"],
    ["redirect", "/thanks"],
    ["access_key", "k"],
    ["_cc", "a@b.co"],
  ] as const;
  const splitFor = (origin_service: "netlify" | "web3forms" | "formspree" | null) =>
    splitControlFields(pairs, { ...USUAL, origin_service });

  expect(splitFor(null)).toEqual({ control: NOTHING, data: pairs });
  expect(splitFor("netlify")).toEqual({
    control: { ...NOTHING, honeypot: "x" },
    data: pairs.slice(2),
  });
  expect(splitFor("web3forms")).toEqual({
    control: { ...NOTHING, redirect: "/thanks" },
    data: [pairs[0], pairs[1], pairs[4]],
  });
  expect(splitFor("formspree").data).toEqual(pairs.slice(0, 4));
});

it("takes no name of an object's members for a control field", () => {
  const pairs = ["__proto__", "constructor", "toString"].map((name) => [name, "x"] as const);

  for (const origin_service of [null, ...ORIGIN_SERVICES]) {
    expect(splitControlFields(pairs, { ...USUAL, origin_service })).toEqual({
      control: NOTHING,
      data: pairs,
    });
  }
});

it.each([
  ["de", "de"],
  ["DE-at", "de"],
  ["pt_BR", "pt"],
  ["den", null],
  ["sv", null],
  ["German", null],
  ["", null],
])("reads the language %j as %j", (tag, language) => {
  expect(splitControlFields([["_language", tag]], USUAL).control.language).toBe(language);
});
