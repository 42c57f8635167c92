/** Reads from the document what the members of records and the parameters of lists are, for `records.gen.ts`. */

/** As in `src/records.ts`, which says what they mean. */
const LIMITS = ["minLength", "maxLength", "pattern", "minimum", "maximum", "maxItems"] as const;

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly "x-values"?: readonly string[];
  readonly "x-record"?: { readonly settings?: string };
  readonly "x-sent-back"?: unknown;
  /** `false`: the member is no setting, or only another name of one. */
  readonly "x-setting"?: Setting | false;
  readonly default?: unknown;
  readonly description?: string;
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
}
/** See `AnySetting` in domain/setting.ts of the server. */
export interface Setting {
  readonly kind?: string;
  readonly default?: unknown;
  readonly options?: object;
}
interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly description?: string;
  readonly schema: Schema;
}
interface Document {
  readonly paths: Readonly<
    Record<
      string,
      {
        readonly get?: { readonly operationId: string; readonly parameters?: readonly Parameter[] };
      }
    >
  >;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
  };
}

/** Members of each record: first those that it shows, then those that can only be set. */
export const recordMembers = ({ components: { schemas } }: Document) =>
  mapValues(recordsOf(schemas), ({ shown, settings }) =>
    mapValues({ ...shown, ...settings }, (_, member) => {
      const given = settings?.[member];
      const seen = shown[member];
      return {
        // The limits are those of what is sent.
        ...memberOf({ ...(given ?? seen), ...describe(seen, given) }, schemas),
        ...(given === undefined && { readOnly: true }),
        ...(seen === undefined && { writeOnly: true }),
      };
    }),
  );

/**
 * `x-sent-back` of the members that no request sets, for the records that clients may send back whole.
 *
 * @throws Error for a member that has none and cannot be set.
 */
export const sentBackRules = ({ components: { schemas } }: Document) =>
  mapValues(recordsOf(schemas), ({ shown, settings = {} }, name) => {
    const rules = Object.entries(shown).map(
      ([member, one]) => [member, one["x-sent-back"]] as const,
    );
    const isSentBack = rules.some(([, rule]) => rule !== undefined);
    const forgotten = rules.find(([member, rule]) => rule === undefined && !(member in settings));
    if (isSentBack && forgotten !== undefined) {
      throw new Error(
        `openapi.yaml: no request sets ${forgotten[0]} of ${name}. Give it an x-sent-back: fixed if only the stored value may be sent back, moving if it changes by itself.`,
      );
    }
    return Object.fromEntries(
      rules.filter(([, rule]) => rule !== undefined && rule !== "unsupported"),
    );
  });

/** The schemas with `x-record`: the members that they show, and those that requests set. */
const recordsOf = (schemas: Document["components"]["schemas"]) =>
  Object.fromEntries(
    Object.entries(schemas).flatMap(([name, { "x-record": record, properties: shown = {} }]) => {
      if (record === undefined) return [];
      return [[name, { shown, settings: schemas[record.settings ?? ""]?.properties }] as const];
    }),
  );

export function listParameters(document: Document) {
  const { schemas } = document.components;
  const lists = Object.values(document.paths).flatMap(({ get }) =>
    get?.operationId.startsWith("list") === true ? [get] : [],
  );
  return Object.fromEntries(
    lists.map(({ operationId, parameters: own = [] }) => [
      operationId,
      Object.fromEntries(
        queryParameters(document, own).map(({ name, description, schema }) => [
          name,
          memberOf({ ...schema, ...describe({ ...schema, description }) }, schemas),
        ]),
      ),
    ]),
  );
}

export const queryParameters = (
  { components: { parameters } }: Pick<Document, "components">,
  own: readonly Parameter[] = [],
): readonly Parameter[] =>
  own
    .map((one) => (one.$ref === undefined ? one : required(parameters[nameOf(one.$ref)])))
    .filter((one) => one.in === "query");

function memberOf(schema: Schema, schemas: Document["components"]["schemas"]): object {
  const { $ref: reference, oneOf, allOf, ...own } = schema;
  const inner = reference === undefined ? allOf?.[0] : schemas[nameOf(reference)];
  if (inner !== undefined) return memberOf({ ...inner, ...own }, schemas);
  if (oneOf !== undefined) return memberOfUnion(oneOf, own, schemas);
  const types = [own.type ?? []].flat();
  return {
    type: typeOf(own, types),
    ...(types.includes("null") && { nullable: true }),
    ...valuesOf(own),
    ...(own.items !== undefined && { items: memberOf(own.items, schemas) }),
    ...Object.fromEntries(
      Object.entries(own).filter(([key]) => key === "default" || LIMITS.some((one) => one === key)),
    ),
    ...describe(own),
  };
}

/** A schema or null; or what several schemas take, such as the id or the uuid of a form. */
function memberOfUnion(
  oneOf: readonly Schema[],
  own: Schema,
  schemas: Document["components"]["schemas"],
): object {
  const others = oneOf.filter(({ type }) => type !== "null");
  const [only] = others;
  return {
    ...(others.length === 1 && only !== undefined
      ? memberOf({ ...only, ...own }, schemas)
      : { type: "mixed", ...describe(own) }),
    ...(others.length < oneOf.length && { nullable: true }),
  };
}

function typeOf({ format, enum: values }: Schema, types: readonly string[]): string {
  if (values !== undefined) return "enum";
  if (format === "date-time") return format;
  return types.find((type) => type !== "null") ?? "mixed";
}

function valuesOf({ enum: values, "x-values": named }: Schema): object {
  const all = (values ?? named)?.filter((value) => value !== null);
  return all === undefined ? {} : { values: all };
}

/** The first sentence of the first description. */
function describe(...schemas: readonly (Schema | undefined)[]): { readonly description?: string } {
  const text = schemas.find((one) => one?.description !== undefined)?.description;
  if (text === undefined) return {};
  return { description: (/^.*?[.](?=\s|$)/s.exec(text)?.[0] ?? text).replaceAll(/\s+/g, " ") };
}

const nameOf = (reference: string) => reference.slice(reference.lastIndexOf("/") + 1);

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("A $ref of openapi.yaml has no target.");
  return value;
}

export const mapValues = <K extends string, V, R>(
  object: Readonly<Record<K, V>>,
  change: (value: V, key: K) => R,
): Record<string, R> =>
  Object.fromEntries(
    (Object.entries(object) as [K, V][]).map(([key, value]) => [key, change(value, key)]),
  );
