/** The addresses that an API key may be used from: as stored, ranges in a text, separated by commas. */
import ipaddr from "ipaddr.js";
import { AppError, invalid } from "../errors.ts";

type Range = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

/**
 * Returns what is stored, `null` for all addresses. A key makes only keys for its own addresses.
 *
 * @param own Of the key that makes the new one.
 * @throws AppError `invalid` for a text that is no address or range, or that contains others than `own`.
 */
export function readAllowedIps(
  given: readonly string[] | null | undefined,
  own: string | null,
): string | null {
  if (given === null || given === undefined) return own;
  const ranges = given.map(readRange);
  const stored = [...new Set(ranges.map(([address, bits]) => `${address.toString()}/${bits}`))];
  if (areWithin(stored.join(), own)) return stored.join();
  throw invalid(
    "allowed_ips",
    "The key that you use is limited to some addresses, and can make keys for these only. Leave allowed_ips out.",
  );
}

/** Whether every address of `inner` is one of `outer`; `null` is all addresses. */
export const areWithin = (inner: string | null, outer: string | null): boolean =>
  outer === null || (inner !== null && rangesOf(inner).every((one) => isWithin(one, outer)));

/** The ranges of a key as the API has them: a single address has no `/`. */
export const shownIps = (stored: string | null): string[] | null =>
  stored?.split(",").map((range) => {
    const isSingle = range.endsWith(range.includes(":") ? "/128" : "/32");
    return isSingle ? range.slice(0, range.indexOf("/")) : range;
  }) ?? null;

/** @param address As the server determines it; `null` if it is not known. @throws AppError `forbidden`. */
export function requireAllowedIp(
  { name, allowed_ips }: { readonly name: string; readonly allowed_ips: string | null },
  address: string | null,
): void {
  if (allowed_ips === null) return;
  // The address of a neighbor on the link may end with the zone of this machine.
  if (address !== null && isWithin(readRange(address.replace(/%.*/, "")), allowed_ips)) return;
  throw new AppError(
    "forbidden",
    `The API key "${name}" may not be used from the address ${address ?? "of this request, which is not known"}. Send the request from an address that the key is made for, or use another key.`,
  );
}

const rangesOf = (stored: string) => stored.split(",").map((text) => ipaddr.parseCIDR(text));

const isWithin = ([address, bits]: Range, ranges: string): boolean =>
  rangesOf(ranges).some(
    ([outer, outerBits]) =>
      outer.kind() === address.kind() && bits >= outerBits && address.match([outer, outerBits]),
  );

/** Stricter than `ipaddr.process`, which also reads `1` and `0x7f.1`. The bits behind the prefix become 0. */
function readRange(text: string): Range {
  const { IPv4, IPv6 } = ipaddr;
  if (IPv4.isValidFourPartDecimal(text)) return [IPv4.parse(text), 32];
  if (IPv4.isValidCIDRFourPartDecimal(text))
    return [IPv4.networkAddressFromCIDR(text), IPv4.parseCIDR(text)[1]];
  const isSix = !text.includes("%") && !/^::ffff:/i.test(text);
  if (isSix && IPv6.isValid(text)) return [IPv6.parse(text), 128];
  if (isSix && IPv6.isValidCIDR(text))
    return [IPv6.networkAddressFromCIDR(text), IPv6.parseCIDR(text)[1]];
  throw invalid(
    "allowed_ips",
    `"${text.slice(0, 50)}" is neither an IP address nor a range such as 192.0.2.0/24 or 2001:db8::/32.`,
  );
}
