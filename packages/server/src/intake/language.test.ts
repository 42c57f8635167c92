import { languageOf } from "./language.ts";

it.each([
  [undefined, "en"],
  ["", "en"],
  ["*", "en"],
  ["de", "de"],
  ["de-AT,de;q=0.9,en;q=0.8", "de"],
  ["pt-BR", "pt"],
  ["FR-CA", "fr"],
  ["sv, nl;q=0.4, pl;q=0.6", "pl"],
  ["sv", "en"],
  ["constructor, __proto__, toString", "en"],
  ["ja;q=0, en", "en"],
  [";;;,,,q=", "en"],
  [`de,${"x,".repeat(1_000)}`, "en"],
])("for Accept-Language %j is %s", (accepted, language) => {
  expect(languageOf(accepted)).toBe(language);
});

it.each([
  [undefined, "de"],
  ["", "de"],
  ["*", "de"],
  ["sv", "de"],
  ["sv, *;q=0.5", "de"],
  ["sv, fr;q=0.5", "fr"],
  ["en-US", "en"],
])("for Accept-Language %j is %s if the form is German", (accepted, language) => {
  expect(languageOf(accepted, "de")).toBe(language);
  expect(languageOf(accepted, "en")).toBe(language === "de" ? "en" : language);
});
