// The clients of a soak: each is a loop that goes on through every failure, and writes what it saw in the ledger.
import { createHash, randomBytes } from "node:crypto";
import { Intray } from "@intray/sdk";
import { countOutcome, type Ledger } from "./ledger.ts";
import type { Chance } from "./random.ts";
import { pause } from "./server.ts";
import { withKey } from "../harness/api.ts";

export interface Form {
  readonly id: number;
  readonly uuid: string;
}

export interface ClientParts {
  readonly ledger: Ledger;
  readonly chance: Chance;
  /** The servers' URLs. */
  readonly urls: readonly string[];
  readonly key: string;
  readonly form: Form;
  readonly user: { readonly email: string; readonly password: string };
  /** The pause between two posts of a client. */
  readonly postEveryMs: number;
  /** Clients that write end when this is aborted. */
  readonly calm: AbortSignal;
  /** Clients that only read end when this is aborted. */
  readonly over: AbortSignal;
}

/** A frozen server does not answer at all. */
const REQUEST_MS = 10_000;
const READ_EVERY_MS = 250;
const MAX_FILE_BYTES = 200_000;
/** One post of this many has an Idempotency-Key and is repeated until it is answered. */
const KEYED_SHARE = 5;
/** Claims are handled before this ends, but not by a server that is frozen for longer. */
const LEASE_SECONDS = 30;
const MAX_CLAIMED = 20;

