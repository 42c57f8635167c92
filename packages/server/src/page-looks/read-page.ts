/** Reads a page of somebody else's site, as its robots.txt allows, through the egress that also guards webhooks. */
import { gunzipSync } from "node:zlib";
import robots from "robots-parser";
import { type Dispatcher, request } from "undici";
import { BlockedAddress } from "../delivery/address-guard.ts";
import { withinTime } from "../platform/bounds.ts";
import type { Clock } from "../platform/clock.ts";
import { networkErrorDetail } from "../platform/network-error.ts";
import { VERSION } from "../platform/version.ts";

/** `problem`: a sentence that says why the page cannot be read. */
export type PageRead =
  { readonly html: string; readonly url: string } | { readonly problem: string };

export type ReadPage = (url: string) => Promise<PageRead>;

/** Its types tell of a default export, but it is the module itself. */
const parseRobots = robots as unknown as typeof robots.default;

/** By which robots.txt names this program. */
const ROBOT = "Intray";
/** For a page and its robots.txt, with all redirects. */
const DEADLINE_MS = 20_000;
const MAX_REDIRECTS = 3;
/** Of the decompressed text. */
const MAX_BYTES = 2 * 1_024 * 1_024;

export function createReadPage({
  dispatcher,
  clock,
  deadlineMs = DEADLINE_MS,
}: {
  readonly dispatcher: Dispatcher;
  readonly clock: Clock;
  readonly deadlineMs?: number;
}): ReadPage {
  async function get(url: string, signal: AbortSignal) {
    const { statusCode, headers, body } = await request(url, {
      dispatcher,
      signal,
      headers: { "user-agent": `${ROBOT}/${VERSION}`, "accept-encoding": "gzip" },
    });
    // The egress limits how much arrives.
    const bytes = Buffer.from(await body.bytes());
    const isZipped = headers["content-encoding"] === "gzip";
    const text = isZipped ? gunzipSync(bytes, { maxOutputLength: MAX_BYTES }) : bytes;
    return { status: statusCode, location: headers["location"], text: text.toString("utf8") };
  }

  /** A site whose robots.txt cannot be read for now may not be read either (RFC 9309). */
  async function isAllowed(url: string, signal: AbortSignal): Promise<boolean> {
    const address = new URL("/robots.txt", url).href;
    const { status, text } = await get(address, signal);
    if (status >= 500) return false;
    return status !== 200 || parseRobots(address, text).isAllowed(url, ROBOT) !== false;
  }

  async function read(first: string, signal: AbortSignal): Promise<PageRead> {
    let url = first;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      if (!(await isAllowed(url, signal))) {
        return { problem: `The robots.txt of ${new URL(url).host} does not allow to read it.` };
      }
      const { status, location, text } = await get(url, signal);
      if (status === 200) return { html: text, url };
      const next = status >= 300 && status < 400 && typeof location === "string" ? location : "";
      if (next === "" || !URL.canParse(next, url)) return { problem: `It answers with ${status}.` };
      url = new URL(next, url).href;
    }
    return { problem: `It redirects more than ${MAX_REDIRECTS} times.` };
  }

  return async (url) => {
    try {
      return await withinTime((signal) => read(url, signal), { clock, ms: deadlineMs });
    } catch (error) {
      const reason = error instanceof BlockedAddress ? error.message : networkErrorDetail(error);
      return { problem: `It cannot be read: ${reason}` };
    }
  };
}
