/** Writes the fields of forms as TypeScript types. Names and labels may be any text. */
import type { FieldRule, Form } from "@intray/sdk";
import { escapeJson, escapeLine } from "../terminal/text.ts";

const HEAD =
  "// Written by intray types from the field rules of the forms; files are in the attachments of a submission.\n";

/** A type for each form, named for it; for a form without rules one that takes all fields. */
export function typesOf(forms: readonly Form[]): string {
  const taken = new Set<string>();
  return HEAD + forms.map((form) => typeOf(form, nameOf(form, taken))).join("");
}

/** Letters and digits of the name, with the id if nothing is left or another form has it. */
function nameOf({ id, name }: Form, taken: Set<string>): string {
  const words = name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .split(/[^A-Za-z\d]+/);
  const plain = words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join("");
  const own = /^[A-Z]/.test(plain) ? plain : `Form${plain}`;
  const chosen = own === "Form" || taken.has(own) ? `${own}_${id}` : own;
  taken.add(chosen);
  return chosen;
}

function typeOf({ id, name, fields }: Form, type: string): string {
  const own = fields.filter((rule) => rule.type !== "file");
  const comment = commentOf(`${name} (form ${id})`);
  if (own.length === 0)
    return `\n${comment}\nexport type ${type} = { [field: string]: string | string[] };\n`;
  return `\n${comment}\nexport type ${type} = {\n${own.map(memberOf).join("")}};\n`;
}

function memberOf(rule: FieldRule): string {
  const { name, label = name, required = false } = rule;
  return `  ${commentOf(label)}\n  ${quote(name)}${required ? "" : "?"}: ${valueOf(rule)};\n`;
}

function valueOf({ type, options, required = false, multiple = false }: FieldRule): string {
  const isSeveral = type === "checkbox" ? options !== undefined : type === "select" && multiple;
  // A field that is not required may arrive empty.
  const values = options && [...options, ...(required ? [] : [""])];
  const value = values === undefined ? "string" : [...new Set(values)].map(quote).join(" | ");
  return isSeveral ? `${value} | (${value})[]` : value;
}

const quote = (text: string) => escapeJson(JSON.stringify(text));

const commentOf = (text: string) => `/** ${escapeLine(text).replaceAll("*/", "*\\/")} */`;
