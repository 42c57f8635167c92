/** Builds the curl command of an operation. */
import { nameOf, type Operation, type Reference, type Schema } from "./contract.ts";

type Schemas = Reference["schemas"];

/** A curl command with the required parameters and members only. */
export function curlOf(
  { method, path, needsKey, parameters, body }: Operation,
  schemas: Schemas,
  origin: string,
): string {
  const required = parameters.filter((one) => one.required && one.in === "query");
  const query = required.map(
    ({ name, schema }) => `${name}=${String(sample(schema, schemas, name))}`,
  );
  const withoutQuery = `${origin}${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => PATH_SAMPLES[name] ?? "1")}`;
  const url = query.length === 0 ? withoutQuery : `${withoutQuery}?${query.join("&")}`;
  const [type, schema] = body[0] ?? [];
  const isStream = path.endsWith("/events");
  return [
    `curl ${isStream ? "-N " : ""}${method === "GET" ? "" : `-X ${method} `}${quote(url)}`,
    ...(needsKey ? [`-H "Authorization: Bearer $INTRAY_KEY"`] : []),
    ...(type === undefined || schema === undefined ? [] : bodyLines(type, schema, schemas)),
  ].join(" \\\n  ");
}

const PATH_SAMPLES: Readonly<Record<string, string>> = {
  form: "0123456789ab",
  token: "0123456789abcdef",
};

function bodyLines(type: string, schema: Schema, schemas: Schemas): readonly string[] {
  if (type !== "application/json") return ['-d "name=Ada"', '-d "email=ada@example.org"'];
  const value = JSON.stringify(sample(schema, schemas, ""));
  // An apostrophe would end the single quotes of the shell.
  return ['-H "Content-Type: application/json"', `-d '${value.replaceAll("'", "'\\''")}'`];
}

const quote = (url: string) => (/[?&]/.test(url) ? `"${url}"` : url);

const VALUE_SAMPLES: Readonly<Record<string, unknown>> = {
  url: "https://example.org/hook",
  name: "Contact",
  consumer: "worker-1",
  lease_token: "…",
  since: "2026-01-31T00:00:00Z",
};

/** A minimal value that the schema allows: objects have their required members only. */
export function sample(schema: Schema, schemas: Schemas, name: string): unknown {
  if (schema.$ref !== undefined) {
    const target = schemas[nameOf(schema.$ref)];
    return target === undefined ? null : sample(target, schemas, name);
  }
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const [first] = schema.oneOf ?? [];
  if (first !== undefined) return sample(first, schemas, name);
  const type = typeof schema.type === "string" ? schema.type : schema.type?.[0];
  if (type === "object") return sampleObject(schema, schemas);
  if (type === "array")
    return schema.items === undefined ? [] : [sample(schema.items, schemas, name)];
  if (type === "integer" || type === "number") return Math.max(1, schema.minimum ?? 1);
  if (type === "boolean") return true;
  if (/(^|_)id$/.test(name)) return "1";
  return VALUE_SAMPLES[name] ?? "text";
}

function sampleObject({ properties = {}, required = [] }: Schema, schemas: Schemas): unknown {
  const names = Object.keys(properties);
  const included = required.length === 0 ? names.slice(0, 1) : required;
  return Object.fromEntries(
    included.map((name) => [name, sample(properties[name] ?? {}, schemas, name)]),
  );
}
