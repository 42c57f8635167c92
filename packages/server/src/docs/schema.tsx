/** Schemas as a reader needs them: what a value is, and the members of a record. */
import { nameOf, type Reference, type Schema } from "./contract.ts";
import { Prose } from "./prose.tsx";

/** One line; a schema with a name links to it. */
export function TypeOf({ schema }: { readonly schema: Schema }) {
  if (schema.$ref !== undefined) {
    const name = nameOf(schema.$ref);
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

/** A row a member; what is said of the record itself stands elsewhere. */
export function Members({
  schema,
  schemas,
}: {
  readonly schema: Schema;
  readonly schemas: Reference["schemas"];
}) {
  const whole = schema.$ref === undefined ? schema : (schemas[nameOf(schema.$ref)] ?? {});
  const members = Object.entries(whole.properties ?? {});
  if (members.length === 0) {
    return (
      <p>
        <TypeOf schema={whole} />
        {limits(whole)}
      </p>
    );
  }
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Member</th>
          <th scope="col">Type</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        {members.map(([name, member]) => (
          <tr>
            <td>
              <code>{name}</code>
            </td>
            <td>
              <TypeOf schema={member} />
              {limits(member)}
              {whole.required?.includes(name) === true ? "" : ", optional"}
            </td>
            <td>
              <Prose text={member.description ?? ""} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What bounds a value, to be read behind its type. */
export function limits(schema: Schema): string {
  const { minimum, maximum, maxLength, maxItems, format, default: usual } = schema;
  // 2^53 - 1 is the bound of every whole number in JSON, and says nothing.
  const most = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum;
  return [
    ...(format === undefined ? [] : [format]),
    ...(minimum === undefined ? [] : [`from ${minimum}`]),
    ...(most === undefined ? [] : [`up to ${most}`]),
    ...(maxLength === undefined ? [] : [`up to ${maxLength} characters`]),
    ...(maxItems === undefined ? [] : [`up to ${maxItems}`]),
    ...(usual === undefined ? [] : [`${JSON.stringify(usual)} when left out`]),
  ]
    .map((one) => `, ${one}`)
    .join("");
}
