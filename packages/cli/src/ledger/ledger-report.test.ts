import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { newItem } from "@intray/sdk/queue";
import { identity, inState, NOW, retry, useLedger } from "../../test/ledger-fixture.ts";
import { takeLock } from "./ledger-file.ts";
import { ledgerFolder } from "./ledger-name.ts";
import { readLedgers } from "./ledger-report.ts";

const { files, open } = useLedger();

it("shows the queue while a run has the lock", async () => {
  const lock = takeLock(files.path);
  const ledger = open();
  ledger.beginRun(4_711);
  await ledger.commit([
    newItem(1, 3),
    inState(retry),
    inState({ kind: "handled" }, { submissionId: 2 }),
  ]);

  const [status, ...others] = readLedgers(ledgerFolder(files.home), identity.origin);

  expect(others).toEqual([]);
  expect(status).toEqual({
    path: files.path,
    identity,
    counts: { seen: 1, retry: 1, handled: 1 },
    oldestWaitingSince: NOW,
    nextRetryAt: NOW + 5,
    lastRun: { pid: 4_711, startedAt: NOW },
    isLocked: true,
  });
  lock?.release();
});

it("ignores ledgers of other servers, empty files and missing folders", () => {
  open().close();

  expect(readLedgers(ledgerFolder(files.home), "https://elsewhere.test")).toEqual([]);
  expect(readLedgers(join(files.home, "none"), identity.origin)).toEqual([]);
  writeFileSync(join(ledgerFolder(files.home), "empty.db"), "");
  expect(readLedgers(ledgerFolder(files.home), identity.origin)).toHaveLength(1);
});
