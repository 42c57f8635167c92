/** Formats numbers of bytes. */
const UNITS = ["B", "KiB", "MiB", "GiB", "TiB"] as const;

/** Returns `1.4 MiB`; below 1 KiB a whole number of bytes. */
export function fileSize(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), UNITS.length - 1);
  const size = bytes / 1_024 ** step;
  return `${step === 0 ? size : size.toFixed(1)} ${UNITS[step] ?? ""}`;
}
