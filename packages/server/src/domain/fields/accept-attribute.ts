/** HTML's `accept` attribute: file types separated by commas. */

const EXTENSION = /^\.[^\s,./\\]+(?:\.[^\s,./\\]+)*$/;
const TYPE = /^[a-z0-9!#$&^_.+-]+\/(?:\*|[a-z0-9!#$&^_.+-]+)$/i;

const entriesOf = (accept: string) => accept.split(",").map((entry) => entry.trim().toLowerCase());

/** Returns the first entry that is neither an extension nor a type, or `undefined`. */
export const acceptProblem = (accept: string): string | undefined =>
  entriesOf(accept).find((entry) => !EXTENSION.test(entry) && !TYPE.test(entry));

/** Returns whether a file is of one of the types, by its extension or by the type that the browser sent. */
export function acceptedFiles(
  accept: string,
): (file: { readonly name: string; readonly content_type: string }) => boolean {
  const entries = entriesOf(accept);
  const extensions = entries.filter((entry) => entry.startsWith("."));
  const families = entries
    .filter((entry) => entry.endsWith("/*"))
    .map((entry) => entry.slice(0, -1));
  const types = new Set(entries.filter((entry) => entry.includes("/")));
  const isAny = types.has("*/*");
  return ({ name, content_type }) => {
    const type = content_type.split(";", 1)[0]?.trim().toLowerCase() ?? "";
    const fileName = name.toLowerCase();
    return (
      isAny ||
      types.has(type) ||
      families.some((family) => type.startsWith(family)) ||
      extensions.some((extension) => fileName.endsWith(extension))
    );
  };
}
