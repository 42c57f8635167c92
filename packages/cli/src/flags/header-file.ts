/** Parses a file of HTTP headers: a JSON object, or header lines (RFC 9112). */
import { type Failure, failure } from "../errors/failure.ts";

const LINE = /^([!#$%&'*+.^`|~\w-]+):[ \t]*(.*?)[ \t]*$/;
/** The prefix of each line in the output of curl -v. */
const CURL_MARK = /^[<>] ?/;

/** The headers in order, including repeated ones. Throws Failure 65 for an invalid file. */
export const parseHeaderFile = (text: string, path: string) =>
  text.trimStart().startsWith("{") ? parseJson(text, path) : parseLines(text, path);

function parseJson(text: string, path: string): [string, string][] {
  const value = readJson(text, path);
  return Object.entries(value).flatMap(([name, given]): [string, string][] => {
    const values: unknown[] = Array.isArray(given) ? given : [given];
    return values.map((one): [string, string] => {
      if (typeof one !== "string")
        throw corrupt(path, `has a value of ${name} that is not a string`);
      return [name, one];
    });
  });
}

function readJson(text: string, path: string): object {
  try {
    return JSON.parse(text) as object;
  } catch {
    throw corrupt(path, "starts like JSON but is not valid JSON");
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

const corrupt = (path: string, what: string): Failure =>
  failure("headers_unreadable", `The headers file ${path} ${what}.`, {
    hint: 'Write lines of the form "Name: value", or a JSON object.',
  });
