/** Writes the classes of the client's parts, with a member for each operation that has `x-sdk-doc` in openapi.yaml. */

interface Operation {
  readonly operationId: string;
  /** Part and method, such as `projects.get`. */
  readonly "x-sdk"?: string;
  /** Comment of the method. Without one, it is written by hand. */
  readonly "x-sdk-doc"?: string;
  readonly responses: Readonly<Record<string, Response>>;
}
interface Response {
  readonly content?: Readonly<Record<string, { readonly schema: { readonly $ref?: string } }>>;
}
type Schemas = Readonly<Record<string, { readonly properties?: object }>>;

/** The first methods of a class. The others follow in the order of the document. */
const USUAL = ["list", "get", "create", "update", "replace", "delete"];

/**
 * @param parts What each part of the client is.
 * @throws Error for an operation without `x-sdk`, or with a part that is not among `parts`.
 */
export function resourceClasses(
  parts: Readonly<Record<string, string>>,
  schemas: Schemas,
  operations: readonly Operation[],
): string {
  const methods = operations.map((operation) => {
    const { operationId: id, "x-sdk": path, "x-sdk-doc": doc } = operation;
    const [, part, name] = /^(?:(\w+)\.)?(\w+)$/.exec(path ?? "") ?? [];
    if (name === undefined || (part !== undefined && !(part in parts))) {
      throw new Error(
        `openapi.yaml: give ${id} an x-sdk such as projects.get, with a part that the x-sdk of the document describes.`,
      );
    }
    const records = recordsOf(operation, schemas);
    const call =
      records === undefined
        ? `operation("${id}")`
        : `listOperation("${id}", (page) => page.${records})`;
    const member = doc && `  /** ${doc} */\n  readonly ${name} = this.${call};\n`;
    return { part, name, member };
  });
  const classes = Object.entries(parts).flatMap(([part, about]) => {
    const members = methods
      .filter((one) => one.part === part && one.member !== undefined)
      .toSorted((one, other) => rankOf(one.name) - rankOf(other.name))
      .map(({ member }) => member);
    if (members.length === 0) return [];
    const name = part.charAt(0).toUpperCase() + part.slice(1);
    return `/** \`client.${part}\`: ${about} */\nexport class ${name} extends Resource {\n${members.join("\n")}}\n`;
  });
  const header = "// Written from openapi.yaml by scripts/generate.ts.\n";
  return [`${header}import { Resource } from "../resource.ts";\n`, ...classes].join("\n");
}

const rankOf = (name: string) => (USUAL.includes(name) ? USUAL.indexOf(name) : USUAL.length);

/** The member of the response that has the records, if it is a list with pages. */
function recordsOf({ responses }: Operation, schemas: Schemas): string | undefined {
  const reference = responses["200"]?.content?.["application/json"]?.schema.$ref;
  const members = schemas[reference?.split("/").at(-1) ?? ""]?.properties ?? {};
  return "meta" in members ? Object.keys(members).find((name) => name !== "meta") : undefined;
}
