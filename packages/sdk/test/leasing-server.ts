/** A server that leases submissions from memory over real HTTP, as the API document describes. */
import type { IncomingMessage } from "node:http";
import { json } from "node:stream/consumers";
import { serve } from "./faulty-server.ts";

interface Leased {
  readonly id: number;
  readonly form_id: number;
  read: boolean;
  readonly spam: boolean;
  readonly trash: boolean;
  claim_count: number;
  token?: string | undefined;
  until: number;
  notBefore: number;
  isDead: boolean;
}

interface Body {
  readonly lease_token: string;
  readonly lease_seconds: number;
  readonly limit: number;
  readonly submission_ids?: readonly number[];
  readonly retry_after_seconds?: number;
  readonly dead?: boolean;
}

/** `world.now` is the server's clock, which a test may move; `sent(name)` returns the bodies of the POSTs to that path. */
export async function leasingServer(...ids: number[]) {
  const world = { now: 1_700_000_000_000 };
  const calls: [what: string, body: Body][] = [];
  const records: Leased[] = ids.map((id) => ({
    id,
    form_id: 3,
    read: false,
    spam: false,
    trash: false,
    claim_count: 0,
    until: 0,
    notBefore: 0,
    isDead: false,
  }));
  let tokens = 0;
  const isHeld = ({ token, until }: Leased, by: string) => token === by && until > world.now;

  function claim({ limit, lease_seconds }: Body) {
    const free = records.filter(
      ({ read, isDead, until, notBefore }) =>
        !read && !isDead && until <= world.now && notBefore <= world.now,
    );
    const token = `lease-${++tokens}`;
    const until = world.now + lease_seconds * 1_000;
    const taken = free.slice(0, limit);
    for (const one of taken) Object.assign(one, { token, until, claim_count: one.claim_count + 1 });
    return answer(taken, token, until);
  }

  function extend({ lease_token, lease_seconds, submission_ids = [] }: Body) {
    const held = records.filter((one) => isHeld(one, lease_token));
    if (!submission_ids.every((id) => held.some((one) => one.id === id))) return undefined;
    for (const one of held) one.until = world.now + lease_seconds * 1_000;
    return answer(held, lease_token, world.now + lease_seconds * 1_000);
  }

  function release({ lease_token, submission_ids = [], retry_after_seconds = 0, dead }: Body) {
    const held = records.filter((one) => submission_ids.includes(one.id));
    if (!held.every((one) => isHeld(one, lease_token))) return undefined;
    const notBefore = world.now + retry_after_seconds * 1_000;
    for (const one of held) Object.assign(one, { until: 0, notBefore, isDead: dead === true });
    return { results: held.map(({ id }) => ({ submission_id: id, status: "released" })) };
  }

  async function respond(request: IncomingMessage): Promise<unknown> {
    const what = new URL(request.url ?? "", "http://localhost").pathname.split("/").at(-1) ?? "";
    if (request.method === "PATCH") {
      const record = records.find(({ id }) => id === Number(what));
      if (record !== undefined) record.read = true;
      return record;
    }
    const body = (await json(request)) as Body;
    calls.push([what, body]);
    if (what === "claim") return claim(body);
    return what === "extend" ? extend(body) : release(body);
  }

  const server = await serve(async (request, response) => {
    const body = await respond(request);
    response.statusCode = body === undefined ? 409 : 200;
    const lost = { error: "The lease is over.", code: "conflict", request_id: "req_1" };
    response.end(JSON.stringify(body ?? lost));
  });
  const sent = (what: string) => calls.filter(([name]) => name === what).map(([, body]) => body);
  return { ...server, world, records, sent };
}

const answer = (submissions: readonly Leased[], token: string, until: number) => ({
  submissions,
  lease_token: token,
  lease_expires_at: new Date(until).toISOString(),
});
