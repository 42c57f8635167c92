/** Global flags before the command, as in `intray --json forms list`, which oclif takes only behind it. */

const SWITCHES: ReadonlySet<string> = new Set([
  "--json",
  "--quiet",
  "-q",
  "--verbose",
  "--no-color",
  "--no-input",
]);
const WITH_VALUE: ReadonlySet<string> = new Set([
  "--profile",
  "--base-url",
  "--api-key-file",
  "--proxy",
  "--ca-file",
  "--timeout",
  "--retries",
]);

/** The words with global flags moved from before the command to the first place behind it. */
export function moveLeadingFlags(argv: readonly string[]): string[] {
  let at = 0;
  for (let more = lengthAt(argv, at); more > 0; more = lengthAt(argv, at)) at += more;
  const [flags, rest] = [argv.slice(0, at), argv.slice(at)];
  const next = rest.findIndex((word) => word.startsWith("-"));
  const behind = next === -1 ? rest.length : next;
  return behind === 0 ? [...argv] : [...rest.slice(0, behind), ...flags, ...rest.slice(behind)];
}

/** How many words the global flag takes that is at this place; 0 without one. */
function lengthAt(argv: readonly string[], at: number): number {
  const word = argv[at] ?? "";
  if (SWITCHES.has(word)) return 1;
  const [name = ""] = word.split("=", 1);
  if (!WITH_VALUE.has(name)) return 0;
  return word === name ? 2 : 1;
}
