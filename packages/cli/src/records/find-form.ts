/** Finds the form that somebody names by its id, its uuid, its name, or `Project / Name`. */
import type { Form, Intray } from "@intray/sdk";
import { failure, usageFailure } from "../errors/failure.ts";

/** An id, or a uuid of twelve hex digits. */
const REFERENCE = /^(?:[1-9]\d{0,15}|[\da-f]{12})$/;

/**
 * Returns the id or the uuid as it was given, and the id of a form that has the name, in any letter case.
 *
 * @throws Failure 3 if no form has the name, 2 if several have it.
 */
export async function findForm(given: string, client: () => Promise<Intray>): Promise<string> {
  if (REFERENCE.test(given)) return given;
  const name = given.slice(given.lastIndexOf(" / ") + 1).replace(/^\/ /, "");
  const { forms } = await client();
  const found: Form[] = [];
  for await (const form of forms.list({ query: name.slice(0, MAX_QUERY) })) {
    if ([form.name, titleOf(form)].some((one) => isSame(one, given))) found.push(form);
  }
  const [form, ...others] = found;
  if (form === undefined) {
    throw failure("no_form", `No form has the id, uuid or name "${given}".`, {
      hint: "intray forms list lists forms.",
    });
  }
  if (others.length === 0) return String(form.id);
  const listed = found.map((one) => `${one.id} (${titleOf(one)})`).join(", ");
  throw usageFailure(`Several forms are named "${given}": ${listed}.`, "Name one by its id.");
}

const MAX_QUERY = 200;

const titleOf = ({ project_name, name }: Form) => `${project_name} / ${name}`;

const isSame = (one: string, other: string) =>
  one.localeCompare(other, "en", { sensitivity: "accent" }) === 0;
