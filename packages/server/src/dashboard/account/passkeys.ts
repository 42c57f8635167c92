/** Passkeys (WebAuthn): what browsers are asked, and the check of their answers. */
import { isIP } from "node:net";
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { hashToken, newToken } from "../../domain/account/sign-in-link.ts";
import { AppError } from "../../domain/errors.ts";
import { storable } from "../../platform/text/safe-text.ts";
import { createRateLimit, type RateLimit } from "../../platform/rate-limit.ts";
import type { NewPasskey } from "../../store/accounts/second-factors.ts";
import type { DashboardContext, DashboardParts } from "../http/env.ts";

/** How long a browser may take to answer. */
const CHALLENGE_MS = 300_000;
/** Challenges that strangers may ask for, by network and minute. */
const CHALLENGES_PER_MINUTE = 30;
const MAX_NAME_CHARACTERS = 60;
/** EdDSA, ES256 and RS256, which all authenticators have one of; Node calls the library's fourth one experimental. */
const ALGORITHMS = [-8, -7, -257];

/** Loaded at the first use: most servers rest without it. */
const library = () => import("@simplewebauthn/server");

export type Passkeys = ReturnType<typeof createPasskeys>;

/** The origin that passkeys are of: the public one, which has a name; on the own machine that is localhost. */
function siteOf(publicUrl: string): { readonly origin: string; readonly rpID: string } {
  const url = new URL(publicUrl);
  if (["127.0.0.1", "[::1]"].includes(url.hostname)) url.hostname = "localhost";
  return { origin: url.origin, rpID: url.hostname };
}

/** Why browsers offer no passkeys for this address; `undefined` if they do. */
export function passkeyProblem(publicUrl: string): string | undefined {
  const { origin, rpID } = siteOf(publicUrl);
  if (isIP(rpID.replaceAll(/[[\]]/g, "")) > 0) {
    return "Passkeys need a host name, and this server is reached by an address. Set INTRAY_PUBLIC_URL.";
  }
  const isSecure = origin.startsWith("https:") || rpID === "localhost";
  return isSecure ? undefined : "Passkeys need https, and this server is reached by http.";
}

export function createPasskeys({ store, clock, random, publicUrl, clientAddress }: DashboardParts) {
  let limit: RateLimit | undefined;

  async function newChallenge(login_id: number | null): Promise<Buffer<ArrayBuffer>> {
    const token = newToken(random);
    const expires_at = clock.now() + CHALLENGE_MS;
    await store.writes.createChallenge({ hash: hashToken(token), login_id, expires_at });
    return Buffer.from(token, "base64url");
  }

  const isChallengeOf = (login_id: number | null) => (challenge: string) =>
    store.writes.useChallenge({ hash: hashToken(challenge), login_id, now: clock.now() });

  return {
    /** What a browser is asked in order to make a passkey. */
    async creationOptions({
      login_id,
      email,
    }: {
      readonly login_id: number;
      readonly email: string;
    }) {
      const { generateRegistrationOptions } = await library();
      const known = await store.reads.listCredentials({ login_id });
      return generateRegistrationOptions({
        rpName: "Intray",
        rpID: siteOf(publicUrl()).rpID,
        userName: email,
        userID: Buffer.from(`intray login ${login_id}`),
        challenge: await newChallenge(login_id),
        supportedAlgorithmIDs: ALGORITHMS,
        excludeCredentials: known.map(({ credential_id: id }) => ({ id })),
        authenticatorSelection: { residentKey: "required", userVerification: "preferred" },
      });
    },

    /** The passkey that a browser has made. @throws AppError `invalid`. */
    async created(login_id: number, answer: string, name: string): Promise<NewPasskey> {
      const { verifyRegistrationResponse } = await library();
      const { origin, rpID } = siteOf(publicUrl());
      try {
        const { registrationInfo } = await verifyRegistrationResponse({
          response: JSON.parse(answer) as RegistrationResponseJSON,
          expectedChallenge: isChallengeOf(login_id),
          expectedOrigin: origin,
          expectedRPID: rpID,
          requireUserVerification: false,
          supportedAlgorithmIDs: ALGORITHMS,
        });
        if (registrationInfo === undefined) throw new Error("The answer has no passkey.");
        const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
        return {
          credential_id: id,
          public_key: publicKey,
          counter,
          transports: JSON.stringify(transports),
          name: storable(name.trim().slice(0, MAX_NAME_CHARACTERS)) || "Passkey",
        };
      } catch (cause) {
        throw new AppError("invalid", "The passkey was not accepted. Try again.", { cause });
      }
    },

    /** What a browser is asked in order to use a passkey. @param login_id `null`: of whoever signs in. */
    async requestOptions(c: DashboardContext, login_id: number | null) {
      if (login_id === null) {
        limit ??= createRateLimit(CHALLENGES_PER_MINUTE, clock);
        const verdict = limit.count("passkey", clientAddress(c.env.incoming));
        if (verdict.kind !== "within") {
          throw new AppError(
            "rate_limited",
            "Too many attempts from your network. Wait a minute.",
            {
              headers: { "Retry-After": String(verdict.retryAfterS) },
            },
          );
        }
      }
      const { generateAuthenticationOptions } = await library();
      const known = login_id === null ? [] : await store.reads.listCredentials({ login_id });
      return generateAuthenticationOptions({
        rpID: siteOf(publicUrl()).rpID,
        challenge: await newChallenge(login_id),
        allowCredentials: known.map(({ credential_id: id }) => ({ id })),
        userVerification: login_id === null ? "required" : "preferred",
      });
    },

    /**
     * Whose passkey answered; `undefined` if the answer is not valid, was sent before, or is of another login.
     *
     * @param login_id `null`: of whoever signs in, by nothing else, so the device must have asked for a PIN or finger.
     */
    async used(login_id: number | null, answer: string) {
      const { verifyAuthenticationResponse } = await library();
      const { origin, rpID } = siteOf(publicUrl());
      try {
        const response = JSON.parse(answer) as AuthenticationResponseJSON;
        const id: unknown = response.id;
        const passkey =
          typeof id === "string" ? await store.reads.findPasskey({ credential_id: id }) : undefined;
        if (passkey === undefined || (login_id ?? passkey.login_id) !== passkey.login_id) {
          return undefined;
        }
        const { verified, authenticationInfo } = await verifyAuthenticationResponse({
          response,
          expectedChallenge: isChallengeOf(login_id),
          expectedOrigin: origin,
          expectedRPID: rpID,
          credential: {
            id: response.id,
            publicKey: new Uint8Array(passkey.public_key),
            counter: passkey.counter,
          },
          requireUserVerification: login_id === null,
        });
        const { newCounter: counter } = authenticationInfo;
        const isUsed =
          verified &&
          (await store.writes.usePasskey({ id: passkey.id, counter, now: clock.now() }));
        return isUsed ? passkey : undefined;
      } catch (error) {
        if (error instanceof AppError) throw error;
        // The library throws for each answer that is not as it must be.
        return undefined;
      }
    },
  };
}
