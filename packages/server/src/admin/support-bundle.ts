/** `support-bundle`: a text for a bug report, without secrets and without what people have posted. */
import { writeFileSync } from "node:fs";
import { arch, cpus, freemem, platform, release, totalmem, uptime } from "node:os";
import { resolve } from "node:path";
import { sql } from "kysely";
import type { Config } from "../config/config.ts";
import { UNFILTERED } from "../domain/submission/submission-filter.ts";
import { networkErrorDetail } from "../platform/network-error.ts";
import { fileSize } from "../platform/text/file-size.ts";
import { withinTime } from "../platform/bounds.ts";
import { VERSION } from "../platform/version.ts";
import { destinationQueues } from "../store/deliveries/destination-queues.ts";
import { listDeliveries } from "../store/deliveries/delivery-log.ts";
import { explainQueries } from "../store/engine/explain.ts";
import type { Db } from "../store/engine/schema.ts";
import { readEvents } from "../store/events/events.ts";
import { migrationsOf } from "../store/migrate.ts";
import { openWork } from "../store/statistics/open-work.ts";
import { countStates } from "../store/submissions/submission-counts.ts";
import { listSubmissionIds } from "../store/submissions/submission-list.ts";
import type { Command, CommandContext } from "./command.ts";
import { doctor } from "./doctor/doctor.ts";
import { localUrl } from "./doctor/server.ts";
import type { Opened } from "../store/open-store.ts";
import { onlyAccount, withAnyDatabase } from "./open-database.ts";

export const supportBundle: Command = {
  name: "support-bundle",
  summary: "writes a text for a bug report, without secrets",
  usage: "[<file>]",
  details: [
    "It contains versions, settings without secrets, the findings of doctor, metrics, migrations, the",
    "sizes of tables, plans of the main queries, and the last errors of deliveries and alerts. What cannot",
    "be read is left out, so it works without a running server and while the database is unreachable.",
    "It contains no field, file name, address or secret, but names of hosts and folders: read it before",
    "you send it. Only this user may read the file. It is named intray-support-<time>.txt by default.",
  ],
  args: { min: 0, max: 1 },
  async run({ args }, context) {
    const { config, clock, print, printInfo } = context;
    const time = new Date(clock.now()).toISOString();
    const file = resolve(args[0] ?? `intray-support-${time.replaceAll(/[:.]/g, "-")}.txt`);
    createEmpty(file);
    const parts: Readonly<Record<string, () => Lines | Promise<Lines>>> = {
      versions: () => [`time: ${time}`, ...versions()],
      settings: () => settingLines(config),
      doctor: () => doctorLines(context),
      metrics: () => metricLines(config),
      ...Object.fromEntries(
        Object.entries(FROM_DATABASE).map(([name, read]) => [
          name,
          () => withAnyDatabase(config, "reader", read),
        ]),
      ),
    };
    const sections = Object.entries(parts).map(async ([name, read]) => {
      const lines = await withinTime(read, { clock, ms: MAX_MS }).catch((error: unknown) => [
        `Not available: ${networkErrorDetail(error)}`,
      ]);
      return [`== ${name} ==`, ...lines, "", ""].join("\n");
    });
    const text = withoutSecrets((await Promise.all(sections)).join(""), config);
    writeFileSync(file, text);
    printInfo("Read the file before you send it: it names hosts and folders of this machine.");
    print(file);
    return 0;
  },
};

/** Before anything is read, which may take a minute. Only this user may read the file. */
function createEmpty(file: string): void {
  try {
    writeFileSync(file, "", { mode: 0o600, flag: "wx" });
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    const why = code === "EEXIST" ? "exists already" : `cannot be created (${code})`;
    throw new Error(`${file} ${why}. Choose another file. Nothing was written.`, { cause: error });
  }
}

type Lines = readonly string[];

/** More than the doctor takes. */
const MAX_MS = 90_000;

function versions(): Lines {
  const limit = process.constrainedMemory();
  return [
    `intray-server: ${VERSION}`,
    `node: ${process.version} with ${process.execArgv.join(" ") || "no flags"}`,
    `system: ${platform()} ${release()} ${arch()}, up for ${Math.round(uptime() / 3_600)} hours`,
    `processors: ${cpus().length} × ${cpus()[0]?.model ?? "unknown"}`,
    `memory: ${fileSize(totalmem())}, ${fileSize(freemem())} free, limit of the container ${limit > totalmem() ? "none" : fileSize(limit)}`,
  ];
}

/** Settings whose text is shown: it is neither secret nor about a person. Of any other text only "(set)" is shown. */
const SHOWN =
  /^(?:host|publicUrl|allowedHosts|trustProxy|webhookAllow|logLevel|dataDir|mcp\.tools|database\.(?:kind|file)|attachments\.(?:kind|folder)|mail\.relay\.(?:host|tls))$/;

interface Setting {
  /** The place in the configuration, such as `limits.maxFields`. */
  readonly path: string;
  readonly value: unknown;
}

function settingsIn(value: unknown, path = ""): readonly Setting[] {
  const isGroup = typeof value === "object" && value !== null && !Array.isArray(value);
  return isGroup && !ArrayBuffer.isView(value)
    ? Object.entries(value).flatMap(([name, member]) =>
        settingsIn(member, path === "" ? name : `${path}.${name}`),
      )
    : [{ path, value }];
}

const settingLines = (config: Config): Lines =>
  settingsIn(config).map(({ path, value }) => `${path}: ${shown(path, value)}`);

function shown(path: string, value: unknown): string {
  if (value === undefined) return "(not set)";
  const isPlain = [value].flat().every((one) => ["number", "boolean"].includes(typeof one));
  return isPlain || SHOWN.test(path) ? JSON.stringify(value) : "(set)";
}

