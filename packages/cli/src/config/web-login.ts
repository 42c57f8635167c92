/** Asks for an API key by way of a browser, which may be on another machine: RFC 8628. */
import { hostname } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import type { Intray, Me } from "@intray/sdk";
import { isUnreachable } from "../errors/sdk-problem.ts";
import { failure } from "../errors/failure.ts";

/** The client needs no key. @throws Failure 5 if the server is too old. */
export async function beginWebLogin(client: Intray, scope: Me["scope"]) {
  const device_name = hostname().slice(0, 80) || "a machine";
  const asked = await client.server
    .authorizeDevice({ client_id: "intray-cli", device_name, scope })
    .catch((error: unknown) => {
      throw error instanceof Error && "status" in error && IF_UNKNOWN.includes(Number(error.status))
        ? withoutWebLogin(error)
        : error;
    });
  const { device_code, interval, expires_in } = asked;
  return {
    page: asked.verification_uri_complete,
    code: asked.user_code,
    /** Resolves with the key once a person has allowed it. @throws Failure 4 if nobody does. */
    key: async () => {
      for (let waited = 0; waited < expires_in; waited += interval) {
        await wait(interval * 1_000);
        const answer = await askForToken(client, device_code);
        if (answer?.access_token !== undefined) return answer.access_token;
        if (answer?.error === "access_denied") throw noKey("The key was denied in the dashboard.");
        if (answer?.error === "expired_token") break;
      }
      throw noKey("Nobody has allowed the key in time.");
    },
  };
}

/** How servers answer a path that they do not have. */
const IF_UNKNOWN = [401, 404, 405];

const withoutWebLogin = (cause: Error) =>
  failure("no_web_login", "This server offers no sign-in by a browser.", {
    hint: "Create a key in its dashboard, and run intray auth login without --web.",
    cause,
  });

type TokenAnswer = { readonly access_token?: string; readonly error?: string };

/** `undefined` while the server cannot be reached: the person may still be at the page. */
async function askForToken(client: Intray, device_code: string): Promise<TokenAnswer | undefined> {
  try {
    const { status, body } = await client.request("POST", "/device_tokens", {
      json: { device_code },
    });
    return status === 200 || status === 400
      ? (JSON.parse(body.toString("utf8")) as TokenAnswer)
      : undefined;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (isUnreachable(error) || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const noKey = (message: string) =>
  failure("key_missing", message, { hint: "Run the command again." });
