/** Asks DNS whether a domain takes e-mail. */
import { type MxRecord, promises as dns } from "node:dns";
import { domainToASCII } from "node:url";
import { withinTime } from "../platform/bounds.ts";
import { type Clock, type MonotonicMs, msBetween } from "../platform/clock.ts";

/** Whether mail can be sent to a domain; `undefined` if DNS does not say. Never rejects. */
export type TakesMail = (domain: string) => Promise<boolean | undefined>;

export interface MailResolver {
  resolveMx(domain: string): Promise<readonly MxRecord[]>;
  resolve4(domain: string): Promise<readonly string[]>;
  resolve6(domain: string): Promise<readonly string[]>;
}

export const MX_TIMEOUT_MS = 2_000;
export const MX_CACHE_MS = 3_600_000;
/** After a failure the domain is asked about again soon. */
export const MX_RETRY_MS = 60_000;
const MAX_CACHED_DOMAINS = 10_000;
/** A post beyond them is not delayed, and its domain counts as unknown. */
const MAX_OPEN_LOOKUPS = 100;

interface Known {
  readonly answer: Promise<boolean | undefined>;
  /** `undefined` while the lookup runs. */
  until?: { readonly from: MonotonicMs; readonly forMs: number };
}

/** Answers are cached, and posts with the same domain share one lookup. */
export function createMailDomains(
  clock: Clock,
  resolver: MailResolver = systemResolver,
): TakesMail {
  const known = new Map<string, Known>();
  let open = 0;

  const isFresh = ({ until }: Known) =>
    until === undefined || msBetween(until.from, clock.monotonic()) < until.forMs;

  async function lookUp(domain: string): Promise<boolean | undefined> {
    open += 1;
    const limit = { clock, ms: MX_TIMEOUT_MS };
    return withinTime(() => takesMail(domain, resolver), limit)
      .catch(() => undefined)
      .finally(() => (open -= 1));
  }

  return async (text) => {
    const domain = domainToASCII(text.toLowerCase());
    if (!/^[\w-]+(?:\.[\w-]+)+$/.test(domain)) return undefined;
    const found = known.get(domain);
    if (found !== undefined && isFresh(found)) return found.answer;
    if (open >= MAX_OPEN_LOOKUPS) return undefined;
    const entry: Known = { answer: lookUp(domain) };
    known.delete(domain);
    const [oldest] = known.keys();
    if (oldest !== undefined && known.size >= MAX_CACHED_DOMAINS) known.delete(oldest);
    known.set(domain, entry);
    const answer = await entry.answer;
    entry.until = {
      from: clock.monotonic(),
      forMs: answer === undefined ? MX_RETRY_MS : MX_CACHE_MS,
    };
    return answer;
  };
}

/**
 * By RFC 5321, section 5.1, a domain without MX records takes mail at its own address. A null MX (RFC 7505) says
 * that it takes none.
 *
 * @throws Error if DNS does not answer.
 */
async function takesMail(domain: string, resolver: MailResolver): Promise<boolean> {
  const records = await unlessMissing(resolver.resolveMx(domain));
  if (records === "no such domain") return false;
  if (records.length > 0) return records.some(({ exchange }) => !/^\.?$/.test(exchange));
  const [v4, v6] = await Promise.all([
    unlessMissing(resolver.resolve4(domain)),
    unlessMissing(resolver.resolve6(domain)),
  ]);
  return [v4, v6].some((addresses) => addresses !== "no such domain" && addresses.length > 0);
}

/** The records, none if the domain has none of this type. @throws Error for every failure. */
async function unlessMissing<Record>(
  lookup: Promise<readonly Record[]>,
): Promise<readonly Record[] | "no such domain"> {
  try {
    return await lookup;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENODATA") return [];
    if (code === "ENOTFOUND") return "no such domain";
    throw error;
  }
}

const systemResolver: MailResolver = dns;
