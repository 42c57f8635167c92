// `intray-server support-bundle` as a child process, beside a real server and without one.
import { readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { isOnPostgres } from "../../packages/server/test/database.ts";
import { SECRETS } from "../../packages/server/src/config/settings.ts";
import { useInstallation } from "./installation.ts";
import { apiOf, postTo } from "../harness/api.ts";
import { KEY } from "../harness/server-program.ts";

const { folder, run, serve, onDatabase } = useInstallation();

const ENCRYPTION_KEY = "c0ffee".repeat(10) + "cafe";
/** A value for each secret, with a word in it that nothing else contains. */
const SECRET_SETTINGS = {
  INTRAY_BOOTSTRAP_ACCOUNT_KEY: `${KEY}-parakeet`,
  INTRAY_ENCRYPTION_KEY: ENCRYPTION_KEY,
  INTRAY_WEBHOOK_PROXY: "http://parakeet-proxy:parakeet-password@127.0.0.1:9",
  INTRAY_AKISMET_KEY: "parakeet123456",
  INTRAY_METRICS_TOKEN: "parakeet-of-the-metrics",
  INTRAY_LEADS_API_KEY: "parakeet-of-the-model",
  INTRAY_SMTP_URL: "smtp://parakeet-user:parakeet-password@127.0.0.1:9",
};
const SETTINGS = {
  ...SECRET_SETTINGS,
  INTRAY_WEBHOOK_ALLOW: "127.0.0.1:9",
  INTRAY_LEADS_URL: "http://127.0.0.1:9/v1?parakeet=1",
  INTRAY_LEADS_MODEL: "a-model",
  INTRAY_MAIL_FROM: "Parakeet Person <parakeet.sender@example.org>",
  INTRAY_MAIL_CONFIRM: "false",
  INTRAY_SECURITY_CONTACT: "parakeet.security@example.org",
};
const ELSEWHERE = {
  INTRAY_DATABASE_URL: "postgres://intray:parakeet-database@127.0.0.1:9/intray",
  INTRAY_ATTACHMENTS_DIR: "",
  INTRAY_S3_BUCKET: "uploads",
  INTRAY_S3_ACCESS_KEY_ID: "parakeet-id",
  INTRAY_S3_SECRET_ACCESS_KEY: "parakeet-of-the-bucket",
  INTRAY_OIDC_ISSUER: "http://127.0.0.1:9/",
  INTRAY_OIDC_CLIENT_ID: "intray",
  INTRAY_OIDC_CLIENT_SECRET: "parakeet-of-the-provider",
};
const CANARY = /parakeet|c0ffee/i;

async function bundle(over: Record<string, string>): Promise<string> {
  const file = join(folder(), "bundle.txt");
  rmSync(file, { force: true });
  const { code, stdout, stderr } = await run(["support-bundle", file], over);
  expect({ code, stdout, stderr }).toEqual({
    code: 0,
    stdout: `${file}\n`,
    stderr: /^Read the file before you send it/,
  });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  return readFileSync(file, "utf8");
}

const sectionsOf = (text: string) =>
  Object.fromEntries(
    text
      .split(/^== /m)
      .slice(1)
      .map((part) => part.split(/ ==\n/, 2) as [string, string]),
  );

it("describes a server without a secret, and without what people have posted", async () => {
  const url = await serve(SETTINGS);
  const send = apiOf(url, SETTINGS.INTRAY_BOOTSTRAP_ACCOUNT_KEY);
  await send("POST", "/form_webhooks", {
    form_id: 1,
    name: 'The "parakeet" of ours',
    url: "https://127.0.0.1:9/parakeet?key=parakeet",
    headers: [{ name: "X-Parakeet", value: "Bearer parakeet" }],
  });
  await send("PATCH", "/forms/1", { notification_emails: "parakeet.recipient@example.org" });
  await postTo(url, 1, {
    parakeet: "parakeet",
    email: "parakeet.sender@example.org",
    file: new File(["parakeet"], 'my "parakeet" of you.pdf'),
  });
  const failed = async (db: Parameters<Parameters<typeof onDatabase>[0]>[0]) =>
    (await db.selectFrom("attempt").select("id").where("outcome", "=", "failed").execute()).length;
  await expect.poll(() => onDatabase(failed)).toBe(2);
  // As an earlier version may have stored it.
  const old = { url: "https://parakeet:parakeet@127.0.0.1:9/" };
  await onDatabase((db) =>
    db.updateTable("webhook").set(old).where("kind", "=", "webhook").execute(),
  );
  rmSync(join(folder(), "attachments"), { recursive: true });

  const text = await bundle({ ...SETTINGS, INTRAY_PORT: new URL(url).port });

  expect(text.split("\n").filter((line) => CANARY.test(line))).toEqual([]);
  const sections = sectionsOf(text);
  expect(sections["settings"]).toMatch(/^metricsToken: \(set\)$/m);
  expect(sections["settings"]).toMatch(/^limits.maxFields: 1000$/m);
  expect(sections["doctor"]).toMatch(/^failed +data +uploaded files: file 1 \("…"/m);
  expect(sections["metrics"]).toMatch(/^intray_submissions_accepted_total\{verdict="ham"\} 1$/m);
  expect(sections["migrations"]).toMatch(/^pending: none$/m);
  expect(sections["tables"]).toMatch(/^\{"name":"submission","bytes":\d/m);
  expect(sections["plans"]).toMatch(/^-- a page of the inbox\nselect .*\n +\S/m);
  expect(sections["last failed attempts"]).toContain('"error_code":"connection_refused"');
  expect(text).not.toContain("Not available");
});

it("says what it can while neither the database nor a server answers", async () => {
  const over = { ...SETTINGS, ...ELSEWHERE, INTRAY_PORT: "9" };

  const text = await bundle(over);

  expect(text.split("\n").filter((line) => CANARY.test(line))).toEqual([]);
  expect(SECRETS.filter((name) => !(name in over))).toEqual([]);
  const sections = sectionsOf(text);
  for (const name of ["metrics", "migrations", "tables", "plans", "last alerts"])
    expect(sections[name]).toMatch(/^Not available: .*ECONNREFUSED/);
  expect(sections["settings"]).toMatch(/^database.kind: "postgres"$/m);
  expect(sections["doctor"]).toMatch(/^failed +database /m);
});

it.skipIf(isOnPostgres)(
  "overwrites no file, and says what it can before the first start",
  async () => {
    const text = await bundle({});

    const again = await run(["support-bundle", join(folder(), "bundle.txt")]);

    expect(text).toMatch(/^Not available: There is no database at /m);
    expect(again).toMatchObject({
      code: 1,
      stderr: /bundle\.txt exists already\. Choose another/,
    });
    const nowhere = await run(["support-bundle", join(folder(), "missing", "bundle.txt")]);
    expect(nowhere).toMatchObject({ code: 1, stderr: /cannot be created \(ENOENT\)/ });
  },
);