/** Starts them once the event stream is connected. @returns Promises of the end of those that write, and of the others. */
export async function startClients(
  parts: ClientParts,
): Promise<{ readonly writers: Promise<unknown>; readonly readers: Promise<unknown> }> {
  const { ledger, chance, urls, key, form, postEveryMs, calm, over } = parts;
  let posts = 0;
  const urlOf = () => chance.pick(urls) ?? "";

  /** The response, or undefined if there was none. */
  async function request(what: string, path: string, init: RequestInit = {}) {
    const signal = AbortSignal.timeout(REQUEST_MS);
    try {
      const answer = await fetch(`${urlOf()}${path}`, { redirect: "manual", ...init, signal });
      const text = await answer.text();
      countOutcome(ledger, `${what} ${answer.status}`);
      if (answer.status === 500)
        ledger.broken.push(`${what} was answered 500: ${text.slice(0, 300)}`);
      return { status: answer.status, headers: answer.headers, text };
    } catch {
      countOutcome(ledger, `${what} unanswered`);
      return undefined;
    }
  }
  const api = (what: string, method: string, path: string, body?: unknown) =>
    request(what, `/api/v1${path}`, { method, ...withKey(key, body) });
  async function loop(
    everyMs: number,
    once: () => Promise<void>,
    end: AbortSignal = calm,
  ): Promise<void> {
    while (!end.aborted) {
      await once();
      await pause(everyMs);
    }
  }
  const isStored = (status: number | undefined) => status === 200;
  function recordPost(
    token: string,
    answer: { status: number; text: string } | undefined,
  ): boolean {
    if (!isStored(answer?.status)) return false;
    const { id } = JSON.parse(answer?.text ?? "") as { readonly id: number };
    ledger.stored.set(token, id);
    return true;
  }

  async function post(): Promise<void> {
    const token = `post-${(posts += 1)}-${randomBytes(4).toString("hex")}`;
    const isKeyed = posts % KEYED_SHARE === 0;
    ledger.posted.add(token);
    if (isKeyed) ledger.keyed.add(token);
    const init = {
      method: "POST",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        ...(isKeyed ? { "idempotency-key": token } : {}),
      },
      body: new URLSearchParams({
        token,
        email: `${token}@example.org`,
        message: "An order.",
      }).toString(),
    };
    const path = `/f/${form.uuid}.json`;
    if (recordPost(token, await request("post", path, init)) || !isKeyed) return;
    do await pause(postEveryMs);
    while (!recordPost(token, await request("post again", path, init)) && !calm.aborted);
  }

  async function upload(): Promise<void> {
    const token = `file-${(posts += 1)}-${randomBytes(4).toString("hex")}`;
    const content = randomBytes(1 + chance.below(MAX_FILE_BYTES));
    const body = new FormData();
    body.set("token", token);
    body.set("file", new Blob([content]), `${token}.bin`);
    ledger.posted.add(token);
    const answer = await request("upload", `/f/${form.uuid}.json`, { method: "POST", body });
    if (recordPost(token, answer)) {
      ledger.files.set(token, createHash("sha256").update(content).digest("hex"));
    }
  }

  /** Hands out work like a cron job: claims, works, marks read. */
  async function consume(): Promise<void> {
    const claim = {
      form_id: form.id,
      limit: MAX_CLAIMED,
      lease_seconds: LEASE_SECONDS,
      consumer: "soak",
    };
    const answer = await api("claim", "POST", "/submissions/claim", claim);
    if (answer?.status !== 200) return;
    const { submissions } = JSON.parse(answer.text) as {
      readonly submissions: readonly { readonly id: number }[];
    };
    for (const { id } of submissions) {
      if (ledger.done.has(id))
        ledger.broken.push(`submission ${id} was claimed after it was marked read`);
      const marked = await api("mark", "PATCH", `/submissions/${id}`, {
        submission: { read: true },
      });
      if (marked?.status === 200) ledger.done.add(id);
    }
  }

  /** One walk in ascending order, which goes on where it has stopped. */
  let cursor = "";
  async function walk(): Promise<void> {
    const path = `/submissions?form_id=${form.id}&order_by=date_asc&per_page=100`;
    const answer = await api("walk", "GET", `${path}${cursor === "" ? "" : `&cursor=${cursor}`}`);
    if (answer?.status !== 200) return;
    const page = JSON.parse(answer.text) as {
      readonly submissions: readonly { readonly id: number }[];
      readonly meta: { readonly next_cursor: string | null };
    };
    for (const { id } of page.submissions) ledger.walked.add(id);
    if (page.meta.next_cursor !== null) cursor = encodeURIComponent(page.meta.next_cursor);
  }

  async function refire(): Promise<void> {
    const id = chance.pick([...ledger.stored.values()].slice(-500));
    if (id !== undefined) await api("refire", "POST", `/submissions/${id}/refire_webhooks`);
  }

  const connected = Promise.withResolvers<void>();
  async function follow(): Promise<void> {
    let lastEventId: string | undefined;
    while (!over.aborted) {
      const client = new Intray({ baseUrl: urlOf(), apiKey: key });
      const stream = client.events.follow(
        { form_id: form.id, ...(lastEventId === undefined ? {} : { lastEventId }) },
        { signal: over, maxRetries: 2, onConnect: () => connected.resolve() },
      );
      try {
        for await (const { type, data } of stream) {
          lastEventId = stream.lastEventId;
          if (type === "submission.created" && data.id !== undefined) ledger.announced.add(data.id);
          if (type === "reset") ledger.broken.push("the event stream lost its position");
        }
      } catch {
        countOutcome(ledger, "event stream broken");
      }
      lastEventId = stream.lastEventId;
      await client.close();
    }
  }

  let cookie = "";
  async function look(): Promise<void> {
    const page = chance.pick(["/inbox", "", "/deliveries", `/forms/${form.id}`]) ?? "";
    const answer = await request("dashboard", `/dashboard${page}`, { headers: { cookie } });
    if (answer?.status !== 303 && answer?.status !== 302) return;
    const signedIn = await request("sign in", "/dashboard/sign-in", {
      method: "POST",
      headers: { "sec-fetch-site": "same-origin" },
      body: new URLSearchParams(parts.user),
    });
    const cookies =
      signedIn?.headers.getSetCookie().map((line) => line.split(";", 1)[0] ?? "") ?? [];
    if (cookies.length > 0) cookie = cookies.join("; ");
  }

  const following = follow();
  await connected.promise;
  return {
    writers: Promise.all([
      loop(postEveryMs, post),
      loop(postEveryMs, post),
      loop(4 * postEveryMs, upload),
      loop(READ_EVERY_MS, consume),
      loop(READ_EVERY_MS, refire),
    ]),
    readers: Promise.all([loop(READ_EVERY_MS, walk, over), loop(READ_EVERY_MS, look), following]),
  };
}
