import type { FieldValue, Submission } from "@intray/sdk/schemas";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { messagePreview, senderOf } from "./row-text.ts";

const of = (
  fields: Readonly<Record<string, FieldValue>>,
  email: string | null = null,
): Submission => {
  const form_params = Object.entries(fields).map(([name, value]) => ({ name, value }));
  return { email, form_params } as unknown as Submission;
};

describe("the text of a row", () => {
  it.each([
    ["the e-mail address", of({ name: "Ada" }, "a@example.org"), "a@example.org"],
    ["else the name", of({ "First name": "Ada", last_name: "Lovelace" }), "Ada Lovelace"],
    ["else nothing", of({ message: "Hello", name: " \n" }), undefined],
  ])("names %s", (_, submission, sender) => {
    expect(senderOf(submission)).toBe(sender);
  });

  it.each([
    ["the message", { subject: "Hi", Message: " Hello\r\n\tthere " }, "Hello there"],
    [
      "else the other fields",
      { email: "x", name: "Ada", size: "4", colours: ["red", "blue"] },
      "4 · red · blue",
    ],
    ["the other fields if the message is empty", { message: " ", size: "4" }, "4"],
    ["nothing", { name: "Ada" }, ""],
    ["no control characters", { message: "a\u0000b\u0007\u2028c" }, "a b c"],
  ])("previews %s", (_, fields, preview) => {
    expect(messagePreview(of(fields))).toBe(preview);
  });

  it("is short and well-formed for any input", () => {
    // Includes lone surrogates.
    const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));
    const text = fc.string({ unit, maxLength: 300 });
    fc.assert(
      fc.property(fc.dictionary(text, text, { maxKeys: 3 }), (fields) => {
        const preview = messagePreview(of(fields));
        expect(preview.length).toBeLessThanOrEqual(161);
        expect(preview.isWellFormed()).toBe(true);
        // oxlint-disable-next-line no-control-regex
        expect(preview).not.toMatch(/[\p{Cc}\n]/u);
      }),
      { numRuns: 40 },
    );
  });

  it("truncates a long text", () => {
    expect(messagePreview(of({ message: "😀".repeat(1_000_000) }))).toBe(`${"😀".repeat(80)}…`);
  });
});
