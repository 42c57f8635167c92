/** The body of a post to a form: JSON of its fields, or multipart for `FormData`. */

/** Fields by name; a list for several values of one name. */
export type IntakeFields = Readonly<
  Record<string, string | number | boolean | null | readonly string[]>
>;

/** Encodes the body in memory, so that a retry can send it again. */
export async function intakeBody(fields: IntakeFields | FormData) {
  if (!(fields instanceof FormData)) {
    return { body: JSON.stringify(fields), headers: { "content-type": "application/json" } };
  }
  const encoded = new Response(fields);
  const type = encoded.headers.get("content-type") ?? "multipart/form-data";
  return { body: new Uint8Array(await encoded.arrayBuffer()), headers: { "content-type": type } };
}
