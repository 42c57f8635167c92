import type { LookupAddress } from "node:dns";
import { beforeEach, describe, expect, it } from "vitest";
import { createStandingClock, openWayOut, type StandingClock } from "./fixture.ts";
import { createLookUps, LOOKUP_TIMEOUT_MS, MAX_AT_ONCE, type Resolve } from "./dns-lookups.ts";

const ADDRESS: LookupAddress = { address: "93.184.216.34", family: 4 };

describe("look-ups", () => {
  let clock: StandingClock;
  /** What the system was asked and has not answered, and how it answers. */
  let asked: Map<string, (error?: Error) => void>;
  /** Every name that the system was asked for, in order. */
  let order: string[];
  let lookUp: Resolve;
  let told: string[];

  beforeEach(() => {
    clock = createStandingClock();
    asked = new Map();
    order = [];
    told = [];
    lookUp = createLookUps(clock, (host, done) => {
      if (asked.has(host)) throw new Error(`${host} is looked up twice at once`);
      order.push(host);
      asked.set(host, (error) => {
        asked.delete(host);
        done(error ?? null, error === undefined ? [ADDRESS] : []);
      });
    });
  });

  const ask = (host: string, who = host) =>
    lookUp(host, (error, [found]) => {
      const code = error !== null && "code" in error ? String(error.code) : error?.message;
      told.push(`${who}: ${code ?? found?.address ?? "nothing"}`);
    });
  const answer = (host: string, error?: Error) => asked.get(host)?.(error);
  /** Its name server takes longer than anyone waits. */
  const hang = (host: string) => {
    ask(host);
    clock.pass(LOOKUP_TIMEOUT_MS);
  };

  it("of one name at once are one; the next one asks again", () => {
    ask("a.test", "first");
    ask("a.test", "second");
    ask("b.test");
    expect(order).toEqual(["a.test", "b.test"]);
    answer("a.test");
    answer("b.test", new Error("gone"));
    ask("a.test", "third");

    expect(told).toEqual(["first: 93.184.216.34", "second: 93.184.216.34", "b.test: gone"]);
    expect(order).toEqual(["a.test", "b.test", "a.test"]);
  });

  it("end after three seconds for each who asks, counted from the asking", () => {
    ask("a.test", "first");
    clock.pass(2_000);
    ask("a.test", "second");
    clock.pass(999);
    expect(told).toEqual([]);
    clock.pass(1);
    expect(told).toEqual(["first: INTRAY_LOOKUP_TIMEOUT"]);
    clock.pass(2_000);

    expect(told).toEqual(["first: INTRAY_LOOKUP_TIMEOUT", "second: INTRAY_LOOKUP_TIMEOUT"]);
  });

  it("tell an answer once, and nobody who has given up", () => {
    ask("a.test", "early");
    clock.pass(2_000);
    ask("a.test", "late");
    clock.pass(1_000);
    answer("a.test");
    clock.pass(LOOKUP_TIMEOUT_MS);

    expect(told).toEqual(["early: INTRAY_LOOKUP_TIMEOUT", "late: 93.184.216.34"]);
  });

  it("take no more threads than there are", () => {
    const names = Array.from({ length: MAX_AT_ONCE + 2 }, (_, n) => `${n}.test`);

    for (const name of names) ask(name);
    expect(order).toEqual(names.slice(0, MAX_AT_ONCE));
    answer("3.test");

    expect(order).toEqual(names.slice(0, MAX_AT_ONCE + 1));
  });

  it("of names that hung go one after the other, and hold up no others", () => {
    for (const name of ["x.test", "y.test", "z.test"]) {
      hang(name);
      answer(name, new Error("too late"));
    }
    order = [];

    for (const name of ["x.test", "y.test", "z.test", "well.test"]) ask(name);
    answer("well.test");

    expect([...asked.keys()]).toEqual(["x.test"]);
    expect(order).toEqual(["x.test", "well.test"]);
    answer("x.test");
    expect([...asked.keys()]).toEqual(["y.test"]);
  });

  it("let a name out of that lane once it has answered in time, even if nobody waits any more", () => {
    for (const name of ["x.test", "y.test"]) {
      hang(name);
      answer(name);
    }
    ask("x.test");
    hang("y.test");
    expect([...asked.keys()]).toEqual(["x.test"]);

    answer("x.test");
    answer("y.test");
    ask("x.test");
    ask("y.test");

    // y.test has answered in time and is asked beside x.test, which has not.
    expect([...asked.keys()]).toEqual(["x.test", "y.test"]);
  });

  it("blame no name for the time that it waited for a thread", () => {
    for (let n = 0; n < MAX_AT_ONCE; n += 1) ask(`${n}.test`);
    hang("innocent.test");
    for (let n = 0; n < MAX_AT_ONCE; n += 1) answer(`${n}.test`);
    answer("innocent.test");

    ask("0.test");
    ask("1.test");
    ask("innocent.test");

    expect([...asked.keys()]).toEqual(["0.test", "innocent.test"]);
  });
});

describe("a delivery to a name whose look-up hangs", () => {
  it("ends with dns_error after three seconds, well before the deadline", async () => {
    const clock = createStandingClock();
    const looked = Promise.withResolvers<void>();
    const way = openWayOut({ clock, resolve: () => looked.resolve(), deadlineMs: 15_000 });

    const posting = way.post("http://receiver.test/");
    await looked.promise;
    clock.pass(LOOKUP_TIMEOUT_MS);
    const result = await posting;
    await way.egress.close();

    expect(result).toMatchObject({
      kind: "failed",
      errorCode: "dns_error",
      detail: "No name server told the address of receiver.test within 3 s.",
      durationMs: 3_000,
      remoteIp: null,
    });
  });
});
