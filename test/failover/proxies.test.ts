// Two servers on one PostgreSQL behind a proxy with its file from examples/deploy. Each of them is restarted and
// one is killed, while posts arrive.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Program } from "../../demo/program.ts";
import { freshDatabase, settingsFor } from "../../packages/server/test/database.ts";
import { startServerProgram, api } from "../harness/server-program.ts";
import { serveOnLoopback } from "../harness/loopback.ts";
import { freePort } from "../harness/loopback.ts";
import { useEach } from "../harness/use.ts";
import { type Posting, startPosting } from "./posting.ts";

const EXAMPLES = join(import.meta.dirname, "../../examples/deploy");
const PROGRAMS = { caddy: "/usr/bin/caddy", nginx: "/usr/sbin/nginx" } as const;

let port: number;
let ports: readonly number[];
let proxy: ChildProcess | undefined;
const servers: Program[] = [];
let posting: Posting | undefined;
const database = useEach(freshDatabase);
beforeEach(async () => {
  port = await freePort();
  ports = [await freePort(), await freePort()];
});
afterEach(async () => {
  await posting?.stop();
  posting = undefined;
  await Promise.all(servers.splice(0).map((server) => server.stop("SIGKILL")));
  if (proxy?.kill() === true) await once(proxy, "exit");
});

it.for(["caddy", "nginx"] as const)(
  "%s loses no post when servers are restarted, and none that is repeated when one is killed",
  async (name, { skip }) => {
    if (!existsSync(PROGRAMS[name])) return skip(`${PROGRAMS[name]} is not installed`);
    const url = [await serve(0), await serve(1)][1] ?? "";
    await startProxy(name);
    posting = startPosting([`http://127.0.0.1:${port}`]);
    const { accepted, failed, keyed } = posting;
    const more = async (posts: number) => {
      const enough = accepted.size + posts;
      await vi.waitUntil(() => accepted.size >= enough);
    };

    await more(50);
    for (const n of [0, 1]) {
      await servers[n]?.stop();
      await untilItGetsPosts(await serve(n));
    }
    const failedInRestarts = [...failed];
    await servers[0]?.stop("SIGKILL");
    for (let before = -1; before !== failed.size; await more(200)) before = failed.size;
    await posting.stop();

    const stored = await readPosts(url);
    const ids = new Map(stored.map(({ id, payload_params: { n } }) => [n, id]));
    expect(failedInRestarts).toEqual([]);
    expect(keyed.size).toBeGreaterThan(0);
    expect([...accepted].filter(([n, id]) => ids.get(n) !== id)).toEqual([]);
    expect(stored.length).toBe(ids.size);
  },
);

it.skipIf(!existsSync(PROGRAMS.caddy))(
  "Caddy passes on what servers answer that are not ready",
  async () => {
    let checks = 0;
    const server = await serveOnLoopback(({ url }, answer) => {
      if (url === "/readyz") checks += 1;
      answer.writeHead(url === "/readyz" ? 503 : 507).end("why");
    });
    ports = [server.port];
    await startProxy("caddy");
    await vi.waitUntil(() => checks > 1);

    const answer = await fetch(`http://127.0.0.1:${port}/f/1`, { method: "POST", body: "a=b" });

    server.close();
    expect([answer.status, await answer.text()]).toEqual([507, "why"]);
  },
);

function serve(n: number): Promise<string> {
  const server = startServerProgram({
    ...settingsFor(database),
    INTRAY_PORT: String(ports[n]),
    INTRAY_TRUST_PROXY: "127.0.0.1",
  });
  servers[n] = server;
  return server.url();
}

async function startProxy(name: keyof typeof PROGRAMS): Promise<void> {
  const words = {
    caddy: ["run", "--config", join(EXAMPLES, "Caddyfile")],
    nginx: ["-c", await writeNginxFile(), "-e", "stderr"],
  };
  const env = {
    HOME: database.folder,
    CADDY_ADMIN: `127.0.0.1:${await freePort()}`,
    INTRAY_DOMAIN: `http://127.0.0.1:${port}`,
    INTRAY_SERVERS: ports.map((each) => `127.0.0.1:${each}`).join(" "),
  };
  proxy = spawn(PROGRAMS[name], words[name], { env, stdio: "ignore" });
  const isThere = () => fetch(`http://127.0.0.1:${port}`, { method: "POST" }).then(() => true);
  await vi.waitUntil(() => isThere().catch(() => false));
}

/** Returns the file of nginx with the site of the example, on ports of the test and without TLS. */
async function writeNginxFile(): Promise<string> {
  const site = readFileSync(join(EXAMPLES, "nginx.conf"), "utf8")
    .replace(":8787", `:${ports[0]}`)
    .replace(":8788", `:${ports[1]}`)
    .replace("listen 80;", `listen 127.0.0.1:${await freePort()};`)
    .replace("listen 443 ssl;", `listen 127.0.0.1:${port};`)
    .replaceAll(/^ *ssl_.*$/gm, "");
  const file = join(database.folder, "nginx.conf");
  const folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `${kind}_temp_path ${database.folder}/${kind};`,
  );
  const http = `access_log off; ${folders.join(" ")} ${site}`;
  writeFileSync(file, `daemon off; pid ${file}.pid; events {} http { ${http} }`);
  return file;
}

const untilItGetsPosts = (url: string) =>
  vi.waitUntil(async () =>
    (await (await fetch(`${url}/metrics`)).text()).includes('route="/f/:form"'),
  );

type Post = { readonly id: number; readonly payload_params: { readonly n: string } };
const readPosts = (url: string) => api<readonly Post[]>(url, "GET", "/forms/1/submissions");
