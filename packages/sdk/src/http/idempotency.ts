/** Which operations remember idempotency keys, by the server's own API document. Pure. */

const HEADER = "idempotency-key";

/** Whether a POST to this path, `/api/v1/…` or `/f/…`, may be sent twice under one key. */
export type RemembersKeys = (path: string) => boolean;

/**
 * Reads it out of an OpenAPI document: an operation that declares the header `Idempotency-Key`
 * honours it. Whatever is no such document remembers none.
 */
export function remembersKeys(document: unknown): RemembersKeys {
  const posts = Object.entries(object(object(document)["paths"])).flatMap(([path, item]) => {
    const { post, parameters } = object(item);
    if (post === undefined) return [];
    const declared = [...list(parameters), ...list(object(post)["parameters"])];
    return [{ steps: path.split("/"), isKeyed: declared.some((one) => isHeader(document, one)) }];
  });
  return (path) => {
    const steps = path.split("/");
    const fitting = posts.filter((post) => fits(post.steps, steps));
    // A fixed step names the operation better than a parameter in its place.
    const [best] = fitting.toSorted((a, b) => parametersIn(a.steps) - parametersIn(b.steps));
    return best?.isKeyed === true;
  };
}

function isHeader(document: unknown, parameter: unknown): boolean {
  const reference = object(parameter)["$ref"];
  const { in: place, name } = object(
    typeof reference === "string" ? resolve(document, reference) : parameter,
  );
  return place === "header" && typeof name === "string" && name.toLowerCase() === HEADER;
}

/** Of `#/components/parameters/Name`. */
function resolve(document: unknown, reference: string): unknown {
  const steps = reference.split("/").slice(1);
  return steps.reduce<unknown>((inner, step) => object(inner)[step], document);
}

function fits(template: readonly string[], steps: readonly string[]): boolean {
  return (
    template.length === steps.length &&
    template.every((part, at) => part.startsWith("{") || part === steps[at])
  );
}

function parametersIn(template: readonly string[]): number {
  return template.filter((part) => part.startsWith("{")).length;
}

function object(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
