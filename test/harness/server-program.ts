/** The server as a program of its own. */
import { type Program, startProgram } from "../../demo/program.ts";
import { SERVER } from "./bundled.ts";
import { apiOf } from "./api.ts";

/** The account key of the server. */
export const KEY = "itk_acct_of_the_tests_that_start_the_server_as_a_program";

/** Calls the API of such a server with the key. */
export const api = <Answer>(url: string, method: string, path: string, json?: unknown) =>
  apiOf(url, KEY)<Answer>(method, path, json);

/** Starts a server on a free port, which logs errors only. @param flags Of Node. */
export const startServerProgram = (
  settings: Readonly<Record<string, string | undefined>>,
  flags: readonly string[] = [],
): Program =>
  startProgram("the server", [...flags, SERVER], {
    INTRAY_PORT: "0",
    INTRAY_BOOTSTRAP_ACCOUNT_KEY: KEY,
    INTRAY_LOG_LEVEL: "error",
    ...settings,
  });
