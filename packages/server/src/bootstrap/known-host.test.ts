import { request } from "undici";
import { EMAIL, PASSWORD, useDashboard } from "../../test/dashboard.ts";
import vectors from "../../../../test/vectors/host-headers.json" with { type: "json" };
import { knownHost } from "./known-host.ts";

const CREDENTIALS = { email: EMAIL, password: PASSWORD };
type Headers = Readonly<Record<string, string>>;

/** `fetch` does not allow setting Host. Posts fields if there are some. */
async function ask(url: string, path: string, headers: Headers, fields?: Headers) {
  const type = "application/x-www-form-urlencoded";
  const { statusCode: status, body } = await request(new URL(path, url), {
    ...(fields && { method: "POST", body: new URLSearchParams(fields).toString() }),
    headers: { ...headers, ...(fields && { "content-type": type }) },
  });
  return { status, text: await body.text() };
}

describe("a server without a public URL", () => {
  const server = useDashboard({ INTRAY_ALLOWED_HOSTS: "intray.lan" });
  const signIn = (host: string) =>
    ask(server.url, "/dashboard/sign-in", { host, origin: `http://${host}` }, CREDENTIALS);

  it("rejects a sign-in and the metrics under a host name of another site", async () => {
    const host = "rebind.example:8787";
    const signedIn = await signIn(host);
    const shown = await ask(server.url, "/dashboard/sign-in", { host });
    const metrics = await ask(server.url, "/metrics", { host });

    expect([signedIn.status, shown.status, metrics.status]).toEqual([400, 400, 400]);
    for (const { text: words } of [signedIn, shown, metrics]) {
      expect(words).toMatch(/does not answer to the host name .{2,6}rebind\.example\W/);
      expect(words).toContain("INTRAY_ALLOWED_HOSTS");
    }
  });

  it("accepts the dashboard and the metrics under a name of the setting", async () => {
    const host = "intray.lan";
    const metrics = await ask(server.url, "/metrics", { host });

    expect([(await signIn(host)).status, metrics.status]).toEqual([303, 200]);
  });

  it("accepts posts, API requests and health checks under any host name", async () => {
    const headers = { host: "rebind.example", accept: "application/json" };
    const posted = await ask(server.url, "/f/1.json", headers, { message: "hello" });
    const listed = await server.request("GET", "/forms");
    const api = await ask(server.url, "/api/v1/openapi.json", headers);
    const health = await ask(server.url, "/healthz", headers);

    expect([posted.status, listed.status, api.status, health.status]).toEqual([200, 200, 200, 200]);
  });

  it("shows the name as text", async () => {
    const host = "<script>alert(1)</script>";
    const { status, text: words } = await ask(server.url, "/dashboard/sign-in", { host });

    expect(status).toBe(400);
    expect(words).not.toContain("<script>alert");
  });
});

describe("a server with a public URL behind a proxy", () => {
  const TOKEN = "the-token-of-the-metrics";
  const server = useDashboard({
    INTRAY_PUBLIC_URL: "https://forms.example.org",
    INTRAY_TRUST_PROXY: "127.0.0.1",
    INTRAY_METRICS_TOKEN: TOKEN,
  });

  it("gives the metrics to nobody without the token, and with it under any host name", async () => {
    const authorization = `Bearer ${TOKEN}`;
    const [without, withToken] = await Promise.all([
      ask(server.url, "/metrics", {}),
      ask(server.url, "/metrics", { host: "intray.pods.internal", authorization }),
    ]);

    expect([without.status, withToken.status]).toEqual([401, 200]);
    expect(without.text).toContain("INTRAY_METRICS_TOKEN");
  });

  it.each([
    ["backend:8787", "forms.example.org", "https://forms.example.org", 303],
    ["forms.example.org", undefined, "https://forms.example.org", 303],
    ["backend:8787", undefined, "https://forms.example.org", 400],
    // A page of another site can send the header, and its browser adds the page's origin.
    ["rebind.example", "localhost", "http://rebind.example", 403],
  ])(
    "answers a sign-in under %s, forwarded %s, from %s",
    async (host, forwarded, origin, status) => {
      const proxy = forwarded === undefined ? {} : { "x-forwarded-host": forwarded };
      const headers = { host, origin, ...proxy };
      const answer = await ask(server.url, "/dashboard/sign-in", headers, CREDENTIALS);

      expect(answer.status).toBe(status);
    },
  );
});

describe("a host", () => {
  const from = (
    headers: Readonly<Record<string, string>>,
    { local = "203.0.113.5", peer = "198.51.100.1" } = {},
  ) => ({ headers, socket: { localAddress: local, remoteAddress: peer } });
  const isKnown = knownHost({
    publicUrl: "https://Forms.example.org:8443",
    host: "0.0.0.0",
    allowedHosts: ["intray.lan", "2001:DB8::7"],
    trustProxy: ["10.0.0.0/8"],
  });

  it.each(vectors.known)("is known: %s", (host) => {
    expect(isKnown(from({ host }))).toBe(host);
  });

  it.each(vectors.unknown)("is not known: %j", (host) => {
    expect(isKnown(from({ host }))).toBeUndefined();
  });

  it("is not known if the header is missing", () => {
    expect(isKnown(from({}))).toBeUndefined();
  });

  it("may be the socket's address, also as IPv6 or mapped IPv4", () => {
    expect(isKnown(from({ host: "203.0.113.5" }, { local: "::ffff:203.0.113.5" }))).toBeDefined();
    expect(isKnown(from({ host: "[2001:db8::1]:80" }, { local: "2001:db8::1" }))).toBeDefined();
  });

  it("comes from X-Forwarded-Host if a trusted proxy sent it", () => {
    const headers = { host: "backend:8787", "x-forwarded-host": "evil.test, forms.example.org" };

    expect(isKnown(from(headers, { peer: "10.1.2.3" }))).toBe("forms.example.org");
    expect(isKnown(from(headers, { peer: "::ffff:10.1.2.3" }))).toBe("forms.example.org");
    expect(isKnown(from(headers))).toBeUndefined();
    const evil = { host: "localhost", "x-forwarded-host": "evil.test" };
    expect(isKnown(from(evil, { peer: "10.1.2.3" }))).toBeUndefined();
  });
});
