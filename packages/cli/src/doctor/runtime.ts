/** Whether Node is new enough. */

/** @param wanted As in package.json, `>=22.19`; anything else is taken for no wish. */
export function isAtLeast(version: string, wanted: string): boolean {
  const least = /^>=\s*(\d+)(?:\.(\d+))?/.exec(wanted);
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [minMajor, minMinor] = [Number(least?.[1] ?? 0), Number(least?.[2] ?? 0)];
  return major > minMajor || (major === minMajor && minor >= minMinor);
}
