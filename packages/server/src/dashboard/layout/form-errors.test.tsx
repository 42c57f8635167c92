import { html } from "hono/html";
import { AppError, type Expected, type FieldProblem } from "../../domain/errors.ts";
import { TextArea, TextField } from "./fields.tsx";
import { CheckedForm } from "./form-errors.tsx";

type Wrong = readonly [field: string, message: string, expected?: Expected];

const wrong = (...fields: readonly Wrong[]) =>
  new AppError("invalid", "The member is wrong.", {
    fields: fields.map(([field, message, expected]): FieldProblem => ({
      field,
      code: "custom",
      message,
      ...(expected !== undefined && { expected }),
    })),
  });

async function shown(error: AppError | undefined): Promise<string> {
  const form = (
    <CheckedForm error={error}>
      <form>
        <TextField name="name" label="Form name" />
        <TextArea name="allowed_domains" label="Allowed domains" />
        <TextField name="wait" label="Wait" member="leads.wait_seconds" />
      </form>
    </CheckedForm>
  );
  return (await html`${form}`).toString();
}

describe("a rejected form", () => {
  it.each<readonly [Expected, string]>([
    [{ kind: "min", limit: 1, of: "string" }, "is empty. Fill it in."],
    [{ kind: "min", limit: 8, of: "string" }, "must have at least 8 characters."],
    [{ kind: "max", limit: 1200, of: "string" }, "must have at most 1,200 characters."],
    [{ kind: "max", limit: 50, of: "array" }, "must have at most 50 lines."],
    [{ kind: "min", limit: 1, of: "number" }, "must be at least 1."],
    [{ kind: "integer" }, "must be a whole number."],
    [{ kind: "option" }, "must be one of the choices."],
  ])("says in its own words that a value had to be %j", async (expected, words) => {
    const page = await shown(wrong(["name", "name: zu klein", expected]));

    expect(page).toContain(`<p class="wrong" id="name-wrong">Form name ${words}</p>`);
  });

  it("says what the API says of a value that had to be something else", async () => {
    expect(await shown(wrong(["name", "A form needs a name."]))).toContain(
      `<p class="wrong" id="name-wrong">Form name: A form needs a name.</p>`,
    );
  });

  it("links each wrong input in the order of the page, and gives the first one the focus", async () => {
    const page = await shown(
      wrong(
        ["leads.wait_seconds", "is wrong", { kind: "max", limit: 60, of: "number" }],
        ["allowed_domains.2", "allowed_domains.2 is not a host name"],
      ),
    );

    expect(
      [...page.matchAll(/<a href="#(\w+)">([^<]+)</g)].map(([, id, text]) => [id, text]),
    ).toEqual([
      ["allowed_domains", "Allowed domains, line 3, is not a host name."],
      ["wait", "Wait must be at most 60."],
    ]);
    expect(page.match(/autofocus/g)).toHaveLength(1);
    expect(page).toMatch(/<textarea id="allowed_domains"[^>]* autofocus/);
    expect(page.indexOf('role="alert"')).toBeLessThan(page.indexOf("<form"));
  });

  it("shows what belongs to no input, and an error without fields", async () => {
    const page = await shown(wrong(["name", "name: is wrong"], ["version", "Too old."]));

    expect(page).toContain("<li>Too old.</li>");
    expect(await shown(new AppError("overloaded", "Try <later>."))).toContain("Try &lt;later&gt;.");
  });

  it("is only the form without an error", async () => {
    expect(await shown(undefined)).not.toContain("alert");
  });
});
