/** A prepared ledger in a temporary folder, for tests. */
import { join } from "node:path";
import { type ItemState, type QueueItem, newItem } from "@intray/sdk/queue";
import { openFolder } from "../../../test/harness/folder.ts";
import { useEach } from "../../../test/harness/use.ts";
import { prepareLedger } from "../src/ledger/ledger-file.ts";
import { ledgerFolder, ledgerName } from "../src/ledger/ledger-name.ts";
import { type Ledger, openLedger } from "../src/ledger/ledger.ts";

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
  const files = useEach(() => {
    const folder = openFolder();
    const path = join(ledgerFolder(folder.path), ledgerName(identity));
    const opened: Ledger[] = [];
    prepareLedger(path);
    return {
      home: folder.path,
      path,
      open() {
        const ledger = openLedger({ path, identity, clock });
        opened.push(ledger);
        return ledger;
      },
      close() {
        for (const ledger of opened) ledger.close();
        folder.close();
      },
    };
  });
  return { files, open: () => files.open() };
}
