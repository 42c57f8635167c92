/** Checks the version of Node. */

/** @param range As in package.json, `>=22.19`; any other form is satisfied by every version. */
export function isAtLeast(version: string, range: string): boolean {
  const min = /^>=\s*(\d+)(?:\.(\d+))?/.exec(range);
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [minMajor, minMinor] = [Number(min?.[1] ?? 0), Number(min?.[2] ?? 0)];
  return major > minMajor || (major === minMajor && minor >= minMinor);
}
