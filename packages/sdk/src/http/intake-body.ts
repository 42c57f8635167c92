/** The body of a form's post: JSON of its fields, or multipart where there may be files. */

/** Name to value; several values of one name as a list. */
export type IntakeFields = Readonly<
  Record<string, string | number | boolean | null | readonly string[]>
>;

interface IntakeBody {
  readonly body: string | Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

/** In memory as a whole, so that another try can send it again. */
export async function intakeBody(fields: IntakeFields | FormData): Promise<IntakeBody> {
  if (!(fields instanceof FormData)) {
    return { body: JSON.stringify(fields), headers: { "content-type": "application/json" } };
  }
  const encoded = new Response(fields);
  const type = encoded.headers.get("content-type") ?? "multipart/form-data";
  return { body: new Uint8Array(await encoded.arrayBuffer()), headers: { "content-type": type } };
}
