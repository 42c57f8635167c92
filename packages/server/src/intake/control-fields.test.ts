import { describe, expect, it } from "vitest";
import { splitControlFields } from "./control-fields.ts";

describe("splitControlFields", () => {
  it("takes the control fields out and leaves every other field, even with an underscore", () => {
    const result = splitControlFields(
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

    expect(result).toEqual({
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

  it("finds a filled honeypot after an empty one of the same name", () => {
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
