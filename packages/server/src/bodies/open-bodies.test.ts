import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { useEach } from "../../../../test/harness/use.ts";
import { createFakeClock } from "../../test/fake-clock.ts";
import { AppError } from "../domain/errors.ts";
import { silentLog } from "../platform/log.ts";
import { type BodyLimits, createOpenBodies, type OpenBody } from "./open-bodies.ts";
import { readBody } from "./read-body.ts";
import { listenOnLoopback } from "../../../../test/harness/loopback.ts";

const LIMITS: BodyLimits = {
  maxMemoryBytes: 1_000_000,
  maxOpenPerAddress: 3,
  maxSeconds: 60,
  minBytesPerSecond: 100,
};

const clock = useEach(() => createFakeClock(0));
const bodies = useEach(() => createOpenBodies(LIMITS, clock, silentLog));

/** A body, and the code of the error that it was rejected with. */
function opened(address: string): {
  readonly body: OpenBody;
  readonly code: () => string | undefined;
} {
  const body = bodies.open(address);
  let rejection: AppError | undefined;
  body.whenRejected((error) => (rejection = error));
  return { body, code: () => rejection?.code };
}

describe("the memory of all bodies", () => {
  it("is freed of the largest unfinished body of the address that keeps most", () => {
    const [small, large] = [opened("192.0.2.1"), opened("192.0.2.1")];
    const other = opened("192.0.2.2");
    small.body.keep(300_000);
    large.body.keep(310_000);
    other.body.keep(380_000);

    const newest = opened("192.0.2.3");
    newest.body.keep(20_000);

    expect([small, large, other, newest].map(({ code }) => code())).toEqual([
      undefined,
      "overloaded",
      undefined,
      undefined,
    ]);
    expect(bodies.stats()).toEqual({ bytes: 700_000, arriving: 3 });
  });

  it("counts a body that has arrived until it is closed, and never rejects it", () => {
    const [done, newest] = [opened("192.0.2.1"), opened("192.0.2.2")];
    done.body.keep(900_000);
    done.body.complete();

    newest.body.keep(100_001);
    done.body.close();
    newest.body.close();

    expect([done.code(), newest.code()]).toEqual([undefined, "overloaded"]);
    expect(bodies.stats()).toEqual({ bytes: 0, arriving: 0 });
  });
});

describe("the bodies of one address", () => {
  it("are limited in number until they have arrived", () => {
    const open = [opened("192.0.2.1"), opened("192.0.2.1"), opened("192.0.2.1")];

    expect(() => bodies.open("192.0.2.1")).toThrow(/3 unfinished requests.*INTRAY_MAX_OPEN_POSTS/);
    bodies.open("192.0.2.2");
    open[0]?.body.complete();
    bodies.open("192.0.2.1");
    expect(() => bodies.open("192.0.2.1")).toThrow(AppError);
  });

  it("are those of one /64 network for IPv6", () => {
    for (const host of ["1", "2", "3"]) bodies.open(`2001:db8:0:7::${host}`);

    expect(() => bodies.open("2001:db8:0:7::4")).toThrow(AppError);
    expect(() => bodies.open("2001:db8:0:8::1")).not.toThrow();
  });
});

describe("a body that arrives slowly", () => {
  it("is rejected after a minute without files, however steadily it arrives", () => {
    const { body, code } = opened("192.0.2.1");
    const codes = new Set<string | undefined>();
    for (let second = 1; second < 60; second++) {
      body.arrived(1_000);
      clock.advance(1_000);
      codes.add(code());
    }

    clock.advance(1_000);

    expect([...codes]).toEqual([undefined]);
    expect(code()).toBe("timeout");
  });

  it("is rejected below the lowest rate, with files too, but not within 20 seconds", () => {
    const [slow, fast] = [opened("192.0.2.1"), opened("192.0.2.2")];
    for (const { body } of [slow, fast]) body.expectFiles();

    slow.body.arrived(1_999);
    fast.body.arrived(2_000);
    clock.advance(19_000);
    const before = slow.code();
    clock.advance(1_000);

    expect([before, slow.code(), fast.code()]).toEqual([undefined, "timeout", undefined]);
  });

  it("is not rejected for the time that the server takes", () => {
    const { body, code } = opened("192.0.2.1");
    body.isWaiting = false;

    clock.advance(600_000);

    expect(code()).toBeUndefined();
  });

  it("needs one timer for all bodies, and none when no body is arriving", () => {
    const timers: number[] = [];
    const counting = createOpenBodies(
      LIMITS,
      { ...clock, after: (ms, run) => (timers.push(ms), clock.after(ms, run)) },
      silentLog,
    );
    const open = [counting.open("192.0.2.1"), counting.open("192.0.2.1")];
    clock.advance(3_000);
    for (const body of open) body.close();
    clock.advance(60_000);

    expect(timers).toEqual([1_000, 1_000, 1_000, 1_000]);
  });
});

const tooLarge = () => new AppError("too_large", "It is too large.");

it("a body that is read is counted as its bytes arrive, not by its Content-Length, and dropped when it is rejected", async () => {
  const http = createServer();
  const { port, close } = await listenOnLoopback(http);
  onTestFinished(close);
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  socket.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 900000\r\n\r\n");
  const [incoming] = (await once(http, "request")) as [IncomingMessage];
  const body = bodies.open("192.0.2.1");
  const read = readBody(incoming, { maxBytes: 900_000, tooLarge }, body);
  const announced = bodies.stats().bytes;

  socket.write(Buffer.alloc(200_000));
  await expect.poll(() => bodies.stats().bytes).toBe(200_000);
  clock.advance(60_000);

  await expect(read).rejects.toMatchObject({ code: "timeout" });
  expect([announced, bodies.stats()]).toEqual([0, { bytes: 0, arriving: 0 }]);
  body.close();
  expect(bodies.stats()).toEqual({ bytes: 0, arriving: 0 });
});
