// Calls the API of a server that a test may kill.
import { apiOf } from "../harness/api.ts";

export const KEY = "crash-test-key-crash-test-key-crash-test-key";

export const api = <Answer>(url: string, method: string, path: string, json?: unknown) =>
  apiOf(url, KEY)<Answer>(method, path, json);
