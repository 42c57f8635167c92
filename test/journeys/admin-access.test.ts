// The commands of intray-server that create logins, sign-in links and API keys, run as child processes.
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isOnPostgres } from "../../packages/server/test/database.ts";
import { isPassword } from "../../packages/server/src/platform/password.ts";
import { PASSWORD, getFromApi, useInstallation } from "./installation.ts";

const { folder, run, serve, stop, onDatabase } = useInstallation();
const logins = () =>
  onDatabase((db) => db.selectFrom("login").select(["email", "password_hash"]).execute());
/** The audit log, as `actor action subject` or `actor action detail`. */
const auditLog = async () => {
  const rows = await onDatabase((db) =>
    db.selectFrom("audit").select(["actor", "action", "subject", "detail"]).orderBy("id").execute(),
  );
  return rows.map(({ actor, action, subject, detail }) =>
    [actor, action, subject ?? detail].join(" "),
  );
};

describe("a login", () => {
  it("is created while the server runs, and gets a new password", async () => {
    await serve();

    const made = await run(["create-account", "--email", "Ada@example.org"], {}, `${PASSWORD}\n`);
    expect(made).toMatchObject({ code: 0, stdout: "" });
    const [login] = await logins();
    expect(login?.email).toBe("ada@example.org");
    expect(await isPassword(PASSWORD, login?.password_hash ?? "")).toBe(true);

    const twice = await run(["create-account", "--email", "ada@example.org"], {}, PASSWORD);
    expect(twice).toMatchObject({
      code: 1,
      stderr: /already a login for ada@example\.org\. .* reset-password/,
    });

    const file = join(folder(), "password");
    writeFileSync(file, "another password\r\nnotes\n");
    const reset = await run(["reset-password", "ada@example.org", "--password-file", file]);
    expect(reset.code).toBe(0);
    const [again] = await logins();
    expect(await isPassword("another password", again?.password_hash ?? "")).toBe(true);

    expect(await run(["reset-password", "bob@example.org"], {}, PASSWORD)).toMatchObject({
      code: 1,
      stderr: /no login for bob@.* Existing logins: ada@example\.org/,
    });
    const short = await run(["reset-password", "ada@example.org"], {}, "short");
    expect(short).toMatchObject({ code: 1, stderr: /5 characters\. Use at least 10/ });
    await onDatabase((db) => db.updateTable("login").set({ totp_secret: "lost" }).execute());
    const lost = await run(["reset-second-factor", "Ada@example.org"]);
    expect(lost.code).toBe(0);
    const factors = await onDatabase((db) =>
      db.selectFrom("login").select("totp_secret").executeTakeFirst(),
    );
    expect(factors).toEqual({ totp_secret: null });
    const stranger = await run(["reset-second-factor", "bob@example.org"]);
    expect(stranger).toMatchObject({ code: 1, stderr: /no login for bob@/ });
    expect(await run(["reset-second-factor", "bob"])).toMatchObject({ code: 2 });
    expect(await auditLog()).toEqual([
      "create-account password.chosen Ada@example.org",
      "reset-password password.reset ada@example.org",
      "reset-second-factor factor.reset Ada@example.org",
    ]);
  });

  it("can be created before the first start, with the account and its key", async () => {
    const made = await run(
      ["create-account", "--email", "ada@example.org"],
      { INTRAY_BOOTSTRAP_ACCOUNT_KEY: "" },
      PASSWORD,
    );
    expect(made.code).toBe(0);

    const url = await serve();
    const answer = await getFromApi(url, "/me", made.stdout.trim());

    expect(answer.status).toBe(200);
    expect(existsSync(join(folder(), "first-start.txt"))).toBe(false);
    expect(await logins()).toHaveLength(1);
  });

  it.skipIf(isOnPostgres)("is created from the settings at the first start", async () => {
    const file = join(folder(), "password");
    const admin = { INTRAY_ADMIN_EMAIL: "ada@example.org", INTRAY_ADMIN_PASSWORD_FILE: file };
    writeFileSync(file, "short");
    const refused = await run([], admin);
    expect(refused).toMatchObject({ code: 1, stderr: /PASSWORD_FILE: The password has 5/ });
    writeFileSync(file, PASSWORD);

    await serve(admin);
    expect(await logins()).toMatchObject([{ email: "ada@example.org" }]);
    await stop();
    rmSync(file);

    // Later starts do not need the password file.
    await serve(admin);
    expect(await logins()).toHaveLength(1);
  });
});

it("sign-in-link makes a link that signs a user in once, while the server runs", async () => {
  const url = await serve();
  await run(["create-account", "--email", "ada@example.org"], {}, PASSWORD);

  const made = await run(["sign-in-link", "ADA@example.org"], { INTRAY_PUBLIC_URL: url });
  const link = made.stdout.trim();
  const signIn = () =>
    fetch(link, { method: "POST", redirect: "manual", headers: { origin: url } });
  const [first, second] = [await signIn(), await signIn()];
  const unknown = await run(["sign-in-link", "nobody@example.org"]);

  expect(link).toMatch(/^http:\S+\/dashboard\/link\/[\w-]{43}$/);
  expect([first.status, second.status]).toEqual([303, 404]);
  const cookie = first.headers.get("set-cookie")?.split(";")[0] ?? "";
  const account = await fetch(`${url}/dashboard/account`, { headers: { cookie } });
  expect(await account.text()).toContain("ada@example.org");
  expect(unknown).toMatchObject({ code: 1, stderr: /no user with the address nobody@/ });
});

it("create-key creates keys that work immediately, in their scope only", async () => {
  const url = await serve();

  const account = await run(["create-key", "--name", "Export"]);
  const form = await run(["create-key", "--form", "1", "--can-delete"]);
  const missing = await run(["create-key", "--kind", "form", "--form", "99"]);
  const guest = ["create-key", "--name", "Guest", "--scope", "read"];
  const limited = await run([...guest, "--expires", "90d"]);
  const wrong = [
    await run([...guest, "--expires", "2020-01-01"]),
    await run([...guest, "--expires", "99999d"]),
    await run([...guest, "--can-delete"]),
    await run(["create-key", "--scope", "admin"]),
  ];

  expect(account.stdout).toMatch(/^itk_acct_\w+\n$/);
  expect(form.stdout).toMatch(/^itk_form_\w+\n$/);
  expect(await (await getFromApi(url, "/me", account.stdout.trim())).json()).toMatchObject({
    kind: "account",
    key_name: "Export",
  });
  expect(await (await getFromApi(url, "/me", form.stdout.trim())).json()).toMatchObject({
    kind: "form",
    form_id: 1,
  });
  expect(missing).toMatchObject({ code: 1, stdout: "", stderr: /There is no form 99/ });
  expect(await (await getFromApi(url, "/me", limited.stdout.trim())).json()).toMatchObject({
    scope: "read",
    expires_at: /^\d{4}-/,
  });
  expect(wrong).toMatchObject([
    { code: 2, stdout: "", stderr: /--expires must be in the future/ },
    { code: 2, stdout: "", stderr: /--expires must be at most ten years/ },
    { code: 2, stdout: "", stderr: /--can-delete needs --scope write/ },
    { code: 2, stdout: "", stderr: /--scope must be one of write, read/ },
  ]);
  expect(await auditLog()).toEqual([
    "create-key key.created Export",
    "create-key key.created Created by intray-server create-key",
    "create-key key.created Guest",
  ]);
});
