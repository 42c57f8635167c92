/** JSON Schemas of the arguments of tools, from the parameters and the body of an operation. */
import { asObject, readOperation } from "./api-operation.ts";
import type { Tool, ToolSpec } from "./tool-spec.ts";

const DRY_RUN = {
  type: "boolean",
  default: true,
  description: "True (default): only say what would change. False: change it.",
};

/** Such as `list_forms` for the operation listForms. */
export const toolName = (operation: string) =>
  operation.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export function inputSchemaOf({
  operation,
  takes,
  wrapper,
  members: own = {},
  change,
}: ToolSpec): Tool["inputSchema"] {
  const known = readOperation(operation, wrapper).members;
  const taken = takes.map((name) => {
    const member = known.find((one) => one.name === name);
    if (member === undefined) throw new Error(`The operation ${operation} has no member ${name}.`);
    return member;
  });
  const fromApi = taken.map(({ name, schema }) => [name, { ...schema, ...asObject(own[name]) }]);
  const properties: Record<string, unknown> = { ...own, ...Object.fromEntries(fromApi) };
  if (change !== undefined) properties["dry_run"] = DRY_RUN;
  const required = taken.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  return { type: "object", properties, required, additionalProperties: false };
}
