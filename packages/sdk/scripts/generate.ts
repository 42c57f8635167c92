// Generates src/generated/ from openapi.yaml: types with openapi-typescript, zod schemas with hey-api,
// the list of operations, the classes of the client's parts, and the document itself as JSON, which the server serves.
// Also tables of the members of records and of the parameters of lists (type, limits, whether a member can be set,
// first sentence of the description), for code that has an entry for each of them, such as columns, inputs and flags.
// Does nothing if openapi.yaml, these scripts and the versions of the generators are older than what it wrote.
import { readdirSync, statSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type ts from "typescript";
import { listParameters, queryParameters, recordMembers, sentBackRules } from "./record-members.ts";
import { resourceClasses } from "./resource-classes.ts";

const input = new URL("../../../openapi.yaml", import.meta.url);
const folder = new URL("../src/generated/", import.meta.url);
/** For the server alone: the API document has none of it. */
const AUDITED = "../../../server/src/api/audited.gen.ts";
const SENT_BACK = "../../../server/src/api/members/sent-back.gen.ts";
const SETTINGS = "../../../server/src/domain/settings.gen.ts";
const OUTPUTS = [
  "zod.gen.ts",
  "api.gen.ts",
  "schemas.gen.ts",
  "operations.gen.ts",
  "records.gen.ts",
  "resources.gen.ts",
  "document.gen.json",
  AUDITED,
  SENT_BACK,
  SETTINGS,
];
const INPUTS = [
  input,
  new URL("../../../package-lock.json", import.meta.url),
  ...readdirSync(import.meta.dirname).map((name) => new URL(name, import.meta.url)),
];
const changedAt = (file: URL) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
const writtenAt = Math.min(...OUTPUTS.map((name) => changedAt(new URL(name, folder))));
if (INPUTS.every((file) => changedAt(file) < writtenAt)) process.exit();

// Loaded only now: the generators take longer to load than a build without changes takes.
const { createClient } = await import("@hey-api/openapi-ts");
const { default: openapiTS, astToString } = await import("openapi-typescript");
const { factory } = (await import("typescript")).default;
const { completeDocument } = await import("./complete-document.ts");
const { settingTables } = await import("./setting-tables.ts");

const write = (name: string, text: string) => writeFile(new URL(name, folder), text);
/** Writes a module of constants whose types are their values. @param check Follows each of them. */
const writeConstants = (name: string, constants: Readonly<Record<string, unknown>>, check = "") => {
  const declare = ([key, value]: readonly [string, unknown]) =>
    `export const ${key} = ${JSON.stringify(value, null, 2)} as const${check};\n`;
  const header = "// Written from openapi.yaml by packages/sdk/scripts/generate.ts.\n";
  return write(name, header + Object.entries(constants).map(declare).join(""));
};

const METHODS = ["get", "put", "post", "delete", "patch"] as const;
/** The extensions that readers of the published document need. The others are for this build. */
const PUBLISHED = ["x-key-scopes", "x-values"];
const document = completeDocument(await readFile(input, "utf8")) as Document;
const json = JSON.stringify(
  document,
  (key, value: unknown) => (key.startsWith("x-") && !PUBLISHED.includes(key) ? undefined : value),
  1,
);
const settings = settingTables(document.components.schemas);

// First, because it empties the folder.
await createClient({
  input: JSON.parse(json) as Record<string, unknown>,
  logs: { level: "silent", file: false },
  output: { path: fileURLToPath(folder), entryFile: false, module: { extension: ".ts" } },
  plugins: [{ name: "zod", compatibilityVersion: 4, dates: { offset: true } }],
});

// `.optional()` accepts an explicit undefined, which exactOptionalPropertyTypes rejects.
const schemas = new URL("zod.gen.ts", folder);
const text = await readFile(schemas, "utf8");
await writeFile(
  schemas,
  text
    .replaceAll(/\.optional\(\)(?!\.default)/g, ".exactOptional()")
    .replaceAll(".nullish()", ".nullable().exactOptional()"),
);

const types = nameSchemas(astToString(await openapiTS(json, { transform: namedValues })));
await write("api.gen.ts", types.api);
await write("schemas.gen.ts", types.schemas);

/** Moves each schema to an interface of its name: editors show `Form`, and no `components["schemas"]["Form"]`. */
function nameSchemas(api: string): { readonly api: string; readonly schemas: string } {
  const named: string[] = [];
  const declare = (_: string, comment: string | undefined, name: string, type: string) => {
    // Not `{ … } & { … }`.
    const isObject = type.startsWith("{") && type.search(/^ {8}\}/m) === type.length - 9;
    const declared = isObject ? `interface ${name} ${type}` : `type ${name} = ${type};`;
    named.push(`${comment ?? ""}export ${declared}\n`);
    return `${comment ?? ""}        ${name}: schemas.${name};`;
  };
  const rest = api.replace(/^ {4}schemas: \{\n.*?^ {4}\};$/ms, (members) =>
    members.replaceAll(
      /(^ {8}\/\*\*(?:(?!\*\/).)*\*\/\n)?^ {8}(\w+): (.+?);$(?=\n(?: {8}[\w/]| {4}\}))/gms,
      declare,
    ),
  );
  const refer = (code: string, to: string) =>
    code.replaceAll(/components\["schemas"\]\["(\w+)"\]/g, to);
  return {
    api: `import type * as schemas from "./schemas.gen.ts";\n${refer(rest, "schemas.$1")}`,
    schemas: refer(named.join(""), "$1"),
  };
}

