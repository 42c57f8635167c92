/**
 * The provider of single sign-on (OpenID Connect). The operator names its issuer, so requests to it pass no egress
 * guard, as those to the mail relay. Its metadata and keys are read for each sign-in: nothing is stale after a rotation.
 */
import { createRemoteJWKSet, customFetch, decodeJwt, jwtVerify } from "jose";
import * as oidc from "openid-client";
import { request } from "undici";
import { z } from "zod";
import type { AccessByGroup, Identity } from "../domain/account/single-sign-on.ts";
import { AppError } from "../domain/errors.ts";
import { isEmail } from "../domain/submission/submission.ts";
import { readAtMost, withinTime } from "../platform/bounds.ts";
import type { Clock } from "../platform/clock.ts";
import { tryOrUndefined } from "../platform/errors.ts";
import { networkErrorDetail } from "../platform/network-error.ts";
import { oneLine, storable } from "../platform/text/safe-text.ts";

export interface ProviderSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** As people know it. */
  readonly name: string;
  /** The claim that lists the groups of a person. */
  readonly roleClaim?: string | undefined;
  /** `undefined` = access is given in Intray only, and nobody is added by signing in. */
  readonly roles?: AccessByGroup | undefined;
  /** Nobody signs in with a password or a passkey. */
  readonly isOnly: boolean;
}

