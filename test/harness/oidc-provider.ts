/** A real OpenID provider (oidc-provider) on loopback, which tests can make lie, fail and forget its keys. */
import { decodeJwt, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { type JWK, Provider } from "oidc-provider";
import { serveOnLoopback } from "./loopback.ts";

export const CLIENT = { client_id: "intray", client_secret: "a secret of the client" } as const;

interface Person {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
  readonly groups?: readonly string[];
}

type LogOut = (sub: string, sid: string) => Promise<void>;
const CLAIMS = ["email", "email_verified", "name", "groups"];

export async function openOidcProvider() {
  let provider: Provider | undefined;
  let key = await newKey();
  const loopback = await serveOnLoopback((request, response) => {
    if (self.isDownAt?.test(request.url ?? "") === true) response.writeHead(502).end();
    else void provider?.callback()(request, response);
  });

  /** With new keys, whatever there was before. */
  function open(server: string): Provider {
    const opened = new Provider(loopback.url, {
      clients: [
        {
          ...CLIENT,
          redirect_uris: [`${server}/dashboard/sign-in/callback`],
          backchannel_logout_uri: `${server}/single-sign-on/logout`,
        },
      ],
      jwks: { keys: [key.jwk] },
      cookies: { keys: ["of the test"] },
      ttl: { AccessToken: 60, IdToken: 60, Interaction: 60, Grant: 60, Session: 60 },
      // Its own refuses to send logout tokens to loopback.
      fetch: (address, options) =>
        fetch(address, Object.assign({}, options, { dispatcher: undefined })),
      claims: {
        openid: ["sub"],
        email: ["email", "email_verified"],
        profile: ["name"],
        groups: ["groups"],
      },
      features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
      interactions: { url: (_, { uid }) => `/interaction/${uid}` },
      findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ ...self.person, sub }) }),
      async loadExistingGrant({ oidc }) {
        const { client, session } = oidc;
        const grant = new opened.Grant({
          clientId: client?.clientId,
          accountId: session?.accountId,
        });
        grant.addOIDCScope("openid email profile groups");
        grant.addOIDCClaims(CLAIMS);
        await grant.save();
        return grant;
      },
    });
    opened.use(async (ctx, next) => {
      if (!ctx.path.startsWith("/interaction/")) return next();
      if (ctx.method === "GET") {
        ctx.body = `<!doctype html><title>Provider</title><form method="post"><button>Sign in as ${self.person.sub}</button></form>`;
      } else {
        const result = self.isDenied
          ? { error: "access_denied", error_description: "not <b>today</b>" }
          : { login: { accountId: self.person.sub } };
        ctx.redirect(await opened.interactionResult(ctx.req, ctx.res, result));
      }
    });
    opened.use(async (ctx, next) => {
      await next();
      const { id_token, ...others } = (ctx.body ?? {}) as { readonly id_token?: string };
      if (id_token === undefined || self.forge === undefined) return;
      ctx.body = { ...others, id_token: await self.forge(decodeJwt(id_token)) };
    });
    return opened;
  }

  const sign = (claims: JWTPayload, by = key) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: "RS256", kid: key.jwk.kid ?? "" })
      .sign(by.privateKey);

  const self = {
    ...loopback,
    person: { sub: "ada" } as Person,
    isDenied: false,
    /** Makes other ID tokens of the claims. */
    forge: undefined as ((claims: JWTPayload) => string | Promise<string>) | undefined,
    /** Requests to matching paths fail. */
    isDownAt: undefined as RegExp | undefined,
    sign,
    settings: {
      INTRAY_OIDC_ISSUER: loopback.url,
      INTRAY_OIDC_CLIENT_ID: CLIENT.client_id,
      INTRAY_OIDC_CLIENT_SECRET: CLIENT.client_secret,
      INTRAY_OIDC_NAME: "Example ID",
    },
    /** Lets people of a server sign in; with new keys each time. */
    async serve(server: string): Promise<void> {
      key = await newKey();
      provider = open(server);
    },
    /** Ends the sessions of a person at the server, as the provider does. */
    async logOut(sub: string): Promise<void> {
      const client = await provider?.Client.find(CLIENT.client_id);
      // Missing in the types.
      const { backchannelLogout } = client as unknown as { backchannelLogout: LogOut };
      await backchannelLogout.call(client, sub, "the session");
    },
    /** Signs in as a browser does. @returns The path at the server that the provider redirects to. */
    async visit(address: string): Promise<string> {
      const cookies = new Map<string, string>();
      let to = new URL(address);
      for (let method = "GET"; to.origin === loopback.url;) {
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
        const answer = await fetch(to, { method, redirect: "manual", headers: { cookie } });
        for (const line of answer.headers.getSetCookie()) {
          const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
          cookies.set(name, value);
        }
        const location = answer.headers.get("location");
        method = location === null && method === "GET" ? "POST" : "GET";
        if (location === null && answer.status !== 200) throw new Error(await answer.text());
        to = new URL(location ?? "", to);
      }
      return to.pathname + to.search;
    },
  };
  return self;
}

export async function newKey() {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const kid = crypto.randomUUID();
  const jwk: JWK = { ...(await exportJWK(privateKey)), kid, alg: "RS256", use: "sig" };
  return { privateKey, jwk };
}
