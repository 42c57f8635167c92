import { ConfigError, readConfig } from "./config.ts";

const BUCKET = { INTRAY_S3_BUCKET: "files" };

it("stores files in a bucket if one is set, also with PostgreSQL", () => {
  const { config } = readConfig({
    INTRAY_DATABASE_URL: "postgres://db/intray",
    INTRAY_ENCRYPTION_KEY: "7".repeat(64),
    INTRAY_S3_BUCKET: "files",
    INTRAY_S3_ENDPOINT: "http://127.0.0.1:9000",
    INTRAY_S3_ACCESS_KEY_ID: "id",
    INTRAY_S3_SECRET_ACCESS_KEY: "secret",
    INTRAY_S3_PREFIX: "intray/a",
  });

  expect(config.attachments).toEqual({
    kind: "s3",
    bucket: "files",
    endpoint: "http://127.0.0.1:9000",
    region: "us-east-1",
    credentials: { accessKeyId: "id", secretAccessKey: "secret" },
    prefix: "intray/a/",
    forcePathStyle: true,
  });
});

it("leaves region, credentials and addressing to the SDK if only a bucket is set", () => {
  const { config } = readConfig(BUCKET);

  expect(config.attachments).toEqual({
    kind: "s3",
    bucket: "files",
    endpoint: undefined,
    region: undefined,
    credentials: undefined,
    prefix: "",
    forcePathStyle: false,
  });
});

it("reads lists, durations, URLs and paths", () => {
  const { config, warnings } = readConfig({
    INTRAY_PUBLIC_URL: "https://forms.example.org/",
    INTRAY_WEBHOOK_ALLOW: "127.0.0.1:9000, 10.0.0.0/8",
    INTRAY_RETRY_SCHEDULE: "500ms, 1s,2m,1h",
    INTRAY_TRUST_PROXY: "10.0.0.0/8, 2001:db8::1",
    INTRAY_DATA_DIR: "/srv/intray",
  });

  expect(config).toMatchObject({
    publicUrl: "https://forms.example.org",
    webhookAllow: ["127.0.0.1:9000", "10.0.0.0/8"],
    retryScheduleMs: [500, 1_000, 120_000, 3_600_000],
    trustProxy: ["10.0.0.0/8", "2001:db8::1"],
    dataDir: "/srv/intray",
    attachments: { kind: "disk", folder: "/srv/intray/attachments" },
    minFreeDisk: 268_435_456,
    database: { kind: "sqlite", file: "/srv/intray/intray.db" },
  });
  expect(warnings).toEqual([]);
});

it.each([
  ["off", undefined],
  ["5", 5],
  ["", 60],
])("reads %j as a rate limit of %s", (INTRAY_RATE_LIMIT, rateLimit) => {
  expect(readConfig({ INTRAY_RATE_LIMIT }).config.rateLimit).toBe(rateLimit);
});

