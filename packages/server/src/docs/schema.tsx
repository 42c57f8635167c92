/** Renders schemas: the type of a value, and the members of an object. */
import type { Child } from "hono/jsx";
import { schemaName, type Reference, type JsonSchema } from "./contract.ts";
import { Prose } from "./prose.tsx";

export function TypeOf({ schema }: { readonly schema: JsonSchema }) {
  if (schema.$ref !== undefined) {
    const name = schemaName(schema.$ref);
    return <a href={`#${name}`}>{name}</a>;
  }
  if (schema.enum !== undefined) {
    return (
      <>
        {schema.enum.map((one, n) => (
          <>
            {n === 0 ? "" : ", "}
            <code>{String(one)}</code>
          </>
        ))}
      </>
    );
  }
  if (schema.const !== undefined) return <code>{JSON.stringify(schema.const)}</code>;
  if (schema.oneOf !== undefined) {
    return (
      <>
        {schema.oneOf.map((one, n) => (
          <>
            {n === 0 ? "" : " or "}
            <TypeOf schema={one} />
          </>
        ))}
      </>
    );
  }
  if (schema.items !== undefined) {
    return (
      <>
        array of <TypeOf schema={schema.items} />
      </>
    );
  }
  const types = typeof schema.type === "string" ? [schema.type] : (schema.type ?? ["any"]);
  return <>{types.join(" or ")}</>;
}

type SchemaTableProps = { readonly of: string; readonly children: Child };

/** A table with a row for each parameter or member: its name, type and meaning. */
export const SchemaTable = ({ of, children }: SchemaTableProps) => (
  <table>
    <thead>
      <tr>
        {[of, "Type", "Meaning"].map((heading) => (
          <th scope="col">{heading}</th>
        ))}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
);

type MemberTableProps = { readonly schema: JsonSchema; readonly schemas: Reference["schemas"] };

/** A table of the members, or the type of a schema without members. */
export function MemberTable({ schema, schemas }: MemberTableProps) {
  const target = schema.$ref === undefined ? schema : (schemas[schemaName(schema.$ref)] ?? {});
  const members = Object.entries(target.properties ?? {});
  if (members.length === 0) {
    return (
      <p>
        <TypeOf schema={target} />
        {limits(target)}
      </p>
    );
  }
  return (
    <SchemaTable of="Member">
      {members.map(([name, member]) => (
        <tr>
          <td>
            <code>{name}</code>
          </td>
          <td>
            <TypeOf schema={member} />
            {limits(member)}
            {target.required?.includes(name) === true ? "" : ", optional"}
          </td>
          <td>
            <Prose text={member.description ?? ""} />
          </td>
        </tr>
      ))}
    </SchemaTable>
  );
}

/** Format, limits and default as text that follows the type, such as `, from 1, up to 100`. */
export function limits(schema: JsonSchema): string {
  const { minimum, maximum, maxLength, maxItems, format, default: fallback } = schema;
  // 2^53 - 1 is the limit of every integer in JSON, so it is not worth showing.
  const max = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum;
  return [
    ...(format === undefined ? [] : [format]),
    ...(minimum === undefined ? [] : [`from ${minimum}`]),
    ...(max === undefined ? [] : [`up to ${max}`]),
    ...(maxLength === undefined ? [] : [`up to ${maxLength} characters`]),
    ...(maxItems === undefined ? [] : [`up to ${maxItems} items`]),
    ...(fallback === undefined ? [] : [`default ${JSON.stringify(fallback)}`]),
  ]
    .map((one) => `, ${one}`)
    .join("");
}
