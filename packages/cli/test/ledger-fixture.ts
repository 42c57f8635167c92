/** A prepared ledger in a temporary folder, for tests. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ItemState, QueueItem } from "@intray/sdk/queue";
import { newItem } from "@intray/sdk/queue";
import { afterEach, beforeEach } from "vitest";
import { prepareLedger } from "../src/ledger/ledger-file.ts";
import { ledgerFolder, ledgerName } from "../src/ledger/ledger-name.ts";
import type { Ledger } from "../src/ledger/ledger.ts";
import { openLedger } from "../src/ledger/ledger.ts";

export const NOW = 1_700_000_000_000;
export const clock = { now: () => NOW };
export const identity = {
  origin: "http://127.0.0.1:8787",
  scope: "form:3",
  filter: "new",
  consumer: "default",
};

export const retry = { kind: "retry", dueAt: NOW + 5, reason: "exit 1" } as const;

export const inState = (state: ItemState, more: Partial<QueueItem> = {}): QueueItem => ({
  ...newItem(7, 3),
  attempts: 1,
  starts: 2,
  ...more,
  state,
});

/** Prepares a ledger before each test; `open` opens it until the test ends. */
export function useLedger() {
  const files = { home: "", path: "" };
  const opened: Ledger[] = [];
  beforeEach(() => {
    files.home = mkdtempSync(join(tmpdir(), "intray-ledger-"));
    files.path = join(ledgerFolder(files.home), ledgerName(identity));
    prepareLedger(files.path);
  });
  afterEach(() => {
    for (const ledger of opened.splice(0)) ledger.close();
    rmSync(files.home, { recursive: true });
  });
  const open = (): Ledger => {
    const ledger = openLedger({ path: files.path, identity, clock });
    opened.push(ledger);
    return ledger;
  };
  return { files, open };
}
