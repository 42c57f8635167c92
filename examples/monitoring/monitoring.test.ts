// promtool, of Debian's package prometheus, reads what a real server serves, and the rules and the dashboard with it.
import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { useApiServer } from "../../packages/server/test/api-server.ts";
import { recordBackup } from "../../packages/server/src/config/last-backup.ts";
import { openFolder } from "../../test/harness/folder.ts";
import { useShared } from "../../test/harness/use.ts";

const HERE = import.meta.dirname;
const TOKEN = "the-token-of-prometheus";
const hasPromtool = spawnSync("promtool", ["--version"]).status === 0;

/** Runs promtool in a copy of this folder, and returns what it prints. @throws Error if it finds a problem. */
function promtool(args: readonly string[], input = ""): string {
  const { status, stdout, stderr } = spawnSync("promtool", args, {
    cwd: folder.path,
    input,
    encoding: "utf8",
  });
  const said = `${stdout}${stderr}`;
  if (status !== 0) throw new Error(said);
  return said;
}

const Rules = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({
          alert: z.string(),
          expr: z.string(),
        }),
      ),
    }),
  ),
});
const natural = z.int().min(0);
const Panel = z.strictObject({
  id: natural,
  type: z.enum(["stat", "timeseries", "table"]),
  title: z.string().min(1),
  description: z.string().optional(),
  datasource: z.strictObject({ type: z.literal("prometheus"), uid: z.literal("${datasource}") }),
  gridPos: z.strictObject({ x: natural, y: natural, w: natural, h: natural }),
  fieldConfig: z.object({ defaults: z.object({ unit: z.string() }) }),
  options: z.looseObject({}),
  targets: z.array(z.object({ refId: z.string(), expr: z.string(), legendFormat: z.string() })),
});
const Dashboard = z.object({
  schemaVersion: z.literal(39),
  uid: z.string(),
  title: z.string(),
  templating: z.object({ list: z.array(z.object({ name: z.string(), type: z.string() })) }),
  panels: z.array(Panel),
});

const text = (name: string) => readFileSync(join(HERE, name), "utf8");
const rules = Rules.parse(parse(text("rules.yml"))).groups.flatMap((group) => group.rules);
const { panels } = Dashboard.parse(JSON.parse(text("dashboard.json")));
const expressions = [
  ...rules.map(({ alert, expr }) => ({ name: alert, expr })),
  ...panels.flatMap(({ title, targets }) =>
    targets.map(({ expr }) => ({
      name: title,
      expr: expr.replaceAll("$__rate_interval", "5m").replaceAll('=~"$instance"', '=~".+"'),
    })),
  ),
];

const folder = useShared(openFolder);
const server = useApiServer({ INTRAY_METRICS_TOKEN: TOKEN });
let metrics: string;
beforeAll(async () => {
  cpSync(HERE, folder.path, { recursive: true });
  recordBackup(server.folder, { at: new Date().toISOString(), target: "/backups/1" });
  await server.post("1", { a: "1" });
  const headers = { authorization: `Bearer ${TOKEN}` };
  metrics = await (await fetch(`${server.url}/metrics`, { headers })).text();
});

describe.skipIf(!hasPromtool)("promtool", () => {
  it("accepts every metric of a server", () => {
    expect(promtool(["check", "metrics"], metrics)).toBe("");
  });

  it("accepts the configuration with the token, and the rules", () => {
    writeFileSync(folder.at("metrics-token"), TOKEN);

    expect(promtool(["check", "config", "prometheus.yml"])).toContain(
      `${rules.length} rules found`,
    );
  });

  it("makes each rule fire", () => {
    promtool(["test", "rules", "rules.test.yml"]);

    const firing = [...text("rules.test.yml").matchAll(/ALERTS\{alertname="(\w+)"/g)].map(
      ([, name]) => name,
    );
    expect(new Set(firing)).toEqual(new Set(rules.map(({ alert }) => alert)));
  });

  it("accepts every expression of the dashboard", () => {
    const recorded = expressions.map(({ expr }, n) => ({ record: `panel:${n}`, expr }));
    writeFileSync(
      folder.at("panels.yml"),
      JSON.stringify({ groups: [{ name: "panels", rules: recorded }] }),
    );

    expect(promtool(["check", "rules", "panels.yml"])).toContain(`${recorded.length} rules found`);
  });
});

/** The samples of Prometheus itself, and the labels that it adds. */
const OF_PROMETHEUS = ["up{} 1"];
const ADDED = ["job", "instance"];

describe("the rules and the dashboard", () => {
  it.each(expressions)("name what the server serves: $name: $expr", ({ expr }) => {
    const served = [...OF_PROMETHEUS, ...metrics.split("\n")].filter(
      (line) => !line.startsWith("#"),
    );
    const bare = expr.replaceAll(/"[^"]*"/g, '""');
    const unknown = [...bare.matchAll(/\b(?:by|on|unless on) \(([^)]*)\)/g)]
      .flatMap(([, labels = ""]) => labels.split(/, */))
      .filter((label) => !ADDED.includes(label) && !metrics.includes(`${label}="`));
    for (const [, name = "", matchers = ""] of expr.matchAll(
      /\b((?:intray|process|nodejs)_\w+|up\b)(?:\{([^}]*)\})?/g,
    )) {
      const samples = served.filter((line) => new RegExp(`^${name}[{ ]`).test(line));
      if (samples.length === 0) unknown.push(name);
      for (const [, label = "", operator, values = ""] of matchers.matchAll(
        /(\w+)(=~|!=|=)"([^"]*)"/g,
      )) {
        if (ADDED.includes(label)) continue;
        for (const value of operator === "=~" ? values.split("|") : [values])
          if (!samples.some((line) => line.includes(`${label}="${value}"`)))
            unknown.push(`${name}{${label}="${value}"}`);
      }
    }

    expect(unknown).toEqual([]);
  });

  it("are laid out without gaps in a row and without overlaps", () => {
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, n) => `${x + (n % w)} ${y + Math.floor(n / w)}`),
    );

    expect(new Set(cells).size).toBe(cells.length);
    expect(cells.every((cell) => Number.parseInt(cell, 10) < 24)).toBe(true);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  });
});
