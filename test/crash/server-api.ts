// Calls the API of a server that a test may kill.
import { request } from "undici";

export const KEY = "crash-test-key-crash-test-key-crash-test-key";

/** @throws Error with the response if its status is not 2xx. */
export async function api<Answer>(
  url: string,
  method: "GET" | "POST" | "DELETE",
  path: string,
  body?: unknown,
): Promise<Answer> {
  const answer = await request(`${url}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (answer.statusCode >= 300) throw new Error(`${path}: ${await answer.body.text()}`);
  return (await answer.body.json()) as Answer;
}
