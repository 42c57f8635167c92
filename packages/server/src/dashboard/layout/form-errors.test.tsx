import { html } from "hono/html";
import { describe, expect, it } from "vitest";
import { AppError, type FieldProblem } from "../../domain/errors.ts";
import { TextArea, TextField } from "./fields.tsx";
import { CheckedForm } from "./form-errors.tsx";

const wrong = (...fields: readonly (readonly [field: string, message: string])[]) =>
  new AppError("invalid", "The member is wrong.", {
    fields: fields.map(([field, message]): FieldProblem => ({ field, code: "custom", message })),
  });

async function shown(error: AppError | undefined): Promise<string> {
  const form = (
    <CheckedForm error={error}>
      <form>
        <TextField name="name" label="Form name" error={error} />
        <TextArea name="allowed_domains" label="Allowed domains" error={error} />
        <TextField name="wait" label="Wait" member="leads.wait_seconds" error={error} />
      </form>
    </CheckedForm>
  );
  return (await html`${form}`).toString();
}

describe("a rejected form", () => {
  it.each([
    ["name: too small: expected string to have >=1 characters", "Form name is empty. Fill it in."],
    [
      "name: too big: expected string to have <=1200 characters",
      "Form name must have at most 1,200 characters.",
    ],
    ["name: invalid input: expected int, received string", "Form name must be a whole number."],
    ["name: invalid URL", "Form name is not a URL. It must start with https:// or http://."],
    ["A form needs a name.", "Form name: A form needs a name."],
  ])("says for %s: %s", async (message, sentence) => {
    expect(await shown(wrong(["name", message]))).toContain(
      `<p class="wrong" id="name-wrong">${sentence}</p>`,
    );
  });

  it("links each wrong input in the order of the page, and gives the first one the focus", async () => {
    const page = await shown(
      wrong(
        ["leads.wait_seconds", "leads.wait_seconds: too big: expected number to be <=60"],
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
    const page = await shown(wrong(["name", "name: invalid URL"], ["version", "Too old."]));

    expect(page).toContain("<li>Too old.</li>");
    expect(await shown(new AppError("overloaded", "Try <later>."))).toContain("Try &lt;later&gt;.");
  });

  it("is only the form without an error", async () => {
    expect(await shown(undefined)).not.toContain("alert");
  });
});
