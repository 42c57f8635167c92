import { z } from "zod";
import type { Submission } from "./api-types.ts";
import { InvalidFieldsError } from "./errors.ts";
import { type FieldSchema, parseFields } from "./parse-fields.ts";

const submission = (payload_params: Submission["payload_params"]) =>
  ({ id: 42, payload_params }) as Submission;
const contact = z.object({ email: z.email(), age: z.coerce.number().optional() });

it("gives the fields as the schema makes them, and keeps those that were sent", async () => {
  const parsed = await parseFields(submission({ email: "a@b.test", age: "7" }), contact);

  expectTypeOf(parsed.fields).toEqualTypeOf<{ email: string; age?: number | undefined }>();
  expect(parsed.fields).toEqual({ email: "a@b.test", age: 7 });
  expect(parsed.payload_params).toEqual({ email: "a@b.test", age: "7" });
});

it("names the submission and each field that the schema does not accept", async () => {
  const parsed = parseFields(submission({ email: "a", age: ["x"] }), contact);

  await expect(parsed).rejects.toBeInstanceOf(InvalidFieldsError);
  await expect(parsed).rejects.toMatchObject({
    kind: "invalid_fields",
    message: / submission 42: "email": Invalid email.*; "age": Invalid/,
    submissionId: 42,
    problems: [{ path: "email" }, { path: "age" }],
  });
});

it("takes a schema that needs time, whose paths have objects, and names with line breaks", async () => {
  const validate = async () => ({ issues: [{ message: "No.", path: [{ key: "a\nb" }, 0] }] });
  const schema: FieldSchema<never> = { "~standard": { version: 1, validate } };

  await expect(parseFields(submission({}), schema)).rejects.toThrow(
    'submission 42: "a\\nb.0": No.',
  );
});
