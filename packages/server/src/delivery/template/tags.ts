/** All tags with their names, types and values. A template with any other tag is rejected when it is saved. */
import type { PayloadSource } from "../../domain/delivery/payload-source.ts";
import { POSSIBLE_SPAM } from "../../domain/submission/finding.ts";

/** The type of a tag, known before rendering. */
export type Shape =
  /** One text or number. */
  | { readonly kind: "text" }
  /** The value of a field: one text or a list of texts. */
  | { readonly kind: "value" }
  | { readonly kind: "list"; readonly of: Shape }
  | { readonly kind: "object"; readonly members: Readonly<Record<string, Shape>> };

export const TEXT: Shape = { kind: "text" };
export const VALUE: Shape = { kind: "value" };

const listOf = (members: Readonly<Record<string, Shape>>): Shape => ({
  kind: "list",
  of: { kind: "object", members },
});

/** The tags that are available everywhere in a template. */
export const ROOT: Shape & { readonly kind: "object" } = {
  kind: "object",
  members: {
    form_name: TEXT,
    submission_id: TEXT,
    created_at: TEXT,
    form_params: listOf({ name: TEXT, value: VALUE }),
    source_url: TEXT,
    source_host: TEXT,
    source_path: TEXT,
    source_fragment: TEXT,
    source_query: listOf({ name: TEXT, value: VALUE }),
    spam_score: TEXT,
    possible_spam: TEXT,
    lead_agent: {
      kind: "object",
      members: { score: TEXT, score_reasoning: TEXT, score_location_info: TEXT },
    },
    attachment: listOf({ name: TEXT, public_url: TEXT, file_size: TEXT }),
  },
};

/** The values of the tags of {@link ROOT} for one submission. */
export function rootValue({ id, created_at, fields, lead, ...source }: PayloadSource): ValueObject {
  const { form_name, source_url, source_host, source_path, source_fragment, spam_score } = source;
  return {
    form_name,
    submission_id: id,
    created_at: new Date(created_at).toISOString(),
    form_params: fields.map(pair),
    source_url,
    source_host,
    source_path,
    source_fragment,
    source_query: source.source_query.map(pair),
    spam_score,
    possible_spam: spam_score >= POSSIBLE_SPAM ? "Possible spam" : "",
    lead_agent: lead && { ...lead },
    attachment: source.attachments.map(({ name, public_url, file_size }) => ({
      name,
      public_url,
      file_size,
    })),
  };
}

const pair = ([name, value]: readonly [string, Value]) => ({ name, value });

/** Objects have only member names that Intray defines, never the names of fields. */
export type Value = string | number | boolean | null | readonly Value[] | ValueObject;
export type ValueObject = { readonly [name: string]: Value };

/** The member with this name, or `null` if there is none. */
export const memberOf = (value: Value, name: string): Value =>
  isObject(value) && Object.hasOwn(value, name) ? (value[name] ?? null) : null;

/** The text that `{{x}}` writes before escaping: lists are joined by ", ", `null` is empty. */
export function textOf(value: Value): string {
  if (value === null) return "";
  if (isList(value)) return value.map(textOf).join(", ");
  return isObject(value) ? JSON.stringify(value) : String(value);
}

/** Truth as in Handlebars: empty lists, empty texts, 0 and `null` are false. */
export const isTrue = (value: Value) => (isList(value) ? value.length > 0 : Boolean(value));

/** The items of a loop: a single text is a list of one, `null` and the empty text are empty lists. */
export function itemsOf(value: Value): readonly Value[] {
  if (isList(value)) return value;
  return value === null || value === "" ? [] : [value];
}

const isList = (value: Value): value is readonly Value[] => Array.isArray(value);

const isObject = (value: Value): value is ValueObject =>
  typeof value === "object" && value !== null && !isList(value);