/** What a sign-in that has begun is checked with at its end. Secret. */
export interface PendingSignIn {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export type Provider = ReturnType<typeof openProvider>;

/** For all requests of a step together. */
const DEADLINE_MS = 5_000;
const MAX_RESPONSE_BYTES = 256 * 1_024;
const CLOCK_SKEW_S = 60;
/** A logout token is sent at once, and need not be accepted later. */
const MAX_LOGOUT_AGE_S = 120;
const MAX_LOGOUT_CHARACTERS = 8_192;
const MAX_NAME_CHARACTERS = 100;
const LOGOUT_EVENT = "http://schemas.openid.net/event/backchannel-logout";

/** The provider did not answer, or failed. */
class ProviderAway extends Error {
  override readonly name = "ProviderAway";
}

export function openProvider(
  settings: ProviderSettings,
  clock: Clock,
  deadlineMs: number = DEADLINE_MS,
) {
  const { issuer, clientId, clientSecret, name, roleClaim, roles, isOnly } = settings;
  const meanwhile = isOnly
    ? "Until then, intray-server sign-in-link makes a link that signs in."
    : "You can sign in with your password instead.";

  /** Runs one step with the provider. @throws AppError: `overloaded` if it is the provider's or the operator's fault. */
  async function exchange<T>(
    run: (provider: oidc.Configuration, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const late = () => new ProviderAway(`no answer within ${deadlineMs / 1_000} s`);
    const limit = { clock, ms: deadlineMs, late };
    try {
      return await withinTime(async (signal) => run(await discover(signal), signal), limit);
    } catch (error) {
      throw problemOf(error);
    }
  }

  async function discover(signal: AbortSignal): Promise<oidc.Configuration> {
    const url = new URL(issuer);
    const wrong = (other: unknown) =>
      new AppError(
        "overloaded",
        `The provider at ${issuer} calls itself ${oneLine(String(other)).slice(0, 200)}. Whoever runs this server sets INTRAY_OIDC_ISSUER to exactly that name, if it is the right provider. ${meanwhile}`,
      );
    const client = { client_secret: clientSecret, [oidc.clockTolerance]: CLOCK_SKEW_S };
    const extensions = [oidc.enableNonRepudiationChecks];
    if (url.protocol === "http:") extensions.push(oidc.allowInsecureRequests);
    try {
      const found = await oidc.discovery(url, clientId, client, authenticate(clientSecret), {
        [oidc.customFetch]: (address, options) => fetchFrom(address, options, signal),
        execute: extensions,
      });
      const { issuer: named } = found.serverMetadata();
      // One for all tenants of a service would let in strangers.
      if (URL.parse(named)?.href !== url.href) throw wrong(named);
      return found;
    } catch (error) {
      if (error instanceof AppError || causeOf(error, ProviderAway) !== undefined) throw error;
      const cause = OTHER_ISSUER.safeParse(error);
      if (cause.success) throw wrong(cause.data.cause.body.issuer);
      throw new AppError(
        "overloaded",
        `${issuer} does not answer like an OpenID provider (${detailOf(error)}). Whoever runs this server checks INTRAY_OIDC_ISSUER. ${meanwhile}`,
      );
    }
  }

  function problemOf(error: unknown): AppError {
    if (error instanceof AppError) return error;
    const detail = detailOf(error);
    if (causeOf(error, ProviderAway) !== undefined) {
      const text = `${name} cannot be reached (${detail}). Try again in a moment. ${meanwhile}`;
      return new AppError("overloaded", text, { headers: { "Retry-After": "10" } });
    }
    if (error instanceof oidc.AuthorizationResponseError) {
      return new AppError("forbidden", `${name} did not sign you in: ${detail}.`);
    }
    if (error instanceof oidc.ResponseBodyError && error.error !== "invalid_grant") {
      const text = `${name} refuses this server (${detail}). Whoever runs it checks INTRAY_OIDC_CLIENT_ID and INTRAY_OIDC_CLIENT_SECRET. ${meanwhile}`;
      return new AppError("overloaded", text);
    }
    return new AppError(
      "unauthenticated",
      `The answer of ${name} was not accepted (${detail}). Sign in again; if it fails again, ask whoever runs this server.`,
    );
  }

  async function identityOf(
    provider: oidc.Configuration,
    tokens: Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>,
  ): Promise<Identity> {
    const signed = CLAIMS.parse(tokens.claims());
    const wanted = ["email", ...(roleClaim === undefined ? [] : [roleClaim])];
    const isWhole =
      wanted.every((claim) => Object.hasOwn(signed, claim)) ||
      provider.serverMetadata().userinfo_endpoint === undefined;
    const further = isWhole
      ? {}
      : await oidc.fetchUserInfo(provider, tokens.access_token, signed.sub);
    const claims = CLAIMS.parse({ ...further, ...signed });
    const groups = roleClaim === undefined ? undefined : claims[roleClaim];
    return {
      issuer: claims.iss,
      subject: claims.sub,
      email: claims.email !== undefined && isEmail(claims.email) ? claims.email : undefined,
      // Entra calls it by another name.
      isVerified: claims.email_verified === true || isTrueInEntra(claims["xms_edov"]),
      name: claims.name === undefined ? null : storable(claims.name.slice(0, MAX_NAME_CHARACTERS)),
      groups: [groups].flat().filter((group) => typeof group === "string"),
    };
  }

  return {
    name,
    issuer,
    isOnly,
    roles,

    /** Whether the provider answers, and has the name of the settings. @throws AppError. */
    check: () => exchange(async () => {}),

    /**
     * @param isAgain Asks the provider to let the person sign in once more, though it may know them.
     * @returns The address at the provider where the person signs in. @throws AppError.
     */
    begin: (
      redirect_uri: string,
      isAgain = false,
    ): Promise<{ readonly url: string; readonly pending: PendingSignIn }> =>
      exchange(async (provider) => {
        const verifier = oidc.randomPKCECodeVerifier();
        const pending = { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier };
        const { scopes_supported: scopes } = provider.serverMetadata();
        const groups = scopes?.find((scope) => scope === roleClaim);
        const url = oidc.buildAuthorizationUrl(provider, {
          redirect_uri,
          scope: ["openid", "email", "profile", groups ?? []].flat().join(" "),
          state: pending.state,
          nonce: pending.nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
          code_challenge_method: "S256",
          ...(isAgain && { prompt: "login" }),
        });
        return { url: url.href, pending };
      }),

    /** @param callback The public address that the provider redirected to, with its query. @throws AppError. */
    finish: (callback: URL, { state, nonce, verifier }: PendingSignIn): Promise<Identity> =>
      exchange(async (provider) => {
        const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier };
        const tokens = await oidc.authorizationCodeGrant(provider, callback, checks);
        return identityOf(provider, tokens);
      }),

    /** Whose sessions a logout token ends (OpenID Connect Back-Channel Logout 1.0). @throws AppError. */
    async readLogout(token: string): Promise<Pick<Identity, "issuer" | "subject">> {
      // Before the provider is asked for its keys.
      if (!isFor(clientId, token)) throw problemOf(new Error("no logout token for this client"));
      const { iss, sub } = await exchange(async (provider, signal) => {
        const { jwks_uri, issuer: named } = provider.serverMetadata();
        const keys = createRemoteJWKSet(new URL(jwks_uri ?? issuer), {
          [customFetch]: (address) => fetchFrom(address, { method: "GET" }, signal),
        });
        const { payload } = await jwtVerify(token, keys, {
          issuer: named,
          audience: clientId,
          clockTolerance: CLOCK_SKEW_S,
          maxTokenAge: MAX_LOGOUT_AGE_S,
          currentDate: new Date(clock.now()),
        });
        return LOGOUT.parse(payload);
      });
      return { issuer: iss, subject: sub };
    },
  };
}

const CLAIMS = z.looseObject({
  iss: z.string(),
  sub: z.string().min(1).max(255).transform(storable),
  email: z.string().toLowerCase().optional().catch(undefined),
  email_verified: z.boolean().optional().catch(undefined),
  name: z.string().optional().catch(undefined),
});

/** A nonce would make an ID token of it. */
const LOGOUT = z.looseObject({
  iss: z.string(),
  sub: z.string().min(1).transform(storable),
  jti: z.string(),
  events: z.looseObject({ [LOGOUT_EVENT]: z.looseObject({}) }),
  nonce: z.undefined().optional(),
});

/** How openid-client says that a provider calls itself by another name. */
const OTHER_ISSUER = z.looseObject({
  cause: z.looseObject({
    attribute: z.literal("issuer"),
    body: z.looseObject({ issuer: z.string() }),
  }),
});

/** `xms_edov` says whether the owner of the address's domain is verified; Entra writes it in several ways. */
const isTrueInEntra = (claim: unknown): boolean =>
  [true, 1, "1", "true"].some((is) => is === claim);

/** RFC 8414: without a list of methods, a provider takes the secret as HTTP Basic. */
const authenticate =
  (secret: string): oidc.ClientAuth =>
  (server, ...rest) => {
    const { token_endpoint_auth_methods_supported: methods = ["client_secret_basic"] } = server;
    const method = methods.includes("client_secret_basic")
      ? oidc.ClientSecretBasic(secret)
      : oidc.ClientSecretPost(secret);
    method(server, ...rest);
  };

/** @throws ProviderAway if there is no whole answer, or one that says that the provider fails. */
async function fetchFrom(
  url: string,
  {
    method,
    headers,
    body,
  }: Pick<oidc.CustomFetchOptions, "method"> &
    Partial<Pick<oidc.CustomFetchOptions, "headers" | "body">>,
  signal: AbortSignal,
): Promise<Response> {
  try {
    const answer = await request(url, {
      method: method === "POST" ? "POST" : "GET",
      headers: headers ?? {},
      body: body == null ? null : String(body as URLSearchParams),
      signal,
    });
    const bytes = await readAtMost(answer.body, MAX_RESPONSE_BYTES);
    if (bytes === undefined) throw new Error(`more than ${MAX_RESPONSE_BYTES} bytes`);
    if (answer.statusCode >= 500) throw new Error(`status ${answer.statusCode}`);
    const type = String(answer.headers["content-type"] ?? "");
    return new Response(bytes.length === 0 ? null : Uint8Array.from(bytes), {
      status: answer.statusCode,
      headers: { "content-type": type },
    });
  } catch (error) {
    throw error instanceof ProviderAway ? error : new ProviderAway(networkErrorDetail(error));
  }
}

const isFor = (clientId: string, token: string): boolean =>
  token.length <= MAX_LOGOUT_CHARACTERS &&
  [tryOrUndefined(() => decodeJwt(token).aud)].flat().includes(clientId);

function causeOf<T>(error: unknown, kind: new (message: string) => T): T | undefined {
  if (error instanceof kind) return error;
  return error instanceof Error ? causeOf(error.cause, kind) : undefined;
}

/** What went wrong, without the contents of tokens: only the messages of the errors. */
function detailOf(error: unknown): string {
  const away = causeOf(error, ProviderAway);
  if (away !== undefined) return away.message;
  if (error instanceof oidc.AuthorizationResponseError || error instanceof oidc.ResponseBodyError) {
    return oneLine(error.error_description ?? error.error).slice(0, 200);
  }
  const messages = [];
  for (let one = error; one instanceof Error; one = one.cause) messages.push(one.message);
  return oneLine(messages.join(": ")).slice(0, 200);
}
