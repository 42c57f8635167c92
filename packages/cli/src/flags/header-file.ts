/** A request's headers from a file: as JSON, or as the lines of a request (RFC 9112). */
import { EXIT } from "../errors/exit-codes.ts";
import { Failure } from "../errors/failure.ts";

const LINE = /^([!#$%&'*+.^`|~\w-]+):[ \t]*(.*?)[ \t]*$/;
/** curl -v marks what was sent and received. */
const CURL_MARK = /^[<>] ?/;

/** The pairs in order, repeated ones kept. Throws Failure 65 for what is neither. */
export function parseHeaderFile(
  text: string,
  path: string,
): readonly (readonly [string, string])[] {
  return text.trimStart().startsWith("{") ? parseJson(text, path) : parseLines(text, path);
}

function parseJson(text: string, path: string): [string, string][] {
  const value = readJson(text, path);
  return Object.entries(value).flatMap(([name, given]): [string, string][] => {
    const values: unknown[] = Array.isArray(given) ? given : [given];
    return values.map((one): [string, string] => {
      if (typeof one !== "string") throw corrupt(path, `has no text for ${name}`);
      return [name, one];
    });
  });
}

function readJson(text: string, path: string): object {
  try {
    return JSON.parse(text) as object;
  } catch {
    throw corrupt(path, "begins like JSON and is none");
  }
}

function parseLines(text: string, path: string): [string, string][] {
  const pairs: [string, string][] = [];
  for (const [at, raw] of text.split(/\r?\n/).entries()) {
    const line = raw.replace(CURL_MARK, "");
    const [, name, value] = LINE.exec(line) ?? [];
    if (name !== undefined && value !== undefined) pairs.push([name, value]);
    // the first line may be the request line
    else if (line.trim() !== "" && at > 0) throw corrupt(path, `has no header on line ${at + 1}`);
  }
  return pairs;
}

function corrupt(path: string, what: string): Failure {
  return new Failure({
    exit: EXIT.corrupt,
    code: "headers_unreadable",
    message: `The headers file ${path} ${what}.`,
    hint: "Write it as lines of Name: value, or as a JSON object.",
  });
}