/** The findings, without what is quoted in them: names of webhooks and files, and answers of a relay. */
async function doctorLines(context: CommandContext): Promise<Lines> {
  const lines: string[] = [];
  await doctor.run({ args: [], options: {} }, { ...context, print: (line) => lines.push(line) });
  return lines.map((line) => line.replace(/".*"/, '"…"'));
}

async function metricLines(config: Config): Promise<Lines> {
  const url = localUrl(config);
  if (url === undefined) return ["Not available: INTRAY_PORT is 0, so the port is not known."];
  const { request } = await import("undici");
  const { metricsToken: token } = config;
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const { statusCode, body } = await request(`${url}/metrics`, { headers });
  const text = await body.text();
  if (statusCode !== 200) return [`Not available: status ${statusCode}. ${text}`];
  const lines = text.split("\n").filter((line) => line !== "" && !/^#| 0$/.test(line));
  return [...lines, "All others are 0."];
}

const MAX_ROWS = 30;
/** SQLite reads the whole file to measure its tables. */
const MAX_MEASURED_BYTES = 2 * 1_024 ** 3;

const FROM_DATABASE: Readonly<Record<string, (opened: Opened) => Promise<Lines>>> = {
  async migrations({ db }) {
    const { applied, pending, unknown } = await migrationsOf(db);
    const named = { applied, pending, unknown };
    return Object.entries(named).map(([state, names]) => `${state}: ${names.join(", ") || "none"}`);
  },
  async tables({ kind, db }) {
    if (kind === "postgres") {
      return rowsOf(
        sql`select relname as name, pg_total_relation_size(oid) as bytes, reltuples as rows
        from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace
        order by bytes desc`.execute(db),
      );
    }
    const { rows } = await sql<{ bytes: number }>`
      select page_count * page_size as bytes from pragma_page_count, pragma_page_size`.execute(db);
    const bytes = rows[0]?.bytes ?? 0;
    if (bytes > MAX_MEASURED_BYTES) return [`together: ${fileSize(bytes)}`];
    return rowsOf(
      sql`select name, pgsize as bytes, ncell as cells from dbstat
      where aggregate = 1 order by bytes desc`.execute(db),
    );
  },
  async plans({ db }) {
    const account_id = await onlyAccount(db);
    const plans = await Promise.all(
      Object.entries(queriesOf(account_id)).map(async ([name, run]) => [
        `-- ${name}`,
        ...(await explainQueries(db, run)),
      ]),
    );
    return plans.flat();
  },
  "last failed attempts": ({ db }) =>
    rowsOf(
      db
        .selectFrom("attempt")
        .innerJoin("delivery", "delivery.id", "attempt.delivery_id")
        .leftJoin("webhook", "webhook.id", "delivery.webhook_id")
        .select(["attempt.started_at", "attempt.duration_ms", "webhook.kind", "delivery.trigger"])
        .select(["attempt.number", "attempt.outcome", "attempt.error_code"])
        .select(["attempt.http_status", "attempt.smtp_status"])
        .where("attempt.outcome", "<>", "succeeded")
        // Of the newest, so that no more are read.
        .where("attempt.id", ">", (newest) =>
          newest.selectFrom("attempt").select(sql<number>`coalesce(max(id), 0) - 10000`.as("id")),
        )
        .orderBy("attempt.id", "desc")
        .limit(MAX_ROWS)
        .execute(),
    ),
  "last alerts": ({ db }) =>
    rowsOf(
      db
        .selectFrom("alert")
        .select(["kind", "since", "raised_at", "resolved_at", "resolution"])
        .orderBy("id", "desc")
        .limit(MAX_ROWS)
        .execute(),
    ),
};

const rowsOf = async (
  result: Promise<readonly unknown[] | { readonly rows: readonly unknown[] }>,
): Promise<Lines> => {
  const found = await result;
  return ("rows" in found ? found.rows : found).map((row) => JSON.stringify(row));
};

const PAGE = { limit: 50, offset: 0 } as const;

const queriesOf = (account_id: number): Readonly<Record<string, (on: Db) => Promise<unknown>>> => ({
  "a page of the inbox": (on) =>
    listSubmissionIds(on, {
      ...UNFILTERED,
      ...PAGE,
      account_id,
      states: { spam: 0, trash: 0 },
      order: "date_desc",
    }),
  "the counts of submissions": (on) => countStates(on, { account_id, now: 0 }),
  "a page of deliveries": (on) =>
    listDeliveries(on, { ...PAGE, account_id, states: ["exhausted"] }),
  "deliveries that are due": (on) => destinationQueues(on, {}),
  "the next events": (on) =>
    readEvents(on, { account_id, form_id: undefined, after: { submission: 0, event: 0 } }),
  "what the metrics count": (on) => openWork(on, {}),
});

/** Shorter texts would be found in words. */
const MIN_SECRET = 5;
const EMAIL = /[^\s"'<>()[\],;:=]+@[^\s"'<>()[\],;:=]+/gu;

/** Removes what the sections should not contain anyway: texts of secret settings, addresses, and credentials in URLs. */
function withoutSecrets(text: string, config: Config): string {
  const secrets = settingsIn(config)
    .filter(({ path }) => !SHOWN.test(path))
    .flatMap(({ value }) => (typeof value === "string" && value.length >= MIN_SECRET ? value : []))
    .toSorted((a, b) => b.length - a.length);
  return secrets
    .reduce((left, secret) => left.replaceAll(secret, "(hidden)"), text)
    .replaceAll(/(\w+:\/\/)[^\s/"'@]*@/g, "$1")
    .replaceAll(EMAIL, "(address)");
}
