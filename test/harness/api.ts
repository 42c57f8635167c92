/** Calls of the API of a server that a test started, and posts to its forms. */

type Headers = Readonly<Record<string, string>>;

export const withKey = (key: string, json?: unknown, headers: Headers = {}) => ({
  headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
  ...(json === undefined ? {} : { body: JSON.stringify(json) }),
});

/**
 * Calls operations with the key. The calls return the JSON that is answered, or the text if it is none.
 *
 * @throws Error with the answer if its status is not 2xx.
 */
export const apiOf =
  (url: string, key: string) =>
  async <Answer>(
    method: string,
    path: string,
    ...more: readonly [json?: unknown, headers?: Headers]
  ) => {
    const answer = await fetch(`${url}/api/v1${path}`, { method, ...withKey(key, ...more) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    const isJson = answer.headers.get("content-type")?.startsWith("application/json") === true;
    return (isJson ? JSON.parse(text) : text) as Answer;
  };

export type Fields = Readonly<Record<string, string | File>>;

/** The body of a post as a browser sends it: multipart if there is a file. */
export function postBody(fields: Fields | FormData | URLSearchParams): FormData | URLSearchParams {
  if (fields instanceof FormData || fields instanceof URLSearchParams) return fields;
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  const hasFile = Object.values(fields).some((value) => typeof value !== "string");
  return hasFile ? body : new URLSearchParams(fields as Record<string, string>);
}

/**
 * Posts fields to a form, by its uuid or id, and returns the id of the submission.
 *
 * @throws Error with the answer if its status is not 200.
 */
export async function postTo(
  url: string,
  form: string | number,
  fields: Fields | FormData | URLSearchParams,
  init: Pick<RequestInit, "headers" | "signal"> = {},
): Promise<number> {
  const body = postBody(fields);
  const answer = await fetch(`${url}/f/${form}.json`, { ...init, method: "POST", body });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`A post: ${answer.status} ${text}`);
  return (JSON.parse(text) as { readonly id: number }).id;
}
