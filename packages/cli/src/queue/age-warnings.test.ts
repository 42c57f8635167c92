import { expect, it } from "vitest";
import type { LedgerStatus } from "../ledger/ledger-report.ts";
import { ageWarnings } from "./age-warnings.ts";

const status: LedgerStatus = {
  path: "/ledger.db",
  identity: { origin: "http://127.0.0.1", scope: "form:3", filter: "new", consumer: "crm" },
  counts: {},
  isLocked: false,
};
const run = (startedAt: number, at?: number) => ({
  pid: 7,
  startedAt,
  ...(at !== undefined && { ended: { at, end: "drained" } }),
});

it.each<[Partial<LedgerStatus>, string[]]>([
  [{ lastRun: run(90_000, 95_000) }, []],
  [{ lastRun: run(1, 95_000), oldestWaitingSince: 40_000 }, []],
  [{ lastRun: run(1, 95_000), oldestWaitingSince: 39_000 }, ["has waited for 61 s"]],
  [{ lastRun: run(1, 30_000) }, ["its last run was 70 s ago"]],
  // Killed, so its end was not recorded.
  [{ lastRun: run(30_000) }, ["its last run was 70 s ago"]],
  [{ lastRun: run(1), isLocked: true }, []],
  [{ lastRun: run(1), isLocked: true, oldestWaitingSince: 1 }, ["has waited"]],
  // The clock was set back.
  [{ lastRun: run(1, 200_000), oldestWaitingSince: 200_000 }, []],
])("for %j returns %j", (more, parts) => {
  const warnings = ageWarnings({ ...status, ...more }, { now: 100_000, maxAgeMs: 60_000 });

  expect(warnings).toEqual(
    parts.map((part) => expect.stringMatching(`The queue form:3 new crm.*${part}`)),
  );
});
