import { readFileSync, writeFileSync } from "node:fs";
import { openFolder } from "../../../../test/harness/folder.ts";
import { readConfig } from "./config.ts";
import { namesIn, SECRETS, SETTINGS } from "./settings.ts";
import { tryOrUndefined } from "../platform/errors.ts";

const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
const rows = [...readme.matchAll(/^\| `(INTRAY_\w+)` +\| (.+?) +\| .+ \|$/gm)].map(
  ([, name = "", fallback = ""]) => ({ name, fallback }),
);

const S3 = {
  INTRAY_S3_BUCKET: "files",
  INTRAY_S3_ACCESS_KEY_ID: "id",
  INTRAY_S3_SECRET_ACCESS_KEY: "secret",
} as const;
const LEADS = { INTRAY_LEADS_URL: "http://127.0.0.1:9/v1", INTRAY_LEADS_MODEL: "large" } as const;

const MAIL = {
  INTRAY_SMTP_URL: "smtp://relay.example.org",
  INTRAY_MAIL_FROM: "forms@example.org",
  INTRAY_MAIL_DKIM_KEY_FILE: "dkim.pem",
  INTRAY_MAIL_DKIM_SELECTOR: "intray",
} as const;

const OIDC = {
  INTRAY_OIDC_ISSUER: "https://id.example.org",
  INTRAY_OIDC_CLIENT_ID: "intray",
  INTRAY_OIDC_CLIENT_SECRET: "secret",
  INTRAY_OIDC_ROLE_CLAIM: "groups",
  INTRAY_OIDC_ROLES: '{"staff":{"role":"editor"}}',
} as const;

describe("the table of settings in the README", () => {
  it("lists every setting once, and no other name; the files of secrets below", () => {
    const [list = ""] = /^Each secret may be .*$/m.exec(readme) ?? [];
    const files = [...list.matchAll(/`(INTRAY_\w+)`/g)].map(([, name = ""]) => name);

    expect([...rows.map(({ name }) => name), ...files].toSorted()).toEqual(
      namesIn(SETTINGS).toSorted(),
    );
  });

  it("lists the actual defaults", () => {
    const { config } = readConfig({});
    const literal = rows.filter(({ fallback }) => fallback.startsWith("`"));

    for (const { name, fallback } of literal) {
      const read = readConfig({ [name]: fallback.replaceAll("`", "") }).config;

      expect({ name, config: read }).toEqual({ name, config });
    }
    expect(literal.length).toBeGreaterThan(10);
  });
});

/** For each setting: a value that is not its default, and what else it needs. */
const OTHER_VALUES: Readonly<
  Record<string, string | readonly [string, Readonly<Record<string, string>>]>
