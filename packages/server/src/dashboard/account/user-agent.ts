/** Guesses browser and operating system from a User-Agent header, so that users recognize their browser. */

/** In this order, because headers of the first ones also contain the names of later ones. */
const BROWSERS = [
  ["Edg", "Edge"],
  ["OPR", "Opera"],
  ["Firefox", "Firefox"],
  ["Chrome", "Chrome"],
  ["Safari", "Safari"],
] as const;
const SYSTEMS = [
  ["Android", "Android"],
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Windows", "Windows"],
  ["Mac OS", "macOS"],
  ["Linux", "Linux"],
] as const;

export function browserName(header: string | null): string {
  if (header === null) return "Unknown";
  const named = (names: typeof BROWSERS | typeof SYSTEMS) =>
    names.find(([part]) => header.includes(part))?.[1];
  const [browser, system] = [named(BROWSERS), named(SYSTEMS)];
  if (browser === undefined) return header.slice(0, 40);
  return system === undefined ? browser : `${browser} on ${system}`;
}
