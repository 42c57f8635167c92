import type { LookupAddress } from "node:dns";
import { useTestEgress } from "../../test/egress.ts";
import { createFakeClock, type FakeClock } from "../../test/fake-clock.ts";
import type { Resolve } from "./dns-lookups.ts";
import { createDnsLookups, LOOKUP_TIMEOUT_MS, MAX_CONCURRENT_LOOKUPS } from "./dns-lookups.ts";

const ADDRESS: LookupAddress = { address: "93.184.216.34", family: 4 };

describe("DNS lookups", () => {
  let clock: FakeClock;
  /** Lookups that the resolver has not answered yet, with the function that answers each. */
  let unanswered: Map<string, (error?: Error) => void>;
  /** Every name that was resolved, in order. */
  let order: string[];
  let resolve: Resolve;
  let results: string[];

  beforeEach(() => {
    clock = createFakeClock(0);
    unanswered = new Map();
    order = [];
    results = [];
    resolve = createDnsLookups(clock, (host, done) => {
      if (unanswered.has(host)) throw new Error(`${host} is looked up twice concurrently`);
      order.push(host);
      unanswered.set(host, (error) => {
        unanswered.delete(host);
        done(error ?? null, error === undefined ? [ADDRESS] : []);
      });
    });
  });

  const lookUp = (host: string, caller = host) =>
    resolve(host, (error, [found]) => {
      const code = error !== null && "code" in error ? String(error.code) : error?.message;
      results.push(`${caller}: ${code ?? found?.address ?? "nothing"}`);
    });
  const answer = (host: string, error?: Error) => unanswered.get(host)?.(error);
  /** Starts a lookup and lets it exceed the timeout. */
  const hang = (host: string) => {
    lookUp(host);
    clock.advance(LOOKUP_TIMEOUT_MS);
  };

  it("share one lookup among concurrent callers, and look the name up again afterwards", () => {
    lookUp("a.test", "first");
    lookUp("a.test", "second");
    lookUp("b.test");
    expect(order).toEqual(["a.test", "b.test"]);
    answer("a.test");
    answer("b.test", new Error("gone"));
    lookUp("a.test", "third");

    expect(results).toEqual(["first: 93.184.216.34", "second: 93.184.216.34", "b.test: gone"]);
    expect(order).toEqual(["a.test", "b.test", "a.test"]);
  });

  it("time out three seconds after each caller started to wait", () => {
    lookUp("a.test", "first");
    clock.advance(2_000);
    lookUp("a.test", "second");
    clock.advance(999);
    expect(results).toEqual([]);
    clock.advance(1);
    expect(results).toEqual(["first: INTRAY_LOOKUP_TIMEOUT"]);
    clock.advance(2_000);

    expect(results).toEqual(["first: INTRAY_LOOKUP_TIMEOUT", "second: INTRAY_LOOKUP_TIMEOUT"]);
  });

  it("call each caller once, and not after its timeout", () => {
    lookUp("a.test", "early");
    clock.advance(2_000);
    lookUp("a.test", "late");
    clock.advance(1_000);
    answer("a.test");
    clock.advance(LOOKUP_TIMEOUT_MS);

    expect(results).toEqual(["early: INTRAY_LOOKUP_TIMEOUT", "late: 93.184.216.34"]);
  });

  it("run at most as many at a time as there are threads for", () => {
    const names = Array.from({ length: MAX_CONCURRENT_LOOKUPS + 2 }, (_, n) => `${n}.test`);

    for (const name of names) lookUp(name);
    expect(order).toEqual(names.slice(0, MAX_CONCURRENT_LOOKUPS));
    answer("3.test");

    expect(order).toEqual(names.slice(0, MAX_CONCURRENT_LOOKUPS + 1));
  });

  it("run one at a time for slow names, without delaying other names", () => {
    for (const name of ["x.test", "y.test", "z.test"]) {
      hang(name);
      answer(name, new Error("too late"));
    }
    order = [];

    for (const name of ["x.test", "y.test", "z.test", "fast.test"]) lookUp(name);
    answer("fast.test");

    expect([...unanswered.keys()]).toEqual(["x.test"]);
    expect(order).toEqual(["x.test", "fast.test"]);
    answer("x.test");
    expect([...unanswered.keys()]).toEqual(["y.test"]);
  });

  it("move a name back to the fast lane once it resolves in time, even without a waiting caller", () => {
    for (const name of ["x.test", "y.test"]) {
      hang(name);
      answer(name);
    }
    lookUp("x.test");
    hang("y.test");
    expect([...unanswered.keys()]).toEqual(["x.test"]);

    answer("x.test");
    answer("y.test");
    lookUp("x.test");
    lookUp("y.test");

    // y.test resolved in time and runs in the fast lane; x.test did not and fills the slow lane.
    expect([...unanswered.keys()]).toEqual(["x.test", "y.test"]);
  });

  it("do not count the wait for a thread toward a slow lookup", () => {
    for (let n = 0; n < MAX_CONCURRENT_LOOKUPS; n += 1) lookUp(`${n}.test`);
    hang("queued.test");
    for (let n = 0; n < MAX_CONCURRENT_LOOKUPS; n += 1) answer(`${n}.test`);
    answer("queued.test");

    lookUp("0.test");
    lookUp("1.test");
    lookUp("queued.test");

    expect([...unanswered.keys()]).toEqual(["0.test", "queued.test"]);
  });
});

it("a delivery to a name whose lookup hangs ends with dns_error after three seconds, well before the deadline", async () => {
  const clock = createFakeClock(0);
  const lookupStarted = Promise.withResolvers<void>();
  const { post } = useTestEgress({
    clock,
    resolve: () => lookupStarted.resolve(),
    deadlineMs: 15_000,
  });

  const posting = post("http://receiver.test/");
  await lookupStarted.promise;
  clock.advance(LOOKUP_TIMEOUT_MS);
  const result = await posting;

  expect(result).toMatchObject({
    result: "retry",
    errorCode: "dns_error",
    excerpt: "The DNS lookup of receiver.test took longer than 3 s.",
    durationMs: 3_000,
    remoteIp: null,
  });
});
