import { describe, expect, it } from "vitest";
import { splitControlFields } from "./control-fields.ts";

describe("splitControlFields", () => {
  it("takes out what speaks to Intray and leaves every other field, underscore or not", () => {
    const taken = splitControlFields(
      [
        ["email", "a@b.co"],
        ["_gotcha", ""],
        ["_next", "/thanks"],
        ["_source_url", "https://example.org/x"],
        ["h-captcha-response", "abc"],
        ["_started", "1200"],
        ["_subject", "kept"],
      ],
      "_gotcha",
    );

    expect(taken).toEqual({
      control: {
        honeypot: "",
        redirect: "/thanks",
        sourceUrl: "https://example.org/x",
        started: "1200",
        captcha: "abc",
      },
      data: [
        ["email", "a@b.co"],
        ["_subject", "kept"],
      ],
    });
  });

  it("sees a filled honeypot behind an empty one of the same name", () => {
    const { control } = splitControlFields(
      [
        ["hp", ""],
        ["hp", "bot"],
      ],
      "hp",
    );

    expect(control.honeypot).toBe("bot");
  });

  it("treats a form's own honeypot name as data in another form", () => {
    expect(splitControlFields([["_gotcha", "x"]], "website").data).toEqual([["_gotcha", "x"]]);
  });
});
