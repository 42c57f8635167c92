import { createFakeClock } from "../../test/fake-clock.ts";
import type { DeliveryErrorCode } from "../domain/delivery/delivery.ts";
import { unansweredResult } from "../domain/delivery/delivery-result.ts";
import { silentLog } from "../platform/log.ts";
import type { HeldOrigins } from "../store/deliveries/held-origins.ts";
import { createCircuits } from "./circuits.ts";

const ORIGIN = "https://hooks.example.org";
const MAX_OPEN = 200;

/** The status of a response, or why there was none. */
type Result = DeliveryErrorCode | number;

const receiverAfter = (errorCode: DeliveryErrorCode) =>
  unansweredResult({ startedAt: 0, durationMs: 0, remoteIp: null }, { errorCode, excerpt: "" })
    .receiver;

function openCircuits() {
  const clock = createFakeClock(1_000_000);
  const circuits = createCircuits(MAX_OPEN, { clock, log: silentLog });
  const origin = ORIGIN;
  const claimed = (destinationId: number, held: HeldOrigins) => ({ origin, destinationId, held });
  return {
    clock,
    circuits,
    claimed,
    start(destinationId: number) {
      const one = claimed(destinationId, circuits.held());
      circuits.leased(one);
      return (result: Result) =>
        circuits.ended(one, typeof result === "number" ? "responds" : receiverAfter(result));
    },
    /** Attempts that are in flight at the same time. */
    attempt(destinationIds: readonly number[], result: Result) {
      const ends = destinationIds.map((id) => this.start(id));
      for (const end of ends) end(result);
    },
    isOpen: () => circuits.open().length === 1,
  };
}

it.each<Result>(["timeout", "connection_refused"])("opens after three times %s", (result) => {
  const tested = openCircuits();

  tested.attempt([1, 2], result);
  expect(tested.isOpen()).toBe(false);
  tested.attempt([3], result);

  expect(tested.isOpen()).toBe(true);
});

it.each<Result>([500, 429, 410, 200, "connection_reset", "dns_error"])(
  "stays closed after %s",
  (result) => {
    const tested = openCircuits();

    tested.attempt([1, 2, 3, 4, 5, 6], result);

    expect(tested.circuits.held()).toEqual({});
  },
);

it("counts only failures in a row: any response begins anew", () => {
  const tested = openCircuits();

  tested.attempt([1, 2], "timeout");
  tested.attempt([3], 503);
  tested.attempt([1, 2], "timeout");

  expect(tested.isOpen()).toBe(false);
});

it("lets one probe at a time pass, with pauses of 5, 10, 20, 30, 30 s", () => {
  const tested = openCircuits();
  const { clock, circuits } = tested;
  tested.attempt([1, 2, 3], "timeout");
  const pauses = [];

  for (let n = 0; n < 5; n += 1) {
    const [open] = circuits.open();
    const pause = (open?.nextProbeAt ?? 0) - clock.now();
    clock.advance(pause - 1);
    expect(circuits.held()[ORIGIN]?.probes).toBe(0);
    clock.advance(1);
    expect(circuits.held()[ORIGIN]?.probes).toBe(1);
    const end = tested.start(1);
    expect(circuits.held()[ORIGIN]?.probes).toBe(0);
    end("timeout");
    pauses.push(pause);
  }

  expect(pauses).toEqual([5_000, 10_000, 20_000, 30_000, 30_000]);
});

it("ignores failures of attempts that were in flight when it opened", () => {
  const tested = openCircuits();
  const { clock, circuits } = tested;

  tested.attempt([...Array(400).keys()], "timeout");

  expect(circuits.open()[0]?.nextProbeAt).toBe(clock.now() + 5_000);
});

it.each<Result>([200, 404, 500])("closes when a probe is answered with %s", (result) => {
  const tested = openCircuits();
  tested.attempt([1, 2, 3], "timeout");
  tested.clock.advance(5_000);

  tested.attempt([1], result);

  expect(tested.circuits.held()).toEqual({});
});

it("holds only the webhook that hangs, while no other of its origin does", () => {
  const tested = openCircuits();
  const { circuits } = tested;
  tested.attempt([1, 1, 1], "timeout");

  const held = circuits.held();

  expect(held[ORIGIN]).toMatchObject({ onlyDestinationId: 1 });
  expect(circuits.maySend(tested.claimed(2, {}))).toBe(true);
  expect(circuits.maySend(tested.claimed(1, {}))).toBe(false);
  expect(circuits.holding({ id: 2, origin: ORIGIN })).toBeUndefined();
  tested.attempt([2], "timeout");
  expect(circuits.held()[ORIGIN]).toMatchObject({ onlyDestinationId: null });
});

it("sends nothing that was claimed before it opened", () => {
  const tested = openCircuits();
  const before = tested.claimed(7, tested.circuits.held());

  tested.attempt([1, 2, 3], "timeout");

  expect(tested.circuits.maySend(before)).toBe(false);
});

it("takes at most half of the open attempts for overdue deliveries, 16 an origin", () => {
  const clock = createFakeClock(0);
  const circuits = createCircuits(20, { clock, log: silentLog });
  for (const origin of ["https://a.example", "https://b.example"]) {
    for (let n = 0; n < 3; n += 1) {
      const one = { origin, destinationId: n, held: {} };
      circuits.ended(one, "hangs");
    }
  }
  clock.advance(5_000);

  const held = Object.values(circuits.held());

  expect(held.map(({ probes, overdue }) => probes + overdue)).toEqual([10, 0]);
});

it("is forgotten ten minutes after its last attempt", () => {
  const tested = openCircuits();
  tested.attempt([1, 2, 3], "timeout");

  tested.clock.advance(599_999);
  tested.circuits.forgetIdle();
  expect(tested.isOpen()).toBe(true);
  tested.clock.advance(1);
  tested.circuits.forgetIdle();

  expect(tested.isOpen()).toBe(false);
});
