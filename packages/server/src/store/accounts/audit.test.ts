import { sql } from "kysely";
import type { AuditAction } from "../../domain/account/audit.ts";
import { addAccount, useFixture } from "../../../test/fixture.ts";
import { isOnPostgres } from "../../../test/database.ts";
import { listAudit, recordAudit, recordStranger } from "./audit.ts";

const HOUR_MS = 3_600_000;
const IP = "203.0.113.7";

const fixture = useFixture();
beforeEach(() => addAccount(fixture));

const note = (action: AuditAction, name = "ada@example.org", now = 5, account_id = 1) =>
  recordAudit(fixture.db, {
    account_id,
    actor: { kind: "session", name, ip: IP },
    entry: { action },
    now,
  });
const list = (over: Partial<Parameters<typeof listAudit>[1]> = {}) =>
  listAudit(fixture.db, { account_id: 1, limit: 50, ...over });

describe("the audit log", () => {
  it("is listed newest first, filtered by actor and action, from an id", async () => {
    await note("form.created");
    await note("form.changed");
    await note("form.changed", "bob@example.org");
    await note("form.changed", "eve@example.org", 5, 2);

    const ids = async (over: Parameters<typeof list>[0]) => (await list(over)).map(({ id }) => id);

    expect(await ids({})).toEqual([3, 2, 1]);
    expect(await ids({ action: "form.changed" })).toEqual([3, 2]);
    expect(await ids({ actor: "ada@example.org" })).toEqual([2, 1]);
    expect(await ids({ actor: "ada@example.org", action: "form.changed" })).toEqual([2]);
    expect(await ids({ beforeId: 3, limit: 1 })).toEqual([2]);
    expect(await ids({ afterId: 1, beforeId: 4 })).toEqual([2, 3]);
    expect(await ids({ actor: "eve@example.org" })).toEqual([]);
    expect(await ids({ account_id: 2 })).toEqual([4]);
  });

  it.runIf(isOnPostgres)(
    "has no entry before an open transaction ends that has a lower id",
    async () => {
      const { db } = fixture;
      const actor = { kind: "key", name: "k", ip: IP } as const;
      const args = { account_id: 1, actor, entry: { action: "form.created" }, now: 1 } as const;
      const waiting = sql<{ pid: number }>`select pid from pg_locks where not granted`;
      let later: Promise<void> | undefined;
      await db.transaction().execute(async (first) => {
        await recordAudit(first, args);
        later = db.transaction().execute((second) => recordAudit(second, { ...args, now: 2 }));
        await vi.waitFor(async () => {
          const seen = [...(await list()), ...(await waiting.execute(db)).rows];
          expect(seen).not.toEqual([]);
        });
        expect(await list()).toEqual([]);
      });
      await later;

      expect((await list()).map(({ at }) => at)).toEqual([2, 1]);
    },
  );

  it("truncates a long name, and finds the entry by the full name", async () => {
    const name = `\0\uD800"'<script>${"x".repeat(1_000)}`;
    await note("form.created", name);

    const [found] = await list({ actor: name });

    expect(found?.actor).toHaveLength(300);
    expect(found?.actor).toMatch(/^\uFFFD\uFFFD"'<script>x+$/);
  });

  it("has one entry for the failed sign-ins of an hour", async () => {
    const wrong = (name: string, now: number, ip = IP) =>
      recordAudit(fixture.db, {
        account_id: 1,
        actor: { kind: "session", name, ip },
        entry: { action: "password.wrong" },
        now,
      });
    for (let n = 0; n < 50; n++) await wrong("ada@example.org", n);
    await wrong("bob@example.org", 600);
    await wrong("ada@example.org", 700, "203.0.113.8");
    await wrong("ada@example.org", HOUR_MS + 1);

    expect((await list()).map(({ actor, at, times, ip }) => [actor, at, times, ip])).toEqual([
      ["ada@example.org", HOUR_MS + 1, 1, IP],
      ["bob@example.org", 600, 1, IP],
      ["ada@example.org", 0, 51, "203.0.113.8"],
    ]);
  });

  it("adds a repeated action to an equal entry only", async () => {
    const test = (id: number, detail?: string, action: AuditAction = "webhook.tested") =>
      recordAudit(fixture.db, {
        account_id: 1,
        actor: { kind: "key", name: "Export", ip: IP },
        entry: { action, subject: { kind: "webhook", id, name: "CRM" }, detail },
        now: 5,
      });
    for (const id of [1, 2, 1]) await test(id);
    await test(1, "other");
    for (const _ of [1, 2]) await test(1, undefined, "webhook.changed");

    expect((await list()).map((row) => [row.subject_id, row.detail, row.times])).toEqual([
      [1, null, 1],
      [1, null, 1],
      [1, "other", 1],
      [2, null, 1],
      [1, null, 2],
    ]);
  });

  it("names strangers in the first account, without what they typed", async () => {
    for (const times of [1, 40]) {
      await recordStranger(fixture.db, { action: "key.unknown", ip: IP, now: 5, times });
    }
    await recordStranger(fixture.db, { action: "login.unknown", ip: IP, now: 5 });

    expect((await list()).map(({ actor, action, times }) => [actor, action, times])).toEqual([
      ["Unknown address", "login.unknown", 1],
      ["Unknown key", "key.unknown", 41],
    ]);
  });
});
