/** The commands that create, show, change and delete records, on the real server. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { useRealServer } from "../../test/real-server.ts";
import { runCli } from "../../test/run-cli.ts";
import { failed } from "../../test/workbench.ts";

const { folder, server, client, env, run, json } = await useRealServer();
const idOf = async (...args: string[]) => String((await json(...args))["id"]);

it("the audit log is listed with filters, and exported as a document per line", async () => {
  await run("projects", "create", "--name", "Audited");
  const list = (...flags: string[]) =>
    run("audit", "list", "--action", "project.created", ...flags);

  expect((await list()).stdout).toContain("project.created\tproject\tAudited");
  const { stdout } = await list("--all", "--format", "ndjson");
  expect(JSON.parse(stdout.split("\n")[0] ?? "")).toMatchObject({ subject: "Audited" });
  expect((await list("--actor", "nobody")).stdout).toBe("");
  expect((await list("--project", "x")).code).toBe(2);
});

it("members are invited, invited again with other access, changed and removed", async () => {
  const address = "Eva@example.org";
  const invite = ["members", "invite", "--role"];
  const first = await run(...invite, "responder", "--project", "1", address);
  const again = await json(...invite, "viewer", address, "--name", "Eva");
  const id = String(again["id"]);
  await json("members", "update", id, "--project", "1");

  expect(first.stdout).toMatch(/^http\S+\/dashboard\/link\/\S+\n$/);
  expect(again["invitation_url"]).not.toBe(first.stdout.trim());
  expect((await run("members", "list")).stdout).toBe(
    `${id}\teva@example.org\tviewer\t1\tinvited\n`,
  );
  expect((await run("members", "update", id, "--project", "x")).code).toBe(2);
  expect(await json("members", "remove", id, "--yes")).toMatchObject({ email: "eva@example.org" });
  expect((await run("members", "remove", id, "--yes")).code).toBe(3);
});

describe("projects", () => {
  it("can be created, listed, renamed, shown and deleted", async () => {
    const id = await idOf("projects", "create", "--name", "Site");
    await json("projects", "update", id, "--name", "Website");

    const [shown, list, text] = [
      await json("projects", "get", id),
      await json("projects", "list"),
      await run("projects", "get", id),
    ];
    const deleted = await json("projects", "delete", id, "--yes");

    expect(shown).toMatchObject({ name: "Website" });
    expect(list["projects"]).toContainEqual(shown);
    expect(text.stdout).toContain("name\tWebsite\n");
    expect(deleted).toMatchObject({ name: "Website" });
    expect((await run("projects", "get", id)).code).toBe(3);
  });
});

const HOOK = ["--url", "https://a.example/in"];

it("a change of a form and of a webhook is rehearsed", async () => {
  const form = await json("forms", "create", "--name", "Rehearsed");
  const [id, uuid] = [String(form["id"]), String(form["uuid"])];
  const hook = await idOf("webhooks", "create", "--form", id, "--name", "CRM", ...HOOK);
  await fetch(`${server.url}/f/${uuid}.json`, {
    method: "POST",
    body: new URLSearchParams({ a: "1" }),
  });
  const rehearse = ["forms", "rehearse", id, "--set", 'blocked_domains:=["b.test"]'];

  const { stdout } = await run(...rehearse, "--webhook", hook, "--filter", '{"fields.a":2}');

  expect(stdout).toMatch(
    /^Judged: 1 submission of the last 30 days\.\n1 would not have been sent to CRM\. #\d+\n$/,
  );
  expect(await json(...rehearse, "--days", "1")).toMatchObject({ judged: 1, complete: true });
});

describe("forms", () => {
  it("can be changed setting by setting, shown and deleted", async () => {
    const flags = [
      "--timezone",
      "Europe/Berlin",
      "--allowed-domain=a.test",
      "--allowed-domain=b.test",
    ];
    const created = await run("forms", "create", "--name", "Contact", ...flags);
    const [, id = "", uuid = ""] = /^id\t(\d+)\nuuid\t(\w+)\n/.exec(created.stdout) ?? [];
    const other = await json("forms", "create", "--name", "Other");
    const settings = ["--set", "redirect_heading=Thanks", "--set", "retention_days:=30"];
    await json("forms", "update", id, ...settings);

    const [shown, text] = [await json("forms", "get", id), await run("forms", "get", id)];

    expect(shown).toMatchObject({
      name: "Contact",
      timezone: "Europe/Berlin",
      allowed_domains: ["a.test", "b.test"],
      redirect_heading: "Thanks",
      retention_days: 30,
      action_url: `${server.url}/f/${uuid}`,
    });
    const described = `uuid\t${uuid}\nname\tContact\naction\t${server.url}/f/${uuid}\n`;
    expect(other["action_url"]).toBe(`${server.url}/f/${String(other["uuid"])}`);
    expect(created).toMatchObject({ stdout: `id\t${id}\n${described}`, stderr: "", code: 0 });
    expect(text.stdout).toContain(described);
    expect(shown["html"]).toContain(`<form action="${server.url}/f/${uuid}" method="post">`);
    expect(text.stdout).toContain("redirect_heading\tThanks\n");
    expect((await run("forms", "delete", id)).code).toBe(2);
    expect(await json("forms", "delete", id, "--yes")).toMatchObject({ name: "Contact" });
    expect((await run("forms", "get", id)).code).toBe(3);
  });

  it("are named by their name, in any letter case, with the project if several have it", async () => {
    const id = await idOf("forms", "create", "--name", "By Name");
    const project = await idOf("projects", "create", "--name", "Elsewhere");
    await idOf("forms", "create", "--name", "Twice");
    const other = await idOf("forms", "create", "--name", "Twice", "--project", project);

    const several = await run("submissions", "list", "--form", "Twice");

    expect(await json("forms", "get", "by name")).toMatchObject({ id: Number(id) });
    expect(await json("forms", "get", "Elsewhere / Twice")).toMatchObject({ id: Number(other) });
    expect((await run("submissions", "list", "--form", "By Name")).code).toBe(0);
    expect((await run("submissions", "list", "--form", "Bulk")).code).toBe(3);
    expect(several.code).toBe(2);
    expect(several.stderr).toContain(`${other} (Elsewhere / Twice)`);
  });

  it.each([
    [["forms", "update", "1"], "nothing to change"],
    [["forms", "update", "1", "--set", "nothing"], "--set nothing is not a field"],
    [["forms", "rehearse", "1"], "nothing to change"],
    [["forms", "rehearse", "1", "--webhook", "1", "--filter", "{"], "has invalid JSON"],
    [["forms", "update", "1", "--set", "allowed_domains:=[", "--json"], "has invalid JSON"],
    [
      ["forms", "update", "1", "--set", "notification_schedul=daily"],
      "intray: There is no member notification_schedul. Did you mean notification_schedule?\n",
    ],
    [["forms", "create", "--name", "X", "--set", "nme=Y"], "There is no member nme."],
    [
      ["webhooks", "create", "--form", "1", "--url", "localhost:9555/hook"],
      '--url is "localhost:9555/hook", which is not a URL with a host.',
    ],
    [["webhooks", "create", "--form", "1", ...HOOK, "--set", "formt=slack"], "mean format?"],
  ])("%j is a usage error", async (args, message) => {
    expect(await run(...args)).toMatchObject(failed(2, message));
  });
});

it("api exits as for a mistyped flag if the path has a mistyped parameter", async () => {
  const ended = await run("api", "GET", "/submissions?fliter_by=new");

  expect(ended).toMatchObject({ code: 2, stdout: expect.stringContaining('"code":"unknown"') });
  expect(ended.stderr).toContain("There is no parameter fliter_by. Did you mean filter_by?\n");
});

describe("webhooks", () => {
  it("can be created with headers from a file, listed, changed, shown and deleted", async () => {
    const form = await idOf("forms", "create", "--name", "Hooked");
    const headers = join(folder, "headers");
    const template = join(folder, "body.hbs");
    await writeFile(headers, "Authorization: Bearer very-secret\nX-Team: sales\n");
    await writeFile(template, '{"to": {{JSONstringify form_name}} }');
    const custom = ["--format", "custom", "--content-type", "application/json"];
    const files = ["--template-file", template, "--headers-file", headers];
    const of = ["--form", form, "--url", "https://crm.example.com/in"];
    const made = await json("webhooks", "create", ...of, ...custom, ...files);
    const id = String(made["id"]);
    await json("webhooks", "update", id, "--no-enabled", "--trigger-when-spam");

    const [shown, list, text] = [
      await json("webhooks", "get", id),
      await json("webhooks", "list", "--form", form),
      await run("webhooks", "list", "--form", form),
    ];

    expect(made).toMatchObject({ name: "crm.example.com", format: "custom" });
    expect(JSON.stringify([made, shown, list])).not.toContain("very-secret");
    expect(shown).toMatchObject({ enabled: false, trigger_when_spam: true });
    expect(list["form_webhooks"]).toEqual([shown]);
    expect(text.stdout).toBe(
      `${id}\t${form}\tcrm.example.com\tcustom\tdisabled: by_hand\t0\thttps://crm.example.com/in\n`,
    );
    await json("webhooks", "delete", id, "--yes");
    expect((await run("webhooks", "get", id)).code).toBe(3);
  });

  it("print their secret, and replace it in two steps or immediately", async () => {
    const form = await idOf("forms", "create", "--name", "Secret");
    const of = ["--form", form, "--url", "https://a.example/in"];
    const secret = join(folder, "secret");
    await writeFile(secret, "that-of-the-receiver\n");
    const given = await json("webhooks", "create", ...of, "--signature-header", "X-Signature");
    const id = String(given["id"]);
    await json("webhooks", "update", id, "--secret-file", secret);
    const own = (await run("webhooks", "secret", id)).stdout.trim();
    await run("webhooks", "secret", id, "--regenerate", "--yes");

    const first = (await run("webhooks", "secret", id)).stdout.trim();
    const staged = (await run("webhooks", "secret", id, "--stage")).stdout.trim().split("\n");
    const unconfirmed = await run("webhooks", "secret", id, "--activate");
    const active = (await run("webhooks", "secret", id, "--activate", "--yes")).stdout.trim();
    const again = (await run("webhooks", "secret", id, "--regenerate", "--yes")).stdout.trim();

    expect([given["signature_header"], own]).toEqual(["X-Signature", "that-of-the-receiver"]);
    expect([first, staged]).toEqual([/^whsec_[A-Za-z0-9+/=]{20,}$/, [first, active]]);
    expect([unconfirmed.code, new Set([first, active, again]).size]).toEqual([2, 3]);
  });

  it("require a form and a valid template", async () => {
    const form = await idOf("forms", "create", "--name", "Wrong");
    const template = join(folder, "wrong.hbs");
    await writeFile(template, "{{#if}");
    const create = (...flags: string[]) =>
      run("webhooks", "create", "--url", "https://a.example/in", ...flags);
    const custom = ["--format", "custom", "--content-type", "application/json"];

    const withoutForm = await create();
    const invalid = await create("--form", form, ...custom, "--template-file", template);
    const missing = await create("--form", form, "--template-file", "nowhere.hbs");

    expect([withoutForm.code, invalid.code, missing.code]).toEqual([2, 5, 66]);
    expect(invalid.stderr).toMatch(/line \d+/);
  });
});

it("keys can be created, used for their form, listed without the key itself, and revoked", async () => {
  const form = await json("forms", "create", "--name", "With a key");
  const flags = ["--name", "site", "--form", String(form["uuid"]), "--can-delete"];
  const made = await run("keys", "create", ...flags);
  const key = made.stdout.trim();
  const list = () => runCli(["submissions", "list"], { env: { ...env, INTRAY_API_KEY: key } });
  const works = await list();
  const { api_keys } = await json<{ api_keys: { id: number; name: string }[] }>("keys", "list");
  const site = api_keys.find(({ name }) => name === "site");
  const unconfirmed = await run("keys", "revoke", String(site?.id));
  const revoked = await run("keys", "revoke", String(site?.id), "--yes");
  const rejected = await list();

  expect(made).toMatchObject({ stdout: /^itk_form_\w+\n$/, stderr: /not shown again/ });
  expect(works.code).toBe(0);
  expect(site).toMatchObject({ form_id: form["id"], kind: "form", can_delete: true });
  expect(JSON.stringify(api_keys)).not.toContain(key);
  expect([unconfirmed.code, revoked.code, rejected.code]).toEqual([2, 0, 4]);
});

describe("keys create", () => {
  it("makes a key that only reads, until a time", async () => {
    const limits = ["--scope", "read", "--expires", "90d"];
    const made = await run("keys", "create", "--name", "report", ...limits);
    const key = made.stdout.trim();
    const other = { env: { ...env, INTRAY_API_KEY: key } };
    const read = await runCli(["forms", "list"], other);
    const written = await runCli(["forms", "create", "--name", "No"], other);
    const status = await runCli(["auth", "status", "--json"], other);

    expect(made.stderr).toMatch(
      /: scope read, expires \d{4}-\d\d-\d\dT[\d:.]+Z\. It is not shown again/,
    );
    expect([read.code, written.code]).toEqual([0, 4]);
    expect(written.stderr).toContain('The API key "report" has the scope read');
    const { me } = JSON.parse(status.stdout) as { me: { scope: string; expires_at: string } };
    expect(me.scope).toBe("read");
    expect(Date.parse(me.expires_at)).toBeGreaterThan(Date.now() + 89 * 86_400_000);
  });

  it("is followed by keys rotate, which ends the old key after a time", async () => {
    const made = await run("keys", "create", "--name", "old", "--allowed-ip", "127.0.0.0/8");
    const { api_keys } = await json<{ api_keys: { id: number; name: string }[] }>("keys", "list");
    const id = String(api_keys.find(({ name }) => name === "old")?.id);
    const wrong = await run("keys", "rotate", id, "--overlap", "91d");
    const rotated = await run("keys", "rotate", id, "--overlap", "0s");
    const works = async (key: string) =>
      (await runCli(["auth", "status"], { env: { ...env, INTRAY_API_KEY: key.trim() } })).code;

    expect(wrong.code).toBe(2);
    expect(rotated.stderr).toContain(`instead of ${id}: scope write, never expires`);
    expect([await works(rotated.stdout), await works(made.stdout)]).toEqual([0, 4]);
  });

  it.each([
    [["--scope", "admin"], 2],
    [["--allowed-ip", "home"], 5],
    [["--expires", "tomorrow"], 2],
    [["--expires", "1s"], 2],
    [["--form", "1", "--scope", "read", "--can-delete"], 2],
    [["--expires", "2020-01-01"], 5],
    [["--expires", "2027-02-30"], 5],
    [["--expires", "2200-01-01"], 5],
  ])("rejects %j", async (flags, code) => {
    const ended = await run("keys", "create", "--name", "bad", ...flags);

    expect(ended).toMatchObject({ code, stdout: "" });
  });
});

it("submissions delete deletes the existing submissions and reports the others", async () => {
  const made = await json("forms", "create", "--name", "Posts");
  const post = async (name: string) =>
    String((await client.submissions.create(String(made["uuid"]), { name })).id);
  const posted = [await post("a"), await post("b")];

  const unconfirmed = await run("submissions", "delete", ...posted);
  const ended = await run("submissions", "delete", ...posted, "999999", "--yes");

  expect([unconfirmed.code, ended.code]).toEqual([2, 10]);
  expect(ended.stdout).toBe(posted.map((id) => `${id}\tdeleted\n`).join(""));
  expect(ended.stderr).toContain("Submission 999999 was not deleted");
  expect((await run("submissions", "get", posted[0] ?? "")).code).toBe(3);
});
