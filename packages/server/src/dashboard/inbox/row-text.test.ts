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

describe("the words of a row", () => {
  it.each([
    ["the address", of({ name: "Ada" }, "a@example.org"), "a@example.org"],
    ["else the name", of({ "First name": "Ada", last_name: "Lovelace" }), "Ada Lovelace"],
    ["else nothing", of({ message: "Hello", name: " \n" }), undefined],
  ])("name %s", (_, submission, sender) => {
    expect(senderOf(submission)).toBe(sender);
  });

  it.each([
    ["the message", { subject: "Hi", Message: " Hello\r\n\tthere " }, "Hello there"],
    [
      "else the rest",
      { email: "x", name: "Ada", size: "4", colours: ["red", "blue"] },
      "4 · red · blue",
    ],
    ["the rest for an empty message", { message: " ", size: "4" }, "4"],
    ["nothing", { name: "Ada" }, ""],
    ["no control characters", { message: "a\u0000b\u0007\u2028c" }, "a b c"],
  ])("begin with %s", (_, fields, words) => {
    expect(messagePreview(of(fields))).toBe(words);
  });

  it("are short and whole, whatever was sent", () => {
    // Halves of pairs too.
    const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));
    const text = fc.string({ unit, maxLength: 300 });
    fc.assert(
      fc.property(fc.dictionary(text, text, { maxKeys: 3 }), (fields) => {
        const words = messagePreview(of(fields));
        expect(words.length).toBeLessThanOrEqual(161);
        expect(words.isWellFormed()).toBe(true);
        // oxlint-disable-next-line no-control-regex
        expect(words).not.toMatch(/[\p{Cc}\n]/u);
      }),
      { numRuns: 40 },
    );
  });

  it("look at no more of a long text than they show", () => {
    expect(messagePreview(of({ message: "😀".repeat(1_000_000) }))).toBe(`${"😀".repeat(80)}…`);
  });
});