it.each([
  [{ INTRAY_RATE_LIMIT: "0" }, /INTRAY_RATE_LIMIT must be a whole number .*, or off/],
  [{ INTRAY_TRUST_PROXY: "10.0.0.0/8,proxy" }, /INTRAY_TRUST_PROXY must be addresses and ranges/],
  [{ INTRAY_AKISMET_KEY: "no key" }, /INTRAY_AKISMET_KEY must be an API key/],
  [{ INTRAY_PORT: "eighty" }, /INTRAY_PORT must be a port from 0 to 65535/],
  [{ INTRAY_PORT: "70000" }, /INTRAY_PORT must be a port/],
  [{ INTRAY_HOST: "127.0.0.1:8787" }, /INTRAY_HOST must be an address of this machine/],
  [{ INTRAY_PUBLIC_URL: "forms.example.org" }, /INTRAY_PUBLIC_URL must be an http or https URL/],
  [{ INTRAY_PUBLIC_URL: "https://example.org/forms/" }, /must be a URL without a path/],
  [{ INTRAY_PUBLIC_URL: "https://example.org/?a" }, /PUBLIC_URL must be a URL without a path/],
  [{ INTRAY_FILES_URL: "https://a.test/files" }, /INTRAY_FILES_URL must be a URL without a path/],
  [{ INTRAY_FILES_URL: "https://a.test" }, /INTRAY_FILES_URL needs INTRAY_PUBLIC_URL/],
  [
    { INTRAY_FILES_URL: "https://a.test:8443", INTRAY_PUBLIC_URL: "https://A.test" },
    /INTRAY_FILES_URL and INTRAY_PUBLIC_URL name the same host/,
  ],
  [{ INTRAY_BOOTSTRAP_ACCOUNT_KEY: "short" }, /BOOTSTRAP_ACCOUNT_KEY must be a text of 32/],
  [{ INTRAY_RETRY_SCHEDULE: "1 second" }, /INTRAY_RETRY_SCHEDULE must be durations/],
  [{ INTRAY_DISABLE_ON_410: "no" }, /INTRAY_DISABLE_ON_410 must be true or false/],
  [{ INTRAY_METRICS_TOKEN: "short" }, /INTRAY_METRICS_TOKEN must be 16 or more letters/],
  [{ INTRAY_METRICS_TOKEN: "sixteen characters" }, /METRICS_TOKEN must be .*without spaces/],
  [{ INTRAY_LOG_LEVEL: "loud" }, /INTRAY_LOG_LEVEL must be one of debug, info/],
  [{ INTRAY_MAX_BODY_BYTES: "-1" }, /INTRAY_MAX_BODY_BYTES must be a whole number of bytes/],
  [
    { INTRAY_DATABASE_URL: "mysql://db/intray" },
    /must be postgres:\/\/user.*or the path of a SQLite file/,
  ],
  [{ INTRAY_DATABASE_URL: "postgres://db/intray" }, /^INTRAY_ENCRYPTION_KEY or .* must be set/m],
  [{ INTRAY_MIN_FREE_DISK: "1GB" }, /INTRAY_MIN_FREE_DISK must be a whole number of bytes/],
  [{ INTRAY_S3_REGION: "eu" }, /INTRAY_S3_REGION is set without INTRAY_S3_BUCKET/],
  [
    { ...BUCKET, INTRAY_S3_ACCESS_KEY_ID: "id" },
    /Only one of INTRAY_S3_ACCESS_KEY_ID and .* is set/,
  ],
  [
    { ...BUCKET, INTRAY_ATTACHMENTS_DIR: "/srv" },
    /ATTACHMENTS_DIR and INTRAY_S3_BUCKET are both set/,
  ],
  [{ ...BUCKET, INTRAY_S3_PREFIX: "/a b" }, /INTRAY_S3_PREFIX must be path segments/],
  [{ ...BUCKET, INTRAY_S3_ENDPOINT: "s3" }, /INTRAY_S3_ENDPOINT must be an http/],
  [{ INTRAY_S3_BUCKT: "files" }, /Did you mean INTRAY_S3_BUCKET\?/],
  [{ INTRAY_ENCRYPTION_KEY: "beef" }, /INTRAY_ENCRYPTION_KEY must be keys of 32 bytes.*key 1/],
  [{ INTRAY_LEADS_URL: "localhost:11434" }, /INTRAY_LEADS_URL must be the http or https URL/],
  [{ INTRAY_LEADS_URL: "http://model/v1" }, /INTRAY_LEADS_URL needs INTRAY_LEADS_MODEL/],
  [{ INTRAY_LEADS_API_KEY: "sk-1" }, /INTRAY_LEADS_API_KEY needs INTRAY_LEADS_URL/],
  [{ INTRAY_ADMIN_EMAIL: "ada" }, /INTRAY_ADMIN_EMAIL must be an e-mail address/],
  [{ INTRAY_ADMIN_EMAIL: "ada@example.org" }, /needs INTRAY_ADMIN_PASSWORD_FILE/],
  [{ INTRAY_PROT: "80" }, /PROT is not a setting of this server\. Did you mean INTRAY_PORT\?/],
])("rejects %j with a message", (environment, message) => {
  expect(() => readConfig(environment)).toThrow(ConfigError);
  expect(() => readConfig(environment)).toThrow(message);
});

it.each([
  ["https://api.openai.com/v1", "https://api.openai.com/v1/chat/completions"],
  ["http://127.0.0.1:11434/v1/", "http://127.0.0.1:11434/v1/chat/completions"],
  ["https://m.example/v1/chat/completions", "https://m.example/v1/chat/completions"],
  ["https://m.example/chat/completions?v=2", "https://m.example/chat/completions?v=2"],
])("reads %s as the model at %s", (given, url) => {
  const { config } = readConfig({ INTRAY_LEADS_URL: given, INTRAY_LEADS_MODEL: "small" });

  expect(config.leads).toMatchObject({ url, model: "small", apiKey: undefined });
});

it("does not repeat an invalid key in the error", () => {
  const key = `${"5ec2e7".repeat(10)}5ec2`;

  expect(() => readConfig({ INTRAY_ENCRYPTION_KEY: `${key},${key}` })).toThrow(
    expect.not.objectContaining({
      message: expect.stringContaining("5ec2e7") as string,
    }) as Error,
  );
});

it.each([
  "proxy.internal:3128",
  "socks5://proxy.internal:1080",
  "http://proxy.internal:3128/path",
  "http://proxy.internal:3128/?a=b",
  "http://:s3cret@proxy.internal:3128",
  "http://user:s3cret%zz@proxy.internal:3128",
  "http://user:s3cret%ff@proxy.internal:3128",
  "http://user:s3cret@proxy.internal:99999",
  "http://user:s3cret@",
])("rejects the proxy %s without repeating it", (proxy) => {
  const read = () => readConfig({ INTRAY_WEBHOOK_PROXY: proxy });

  expect(read).toThrow(/^INTRAY_WEBHOOK_PROXY must be the http or https URL of a proxy, /);
  expect(read).not.toThrow(/s3cret|1080|path/);
});

it("reports every problem at once", () => {
  expect(() => readConfig({ INTRAY_PORT: "x", INTRAY_LOG_LEVEL: "y" })).toThrow(
    /PORT[^]*LOG_LEVEL/,
  );
});

it("ignores names of other programs and warns of unknown ones", () => {
  const { warnings } = readConfig({
    INTRAY_BASE_URL: "http://x",
    INTRAY_SERVICE_HOST: "10.0.0.1",
    INTRAY_PORT_8787_TCP: "tcp://10.0.0.1",
    INTRAY_FANCINESS: "11",
    PATH: "/bin",
  });

  expect(warnings).toEqual(["INTRAY_FANCINESS is not a setting of this server and is ignored."]);
});

it("treats an empty value as not set", () => {
  expect(readConfig({ INTRAY_PORT: "" }).config.port).toBe(8787);
});
