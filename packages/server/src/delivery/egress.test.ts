import type { LookupAddress } from "node:dns";
import type { RequestListener } from "node:http";
import { serveOnLoopback } from "../../../../test/harness/loopback.ts";
import { useEach } from "../../../../test/harness/use.ts";
import { useTestEgress } from "../../test/egress.ts";
import type { Resolve } from "./dns-lookups.ts";

const LOOPBACK: LookupAddress = { address: "127.0.0.1", family: 4 };
const OTHER_LOOPBACK: LookupAddress = { address: "127.0.0.2", family: 4 };

let port: number;
let visits: number;
let listener: RequestListener;
const receiver = useEach(() =>
  serveOnLoopback((request, answer) => {
    visits += 1;
    listener(request, answer);
  }),
);
beforeEach(() => {
  visits = 0;
  listener = (_, answer) => answer.end();
  ({ port } = receiver);
});

/** Resolves lookup n to the n-th list, and further lookups to the last list. */
function resolving(...answers: LookupAddress[][]): Resolve & { lookups: number } {
  const resolve = Object.assign(
    (_: string, done: (error: Error | null, found: LookupAddress[]) => void) => {
      const answer = answers[Math.min(resolve.lookups, answers.length - 1)];
      resolve.lookups += 1;
      done(null, answer ?? []);
    },
    { lookups: 0 },
  );
  return resolve;
}

function open(allow: readonly string[], resolve?: Resolve) {
  const { post } = useTestEgress({ allow, ...(resolve && { resolve }) });
  return (url: string) => post(url);
}

it("dials the address that it checked, without a second lookup", async () => {
  const resolve = resolving([LOOPBACK], [OTHER_LOOPBACK]);
  const post = open([`127.0.0.1:${port}`], resolve);

  const result = await post(`http://receiver.test:${port}/`);

  expect(result).toMatchObject({ status: 200, remoteIp: "127.0.0.1" });
  expect(resolve.lookups).toBe(1);
});

it("begins one connection in each turn of the event loop", async () => {
  let turn = 0;
  let watch = setImmediate(function next() {
    turn += 1;
    watch = setImmediate(next);
  });
  const turns: number[] = [];
  const resolve: Resolve = (_, done) => {
    turns.push(turn);
    done(null, [LOOPBACK]);
  };
  const post = open(["127.0.0.1"], resolve);

  await Promise.all(
    Array.from({ length: 20 }, (_, n) => post(`http://receiver${n}.test:${port}/`)),
  );

  clearImmediate(watch);
  expect(new Set(turns).size).toBe(20);
  expect(visits).toBe(20);
});

it("reports no address for an attempt that reached none, even after an earlier connection", async () => {
  listener = (_, answer) => answer.setHeader("connection", "close").end();
  const post = open([`127.0.0.1:${port}`], resolving([LOOPBACK], [OTHER_LOOPBACK], []));

  await post(`http://receiver.test:${port}/`);
  const blocked = await post(`http://receiver.test:${port}/`);
  const nameless = await post(`http://receiver.test:${port}/`);

  expect([blocked.errorCode, blocked.remoteIp]).toEqual(["blocked_address", null]);
  expect(nameless).toMatchObject({ errorCode: "dns_error", remoteIp: null });
});

it("allows a name if all its addresses are allowed", async () => {
  const post = open(["receiver.test"], resolving([OTHER_LOOPBACK, LOOPBACK]));

  const result = await post(`http://receiver.test:${port}/`);

  // Nothing listens on the first address, so the second one answers.
  expect(result).toMatchObject({ receiver: "responds", remoteIp: "127.0.0.1" });
});

it("reports the errors when every address of a name refuses the connection", async () => {
  receiver.close();
  const post = open(["receiver.test"], resolving([OTHER_LOOPBACK, LOOPBACK]));

  const result = await post(`http://receiver.test:${port}/`);

  expect(result).toMatchObject({ result: "retry", errorCode: "connection_refused" });
  expect(result.excerpt).not.toBe("");
});