> = {
  INTRAY_HOST: "0.0.0.0",
  INTRAY_PORT: "1234",
  INTRAY_PUBLIC_URL: "https://forms.example.org",
  INTRAY_FILES_URL: [
    "https://files.example.org",
    { INTRAY_PUBLIC_URL: "https://forms.example.org" },
  ],
  INTRAY_ALLOWED_HOSTS: "intray.lan",
  INTRAY_SECURITY_CONTACT: "security@example.org",
  INTRAY_DATA_DIR: "elsewhere",
  INTRAY_DATABASE_URL: "other.db",
  INTRAY_DATABASE_WAIT_SECONDS: "10",
  INTRAY_BACKUP_BEFORE_MIGRATE: "false",
  INTRAY_HSTS_DAYS: "0",
  INTRAY_API_TOKEN_IN_URLS: "false",
  INTRAY_ATTACHMENTS_DIR: "files",
  INTRAY_FILE_LINK_DAYS: "7",
  INTRAY_MIN_FREE_DISK: "12345",
  INTRAY_S3_BUCKET: "files",
  INTRAY_S3_ENDPOINT: ["http://127.0.0.1:9000", S3],
  INTRAY_S3_REGION: ["eu-west-1", S3],
  INTRAY_S3_ACCESS_KEY_ID: ["other", S3],
  INTRAY_S3_SECRET_ACCESS_KEY: ["other", S3],
  INTRAY_S3_PREFIX: ["prefix", S3],
  INTRAY_S3_FORCE_PATH_STYLE: ["true", S3],
  INTRAY_BOOTSTRAP_ACCOUNT_KEY: "k".repeat(32),
  INTRAY_ENCRYPTION_KEY: "7".repeat(64),
  INTRAY_WEBHOOK_ALLOW: "receiver.internal",
  INTRAY_WEBHOOK_PROXY: "http://proxy.internal:3128",
  INTRAY_MAX_OPEN_ATTEMPTS: "100",
  INTRAY_RETRY_SCHEDULE: "1s,2s",
  INTRAY_TRUST_PROXY: "127.0.0.1",
  INTRAY_RATE_LIMIT: "5",
  INTRAY_KEY_RATE_LIMIT: "50",
  INTRAY_MCP: "change",
  INTRAY_MCP_RATE_LIMIT: "50",
  INTRAY_AKISMET_KEY: "0123456789ab",
  INTRAY_DISABLE_ON_410: "false",
  INTRAY_METRICS_TOKEN: "t".repeat(32),
  INTRAY_LEADS_URL: ["http://127.0.0.1:9/v1", { INTRAY_LEADS_MODEL: "large" }],
  INTRAY_LEADS_MODEL: ["small", LEADS],
  INTRAY_LEADS_API_KEY: ["k".repeat(20), LEADS],
  INTRAY_SMTP_URL: ["smtps://relay.example.org", MAIL],
  INTRAY_MAIL_FROM: ["Forms <forms@example.org>", MAIL],
  INTRAY_MAIL_DKIM_KEY_FILE: ["other.pem", MAIL],
  INTRAY_MAIL_DKIM_DOMAIN: ["example.com", MAIL],
  INTRAY_MAIL_DKIM_SELECTOR: ["other", MAIL],
  INTRAY_SMTP_ANSWER_TIMEOUT: ["90s", MAIL],
  INTRAY_MAIL_RATE: ["off", MAIL],
  INTRAY_MAIL_CONCURRENCY: ["1", MAIL],
  INTRAY_MAIL_CONFIRM: ["false", MAIL],
  INTRAY_MAIL_ANSWERS_PER_DAY: ["7", MAIL],
  INTRAY_OIDC_ISSUER: ["https://other.example.org", OIDC],
  INTRAY_OIDC_CLIENT_ID: ["other", OIDC],
  INTRAY_OIDC_CLIENT_SECRET: ["other", OIDC],
  INTRAY_OIDC_NAME: ["Example ID", OIDC],
  INTRAY_OIDC_ROLE_CLAIM: ["roles", OIDC],
  INTRAY_OIDC_ROLES: ['{"staff":{"role":"viewer"}}', OIDC],
  INTRAY_OIDC_ONLY: ["true", OIDC],
  INTRAY_GEOIP_FILE: "places.mmdb",
  INTRAY_ADMIN_EMAIL: ["ada@example.org", { INTRAY_ADMIN_PASSWORD_FILE: "password" }],
  INTRAY_ADMIN_PASSWORD_FILE: ["other", { INTRAY_ADMIN_EMAIL: "ada@example.org" }],
  INTRAY_SESSION_MAX_DAYS: "7",
  INTRAY_LOG_LEVEL: "debug",
  INTRAY_SPAM_DAYS: "5",
  INTRAY_TRASH_DAYS: "5",
  INTRAY_LOG_DAYS: "5",
  INTRAY_AUDIT_DAYS: "0",
  INTRAY_MAX_BODY_BYTES: "4194304",
  INTRAY_MAX_FIELD_BYTES: "1000",
  INTRAY_MAX_FIELDS: "7",
  INTRAY_MAX_FILE_BYTES: "1000",
  INTRAY_MAX_FILES: "7",
  INTRAY_MAX_UPLOAD_BYTES: "100000000",
  INTRAY_FORM_FILE_QUOTA: "1000000",
  INTRAY_ACCOUNT_FILE_QUOTA: "1000000",
  INTRAY_BODY_MEMORY: "67108864",
  INTRAY_MAX_OPEN_POSTS: "50",
  INTRAY_BODY_SECONDS: "30",
  INTRAY_MIN_BODY_RATE: "1024",
  INTRAY_MAX_CONNECTIONS: "500",
  INTRAY_DRAIN_SECONDS: "5",
};

describe("every setting", () => {
  it("has a value that is not its default", () => {
    const names = [...Object.keys(OTHER_VALUES), ...SECRETS.map((name) => `${name}_FILE`)];

    expect(names.toSorted()).toEqual(namesIn(SETTINGS).toSorted());
  });

  it.each(Object.keys(OTHER_VALUES))("changes the configuration: %s", (name) => {
    const { value, needed } = otherValue(name);

    const before = attempt(needed);
    const { config } = readConfig({ ...needed, [name]: value });

    expect(config).not.toEqual(before);
  });

  it.each(SECRETS)("may be in a file if it is a secret: %s", (name) => {
    const folder = openFolder();
    onTestFinished(folder.close);
    const path = folder.at("secret");
    const { value, needed } = otherValue(name);
    writeFileSync(path, `${value}\n`);

    const { config, warnings } = readConfig({ ...needed, [name]: "", [`${name}_FILE`]: path });

    expect({ ...config, encryptionKeyFile: undefined }).toEqual(
      readConfig({ ...needed, [name]: value }).config,
    );
    expect(warnings).toEqual([]);
    expect(() => readConfig({ [name]: value, [`${name}_FILE`]: path })).toThrow(
      `${name} and ${name}_FILE are both set. Remove one of them.`,
    );
  });
});

function otherValue(name: string) {
  const other = OTHER_VALUES[name] ?? "";
  const [value, needed] = typeof other === "string" ? [other, {}] : other;
  return { value, needed };
}

/** `undefined` if the needed settings are invalid without the one that is tested. */
const attempt = (environment: Readonly<Record<string, string>>) =>
  tryOrUndefined(() => readConfig(environment).config);
