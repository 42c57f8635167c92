/**
 * Which operations support idempotency keys, by the server's API document, which is fetched once, and only when a
 * retry depends on it.
 */
import { AbortedError } from "../errors.ts";
import type { AttemptResult } from "./exchange.ts";
import type { ReadAnswer } from "./error-response.ts";
import { isRetriedStatus } from "./retry.ts";
import { parseJson, textOf } from "./text.ts";

const HEADER = "idempotency-key";

/** Whether a POST to this path, `/api/v1/…` or `/f/…`, may be sent twice with one key. */
type KeySupport = (path: string) => boolean;

/**
 * Reads an OpenAPI document: an operation that declares the header `Idempotency-Key` supports it. Any
 * other value counts as a document without keys.
 */
export function readKeySupport(document: unknown): KeySupport {
  const posts = Object.entries(object(object(document)["paths"])).flatMap(([path, item]) => {
    const { post, parameters } = object(item);
    if (post === undefined) return [];
    const declared = [...list(parameters), ...list(object(post)["parameters"])];
    return [
      { segments: path.split("/"), takesKey: declared.some((one) => isHeader(document, one)) },
    ];
  });
  return (path) => {
    const segments = path.split("/");
    const matching = posts.filter((post) => matches(post.segments, segments));
    // A literal segment is a better match than a parameter in its place.
    const [best] = matching.toSorted((a, b) => parametersIn(a.segments) - parametersIn(b.segments));
    return best?.takesKey === true;
  };
}

function isHeader(document: unknown, parameter: unknown): boolean {
  const reference = object(parameter)["$ref"];
  const { in: location, name } = object(
    typeof reference === "string" ? resolve(document, reference) : parameter,
  );
  return location === "header" && typeof name === "string" && name.toLowerCase() === HEADER;
}

/** Resolves a reference such as `#/components/parameters/Name`. */
function resolve(document: unknown, reference: string): unknown {
  const segments = reference.split("/").slice(1);
  return segments.reduce<unknown>((inner, segment) => object(inner)[segment], document);
}

const matches = (template: readonly string[], segments: readonly string[]): boolean =>
  template.length === segments.length &&
  template.every((part, at) => part.startsWith("{") || part === segments[at]);

const parametersIn = (template: readonly string[]): number =>
  template.filter((part) => part.startsWith("{")).length;

const object = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? { ...value } : {};

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** For a server that declares no keys or has no API document. */
const noKeySupport: KeySupport = () => false;

/** See docs/contribute/decisions/clients.md#retries-of-a-post. */
export class IdempotencySupport {
  #known: KeySupport | undefined;

  /**
   * Whether a POST to this path supports keys; `undefined` while the document cannot be fetched.
   *
   * @param fetchDocument Fetches the server's own API document.
   * @throws AbortedError if that request was aborted.
   */
  async isSupported(
    path: string,
    fetchDocument: () => Promise<AttemptResult<ReadAnswer>>,
  ): Promise<boolean | undefined> {
    this.#known ??= keySupportOf(await fetchDocument());
    return this.#known?.(path);
  }
}

/** The support for the rest of the client's life; `undefined` after a temporary failure. */
function keySupportOf(outcome: AttemptResult<ReadAnswer>): KeySupport | undefined {
  if (outcome.kind === "broken") {
    if (outcome.error instanceof AbortedError) throw outcome.error;
    return outcome.error.kind === "redirect" ? noKeySupport : undefined;
  }
  const { status, bytes } = outcome.answer;
  if (isRetriedStatus(status)) return undefined;
  return status === 200 ? readKeySupport(parseJson(textOf(bytes))) : noKeySupport;
}
