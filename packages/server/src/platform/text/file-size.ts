/** Formats numbers of bytes. */
const UNITS = ["B", "KiB", "MiB", "GiB", "TiB"] as const;

/**
 * Returns `1.4 MiB`; below 1 KiB a whole number of bytes.
 *
 * @param language A BCP 47 tag, which decides the decimal separator.
 */
export function fileSize(bytes: number, language = "en"): string {
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), UNITS.length - 1);
  const digits = step === 0 ? 0 : 1;
  const size = (bytes / 1_024 ** step).toLocaleString(language, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: false,
  });
  return `${size} ${UNITS[step] ?? ""}`;
}
