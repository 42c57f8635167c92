// From packed packages in an empty folder to a service with mail, webhook, backup and restore. The packages are
// unpacked and their dependencies linked, since `npm install` would fetch them from a registry, on which no test may
// depend; `test/packaging.test.ts` checks what is declared.
import { execFile } from "node:child_process";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Program, startProgram } from "../../demo/program.ts";
import { startRelay } from "../../packages/server/test/mail/relay.ts";
import { installPacked } from "../harness/packed.ts";
import { startReceiver } from "../harness/receiver.ts";
import { useShared } from "../harness/use.ts";
import { KEY } from "../harness/server-program.ts";
import { postTo } from "../harness/api.ts";

const run = promisify(execFile);

const project = useShared(installPacked);
const relay = useShared(startRelay);
const receiver = useShared(startReceiver);
let server: Program | undefined;

afterAll(() => server?.stop());

const settings = () => ({
  INTRAY_PORT: "0",
  INTRAY_DATA_DIR: join(project.folder, "data"),
  INTRAY_BOOTSTRAP_ACCOUNT_KEY: KEY,
  INTRAY_LOG_LEVEL: "error",
  INTRAY_SMTP_URL: relay.url,
  INTRAY_MAIL_FROM: "forms@example.org",
  INTRAY_MAIL_CONFIRM: "false",
  INTRAY_WEBHOOK_ALLOW: "127.0.0.1",
});
const serverBin = () => project.installed("server", "bin", "intray-server.js");

/** Starts the server. @returns Its URL. */
async function start(): Promise<string> {
  server = startProgram("the server", [serverBin()], settings());
  return server.url();
}

/** Runs `intray` in the project's folder, and returns what it prints as JSON. */
async function intray(url: string, args: readonly string[]): Promise<unknown> {
  const { stdout } = await run(
    process.execPath,
    [project.installed("cli", "bin", "run.js"), ...args, "--json"],
    {
      cwd: project.folder,
      env: { HOME: project.folder, INTRAY_BASE_URL: url, INTRAY_API_KEY: KEY },
    },
  );
  return JSON.parse(stdout);
}

const post = (url: string, form: string, email: string) =>
  postTo(url, form, { email, message: `Hello from ${email}` });

async function emails(url: string): Promise<readonly string[]> {
  const list = await intray(url, ["submissions", "list", "--all"]);
  return (list as { submissions: { email: string }[] }).submissions.map(({ email }) => email);
}

it("a form is posted, mailed and delivered; the backup of its server is restored", async () => {
  const url = await start();
  const page = await (await fetch(`${url}/dashboard/sign-in`)).text();
  const [style = ""] = /\/dashboard\/assets\/[^"]+style\.css/.exec(page) ?? [];
  for (const path of [style, "/intray.js"])
    expect((await fetch(url + path)).headers.get("content-type")).toMatch(/^text\//);
  const form = (await intray(url, [
    "forms",
    "create",
    "--name=Contact",
    "--set=notification_emails=owner@example.org",
  ])) as { uuid: string };
  await intray(url, [
    "webhooks",
    "create",
    `--form=${form.uuid}`,
    `--url=http://${receiver.host}/hook`,
  ]);
  await post(url, form.uuid, "ada@example.org");

  const [mail] = await relay.received(1);
  await vi.waitUntil(() => receiver.received.length === 1);
  expect(mail?.to).toEqual(["owner@example.org"]);
  expect(receiver.received[0]?.body.toString()).toContain("Hello from ada@example.org");
  expect(await emails(url)).toEqual(["ada@example.org"]);

  const backup = join(project.folder, "backup");
  await run(process.execPath, [serverBin(), "backup", backup, "--with-files"], {
    cwd: project.folder,
    env: { HOME: project.folder, ...settings() },
  });
  await server?.stop("SIGKILL");
  await rm(join(project.folder, "data"), { recursive: true });
  await rename(backup, join(project.folder, "data"));
  const restored = await start();
  await post(restored, form.uuid, "grace@example.org");

  expect(await emails(restored)).toEqual(["grace@example.org", "ada@example.org"]);
  await relay.received(2);
  await vi.waitUntil(() => receiver.received.length === 2);
  await server?.stop();
});
