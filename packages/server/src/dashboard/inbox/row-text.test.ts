import type { FieldValue, Submission } from "@intray/sdk/schemas";
import fc from "fast-check";
import { messagePreview, senderName, senderOf, subjectOf } from "./row-text.ts";

const of = (
  fields: Readonly<Record<string, FieldValue>>,
  email: string | null = null,
): Submission => {
  const form_params = Object.entries(fields).map(([name, value]) => ({ name, value }));
  return { email, form_params } as unknown as Submission;
};

it.each([
  [{ name: "Ada Lovelace" }, "Ada Lovelace"],
  [{ "First name": "Ada", last_name: "Lovelace" }, "Ada Lovelace"],
  [{ lastName: "Lovelace", firstName: "Ada" }, "Ada Lovelace"],
  [{ FNAME: "Ada", LNAME: "Lovelace" }, "Ada Lovelace"],
  [{ surname: "Lovelace" }, "Lovelace"],
  [{ first_name: "Ada", FULL_NAME: "Ada Byron" }, "Ada Byron"],
  [{ "your-name": "Ada" }, "Ada"],
  [{ company_name: "Analytical Engines", filename: "x", message: "Hello", name: " \n" }, undefined],
])("reads the name of %j", (fields, name) => {
  expect(senderOf(of(fields, "a@example.org"))).toEqual({ name, address: "a@example.org" });
  expect(senderName(of(fields, "a@example.org"))).toBe(name ?? "a@example.org");
});

it("names nobody without name and address", () => {
  expect(senderOf(of({ message: "Hello" }))).toEqual({ name: undefined, address: undefined });
});

it.each([
  [{ Subject: "Forty\nchairs" }, "Forty chairs"],
  [{ "your-subject": "Chairs" }, "Chairs"],
  [{ subject: " ", message: "Hello" }, undefined],
])("reads the subject of %j", (fields, subject) => {
  expect(subjectOf(of(fields))).toBe(subject);
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
