import type { Form, Problem } from "@intray/sdk/schemas";
import { useShared } from "../../../../../test/harness/use.ts";
import { useApiServer } from "../../../test/api-server.ts";
import { UNSUPPORTED_FORM_MEMBERS } from "./unsupported-members.ts";

const server = useApiServer();
const form = useShared(() => server.create<Form>("/forms", { name: "Contact" }));

const NAMES = Object.keys(UNSUPPORTED_FORM_MEMBERS) as (keyof typeof UNSUPPORTED_FORM_MEMBERS)[];

async function rejectedMember(method: string, path: string, json: object): Promise<string> {
  const answer = await server.request(method, path, { json });
  expect(answer.status).toBe(422);
  const { error, errors = [] } = answer.json() as Problem;
  expect(error).toBe(errors[0]?.message);
  return errors.map(({ field }) => field).join();
}

describe("a member of the compatible API that cannot be honored", () => {
  it.each(NAMES)("%s is null in a form, and rejected with its name", async (name) => {
    expect(form[name]).toBeNull();

    expect(await rejectedMember("POST", "/forms", { name: "x", [name]: 7 })).toBe(name);
    expect(await rejectedMember("PUT", `/forms/${form.id}`, { form: { [name]: "a" } })).toBe(name);
  });

  it.each(NAMES)("%s changes nothing if it is empty", async (name) => {
    const { updated_at: _, ...before } = await server.read<Form>(`/forms/${form.id}`);

    expect(await server.patch(`/forms/${form.id}`, { [name]: null })).toMatchObject(before);
  });
});
