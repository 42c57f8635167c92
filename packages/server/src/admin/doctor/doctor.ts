/** `doctor`: checks the setup of a server, and says how to fix problems. Changes nothing. */
import type { Command, CommandContext } from "../command.ts";
import {
  checkBackups,
  checkDiskSpace,
  checkFolders,
  checkSettings,
  invalidSettings,
} from "./machine.ts";
import { checkClock, checkData, checkDatabase, databaseFacts } from "./database.ts";
import { checkEmail } from "./e-mail.ts";
import type { Check, CheckResult, DoctorFinding } from "./finding.ts";
import { findingOf, lineOf, failed, skipped } from "./finding.ts";
import { checkProvider } from "./single-sign-on.ts";
import { createProbe, checkProxy, checkPublicAddress, checkServer } from "./server.ts";

const MAX_MS = 20_000;
/** A gigabyte of SQLite is read in some seconds; `verify` itself has no limit. */
const MAX_DATA_MS = 60_000;

export const doctor: Command = {
  name: "doctor",
  summary: "checks the setup, and says how to fix problems",
  usage: "[--json]",
  details: [
    "--json  prints one JSON document: { ok, findings: [{ check, state, message, hint }] }",
    "",
    "It checks the settings, folders and disk, the database and its data, the clock, the age of",
    "backups, the SMTP relay (without sending), the provider of single sign-on, the running server,",
    "its public address and the proxy in front. It prints a line for each check: ok, warning, failed or skipped. It takes a",
    "minute at most, changes nothing, and works with and without a running server. It exits with 1",
    "if a check failed, and with 78 if a setting is invalid.",
  ],
  options: { json: { type: "boolean" } },
  async run({ options }, context) {
    const { clock, print } = context;
    const checks = checksOf(context).map((check) => findingOf(check, clock));
    if (options["json"] === true) {
      const findings = await Promise.all(checks);
      printDocument(findings, print);
      return exitCode(findings);
    }
    const findings: DoctorFinding[] = [];
    for (const check of checks) {
      const finding = await check;
      findings.push(finding);
      print(lineOf(finding));
    }
    return exitCode(findings);
  },
  reportInvalidSettings({ options }, problems, print) {
    const findings = invalidSettings(problems);
    if (options["json"] === true) printDocument(findings, print);
    else for (const finding of findings) print(lineOf(finding));
  },
};

/** All run at the same time; those that need the same answer share it. */
function checksOf(context: CommandContext): readonly Check[] {
  const { config } = context;
  const database = once(() => databaseFacts(context));
  const readable = () => database().catch(() => undefined);
  const probe = createProbe(context);
  return [
    check("settings", () => checkSettings(context)),
    check("folders", () => checkFolders(config)),
    check("disk space", () => checkDiskSpace(config)),
    check("database", async () => checkDatabase(await database())),
    {
      ...check("data", async (signal) => checkData(context, await readable(), signal)),
      ...DATA_LIMIT,
    },
    check("clock", async () => checkClock(await readable(), context.clock)),
    check("backups", () => checkBackups(context)),
    check("e-mail", () => checkEmail(context)),
    check("single sign-on", () => checkProvider(context)),
    check("server", () => checkServer(context, probe)),
    check("public address", () => checkPublicAddress(context, probe)),
    check("proxy", () => checkProxy(context, probe)),
  ];
}

const check = (name: string, run: Check["run"]): Check => ({
  name,
  run,
  maxMs: MAX_MS,
  late: failed(`The check did not finish within ${MAX_MS / 1_000} s.`),
});

const DATA_LIMIT: { readonly maxMs: number; readonly late: CheckResult } = {
  maxMs: MAX_DATA_MS,
  late: skipped(
    `The check did not finish within ${MAX_DATA_MS / 1_000} s, because there is much data.`,
    "Run intray-server verify --quick, which takes its time.",
  ),
};

function once<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined;
  return () => (reading ??= read());
}

const exitCode = (findings: readonly DoctorFinding[]): number =>
  findings.some(({ state }) => state === "failed") ? 1 : 0;

function printDocument(findings: readonly DoctorFinding[], print: CommandContext["print"]): void {
  print(JSON.stringify({ ok: exitCode(findings) === 0, findings }, null, 2));
}
