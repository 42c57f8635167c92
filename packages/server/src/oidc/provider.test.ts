// What people are told if the provider is away, slow or another one.
import type { RequestListener, ServerResponse } from "node:http";
import { serveOnLoopback } from "../../../../test/harness/loopback.ts";
import { useShared } from "../../../../test/harness/use.ts";
import { commandContext } from "../../test/admin/command-context.ts";
import { createFakeClock } from "../../test/fake-clock.ts";
import { checkProvider } from "../admin/doctor/single-sign-on.ts";
import { readConfig } from "../config/config.ts";
import { openProvider } from "./provider.ts";

let answer: RequestListener;
const loopback = useShared(() => serveOnLoopback((...given) => answer(...given)));
const json = (body: unknown) => (response: ServerResponse) =>
  void response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
const settings = () => ({
  issuer: loopback.url,
  clientId: "intray",
  clientSecret: "secret",
  name: "Example ID",
  isOnly: false,
});
const endless = (response: ServerResponse) => {
  const more = () => {
    while (response.write("x".repeat(8_192))) if (response.destroyed) return;
  };
  response.on("drain", more);
  more();
};

it.each<[string, (response: ServerResponse) => unknown, RegExp]>([
  ["fails", (r) => r.writeHead(503).end(), /^Example ID cannot be reached \(status 503\)/],
  ["hangs up", (r) => r.destroy(), /^Example ID cannot be reached \(/],
  ["never stops", endless, /cannot be reached \(more than 262144 bytes\)/],
  ["has no such page", (r) => r.writeHead(404).end(), /does not answer like an OpenID provider/],
  ["redirects", (r) => r.writeHead(302, { location: "/" }).end(), /does not answer like/],
  ["sends HTML", (r) => r.end("<p>Welcome</p>"), /not .*checks INTRAY_OIDC_ISSUER/],
  ["sends no issuer", json({}), /checks INTRAY_OIDC_ISSUER/],
  [
    "is another one",
    json({ issuer: "https://id.example.org/realms/\u202eother" }),
    /calls itself https:\/\/id\.example\.org\/realms\/\[RLO\]other\. .* sets INTRAY_OIDC_ISSUER/,
  ],
  [
    "is one for all tenants",
    json({ issuer: "https://login.microsoftonline.com/{tenantid}/v2.0" }),
    /calls itself https:\/\/login\.microsoftonline\.com\/\{tenantid\}/,
  ],
])("says what to do if the provider %s", async (_, respond, message) => {
  answer = (_request, response) => void respond(response);
  const context = commandContext(
    readConfig({ ...environment(), INTRAY_OIDC_NAME: "Example ID" }).config,
  );

  const begun = openProvider(settings(), context.clock).begin("http://127.0.0.1/callback");

  await expect(begun).rejects.toMatchObject({ code: "overloaded", message });
  await expect(begun).rejects.toMatchObject({ message: /with your password instead\.$/ });
  expect(await checkProvider(context)).toMatchObject({ state: "failed", message });
});

it("waits five seconds for all requests together", async () => {
  const clock = createFakeClock(0);
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  answer = () => resolve();

  const begun = openProvider(settings(), clock).begin("http://127.0.0.1/callback");
  await asked;
  clock.advance(5_000);

  await expect(begun).rejects.toMatchObject({ message: /no answer within 5 s/ });
});

const environment = () => ({
  INTRAY_OIDC_ISSUER: loopback.url,
  INTRAY_OIDC_CLIENT_ID: "intray",
  INTRAY_OIDC_CLIENT_SECRET: "secret",
});

it.each([
  [{}, "warning", /INTRAY_PUBLIC_URL, which is not set/],
  [
    { INTRAY_PUBLIC_URL: "https://a.example" },
    "ok",
    /https:\/\/a\.example\/dashboard\/sign-in\/callback/,
  ],
])(
  "tells doctor the addresses that the provider has to know: %j",
  async (further, state, message) => {
    answer = (_request, response) => json({ issuer: loopback.url })(response);
    const { config } = readConfig({ ...environment(), ...further });

    expect(await checkProvider(commandContext(config))).toMatchObject({ state, message });
  },
);

it.each([
  ["http://id.example.org"],
  ["ftp://id.example.org"],
  ["https://id.example.org/.well-known/openid-configuration"],
  ["https://id.example.org/?tenant=1"],
  ["id.example.org"],
])("refuses the issuer %s", (issuer) => {
  const given = { ...environment(), INTRAY_OIDC_ISSUER: issuer };
  expect(() => readConfig(given)).toThrow(/^INTRAY_OIDC_ISSUER must be the https URL/);
});

it.each([
  ["staff=editor"],
  ['{"staff":"editor"}'],
  ['{"staff":{"role":"king"}}'],
  ['{"staff":{"role":"admin","project_ids":[1]}}'],
  ['{"staff":{"role":"editor","project_ids":["1"]}}'],
  ['{"staff":{"role":"editor","projects":[1]}}'],
])("refuses the groups %s", (INTRAY_OIDC_ROLES) => {
  const given = { ...environment(), INTRAY_OIDC_ROLE_CLAIM: "groups", INTRAY_OIDC_ROLES };
  expect(() => readConfig(given)).toThrow(/^INTRAY_OIDC_ROLES must be JSON such as/);
});
