import pino from "pino";
import { createFakeClock, type FakeClock } from "../../test/fake-clock.ts";
import { Outage } from "../domain/outage.ts";
import type { NewSubmission } from "./submissions/new-submission.ts";
import { quietDuringOutages, watchOutages, type WatchedStore } from "./outage-watch.ts";
import type { Store } from "./store.ts";
import { bindWrites } from "./writes.ts";

type Line = { readonly level: number; readonly msg: string };

describe("a watched store", () => {
  let clock: FakeClock;
  let lines: Line[];
  let log: pino.Logger;
  let fault: Error | undefined;
  let watched: WatchedStore;
  beforeEach(() => {
    clock = createFakeClock(1_000);
    lines = [];
    log = pino({ level: "info" }, { write: (line) => void lines.push(JSON.parse(line) as Line) });
    fault = undefined;
    const answer = () => (fault === undefined ? Promise.resolve() : Promise.reject(fault));
    const store: Partial<Record<keyof Store, unknown>> = {
      accept: answer,
      writes: bindWrites({ write: answer, writeOnce: answer }),
      findForm: () => {
        if (fault !== undefined) throw fault;
      },
    };
    watched = watchOutages(store as unknown as Store, clock, log);
  });
  const settled = (work: Promise<unknown>) => work.catch(() => undefined);
  const accept = () => settled(watched.store.accept({} as NewSubmission));
  const probe = () =>
    settled(watched.store.writes.writeProbe({ now: 1, padding: Buffer.alloc(0) }));
  const claim = () => settled(watched.store.writes.pruneAudit({} as never));
  const messages = () => lines.map(({ msg }) => msg);
  const BEGIN = /^The server's disk is full\. Requests are answered with 503/;

  it("logs the beginning and the end of an outage once each", async () => {
    fault = new Outage("disk_full", { cause: new Error("SQLITE_FULL") });
    for (let n = 0; n < 5; n += 1) await accept();
    await claim();
    expect(watched.outage()?.outage).toBe("disk_full");

    fault = undefined;
    clock.advance(1_500);
    await accept();

    expect(watched.outage()).toBeUndefined();
    expect(messages()).toEqual([expect.stringMatching(BEGIN), "The database works again."]);
    expect(lines[1]).toMatchObject({ failures: 6, seconds: 2, outage: "disk_full" });
  });

  it("does not take a write that may change nothing for the end of the outage", async () => {
    fault = new Outage("disk_full");
    await accept();
    fault = undefined;
    clock.advance(10_000);

    await claim();

    expect(watched.outage()).toBeDefined();
  });

  it("takes a small write for the end only once nothing has failed for three seconds", async () => {
    fault = new Outage("disk_full");
    await accept();
    fault = undefined;

    clock.advance(2_900);
    await probe();
    expect(watched.outage()).toBeDefined();
    clock.advance(200);
    await probe();

    expect(watched.outage()).toBeUndefined();
  });

  it("logs an outage that comes and goes once a minute", async () => {
    for (let n = 0; n < 20; n += 1) {
      fault = new Outage("disk_full");
      await accept();
      fault = undefined;
      await accept();
      clock.advance(5_000);
    }

    expect(messages().filter((msg) => BEGIN.test(msg))).toHaveLength(2);
    expect(messages()).toHaveLength(4);
  });

  it("notices a lookup that throws, and passes the error on", () => {
    fault = new Outage("out_of_handles");

    expect(() => watched.store.findForm("1")).toThrow(fault);

    expect(watched.outage()).toBe(fault);
  });

  it("takes no other error for an outage", async () => {
    fault = new Error("a bug");

    await accept();

    expect(watched.outage()).toBeUndefined();
    expect(lines).toEqual([]);
  });

  it("keeps background work from logging each failed try", () => {
    const quiet = quietDuringOutages(log);

    quiet.warn({ err: new Outage("disk_full") }, "A job failed.");
    quiet.error({ err: new Error("a bug") }, "A job failed.");

    expect(lines).toMatchObject([{ level: 50, msg: "A job failed." }]);
  });
});