/**
 * The type of a text with `x-values`: a union of these, where the schema itself has to take more, such as a
 * parameter in any letter case, or the values that an older server stored.
 */
function namedValues(schema: object): ts.TypeNode | undefined {
  const { type, "x-values": values } = schema as {
    readonly type?: string | readonly string[];
    readonly "x-values"?: readonly string[];
  };
  if (values === undefined) return undefined;
  const texts = values.map((value) => factory.createStringLiteral(value));
  const all = type?.includes("null") === true ? [...texts, factory.createNull()] : texts;
  return factory.createUnionTypeNode(all.map((one) => factory.createLiteralTypeNode(one)));
}

type Operation = Parameters<typeof resourceClasses>[2][number] & {
  /** Empty for an operation that needs no key. */
  readonly security?: readonly unknown[];
  readonly requestBody?: object;
  readonly parameters?: Parameters<typeof queryParameters>[1];
  /** The scopes of keys that may call the operation, besides `write`. */
  readonly "x-key-scopes"?: readonly string[];
  readonly "x-form-key"?: true;
  /** The least role that the operation needs. */
  readonly "x-role"?: string;
  readonly "x-audit"?: unknown;
};
type Document = Parameters<typeof recordMembers>[0] & {
  readonly "x-sdk": Readonly<Record<string, string>>;
  readonly paths: Record<string, Partial<Record<(typeof METHODS)[number], Operation>>>;
};
const documented = Object.entries(document.paths).flatMap(([path, item]) =>
  METHODS.flatMap((method) => {
    const operation = item[method];
    return operation === undefined ? [] : [{ path, method, operation }];
  }),
);
const operations = documented.map(({ path, method, operation }) => {
  const takesFormKey = operation["x-form-key"] === true;
  const hasBody = operation.requestBody !== undefined;
  const query = queryParameters(document, operation.parameters).map(({ name }) => name);
  const { operationId: id } = operation;
  const access = accessOf(path, operation);
  return { id, method: method.toUpperCase(), path, ...access, takesFormKey, hasBody, query };
});

/** An operation that needs a key does not build until it says who may call it. */
function accessOf(path: string, operation: Operation) {
  if (!path.startsWith("/api/") || operation.security?.length === 0)
    return { role: "none", scope: "none", scopes: [] };
  const { "x-role": role, "x-key-scopes": scopes, operationId } = operation;
  if (role === undefined || scopes === undefined)
    throw new Error(
      `${operationId} needs x-role, the least role that may call it, and x-key-scopes, the scopes of keys that may besides write.`,
    );
  return { role, scope: scopes.includes("read") ? "read" : "write", scopes };
}

await writeConstants("operations.gen.ts", { operations });
await writeConstants("records.gen.ts", {
  records: recordMembers(document),
  listParameters: listParameters(document),
});
await writeConstants(AUDITED, {
  audited: Object.fromEntries(
    documented.map(({ operation }) => [operation.operationId, operation["x-audit"]]),
  ),
});
await writeConstants(SENT_BACK, { sentBack: sentBackRules(document) });
await write(
  "resources.gen.ts",
  resourceClasses(
    document["x-sdk"],
    document.components.schemas,
    documented.map(({ operation }) => operation),
  ),
);
await write("document.gen.json", `${json}\n`);
await writeConstants(SETTINGS, settings, ` satisfies import("./setting.ts").AnySettings`);
