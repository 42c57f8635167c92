/** Compares every response of a server with openapi.yaml. */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { type DocumentedAnswer, findPlace, readDocument, resolve } from "./openapi.ts";

export type Answer = { readonly status: number; readonly headers: Headers; readonly body: Buffer };

/** A response that matches openapi.yaml. */
export interface CheckedAnswer extends Answer {
  readonly text: string;
  /** @throws SyntaxError if the body is not JSON. */
  json(): unknown;
}

export type CheckedFetch = (
  method: string,
  path: string,
  init?: Omit<RequestInit, "method">,
) => Promise<CheckedAnswer>;

/** A response differs from openapi.yaml. */
export class ContractError extends Error {
  override readonly name = "ContractError";
}

const document = readDocument();
const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false });
formats.default(ajv);
ajv.addSchema(document, "openapi");
const compiled = new Map<unknown, ValidateFunction>();

/**
 * Returns a function that sends requests to `baseUrl` and compares each response with openapi.yaml.
 * Redirects are not followed.
 *
 * @throws ContractError naming everything that the document does not allow.
 */
export function checkedFetch(baseUrl: string): CheckedFetch {
  return async (method, path, init = {}) => {
    const response = await fetch(new URL(path, baseUrl), { redirect: "manual", ...init, method });
    const body = await bodyOf(response);
    const answer = { status: response.status, headers: response.headers, body };
    expectContract(method, path, answer);
    const text = body.toString("utf8");
    return { ...answer, text, json: () => JSON.parse(text) as unknown };
  };
}

/** An event stream does not end; tests of its readers check its content. */
async function bodyOf(response: Response): Promise<Buffer> {
  if (!response.headers.get("content-type")?.startsWith("text/event-stream")) {
    return Buffer.from(await response.arrayBuffer());
  }
  await response.body?.cancel();
  return Buffer.alloc(0);
}

/** @throws ContractError. */
export function expectContract(method: string, path: string, answer: Answer): void {
  const problems = contractProblems(method, path, answer);
  if (problems.length === 0) return;
  const excerpt = answer.body.subarray(0, 500).toString("utf8");
  throw new ContractError(
    `${method} ${path} answered ${answer.status}, and ${problems.join("; ")}. Body: ${excerpt}`,
  );
}

/** The differences between a response and openapi.yaml; empty if there are none. */
export function contractProblems(method: string, path: string, answer: Answer): string[] {
  const place = findPlace(document, method, path);
  if (method === "OPTIONS") return [];
  if (place.kind === "unknown_path") return generic(answer, 404, "NotFound");
  if (place.kind === "other_method") {
    const allow = answer.headers.get("allow")?.split(/\s*,\s*/) ?? [];
    const unnamed = place.allowed.filter((one) => !allow.includes(one));
    const missing = unnamed.map((one) => `Allow does not name ${one}`);
    // A browser that opens the URL of a form gets a page.
    const isPage = path.startsWith("/f/") && mediaType(answer) === "text/html";
    return [...missing, ...(isPage ? [] : generic(answer, 405, "MethodNotAllowed"))];
  }
  const { operationId, responses } = place.operation;
  const documented = responses[answer.status];
  if (documented === undefined) return [`${operationId} documents no status ${answer.status}`];
  return answerProblems(resolve(document, documented), answer, method === "HEAD");
}

function generic(answer: Answer, status: number, name: string): string[] {
  if (answer.status !== status) return [`an address that is not in the document wants ${status}`];
  const documented = resolve<DocumentedAnswer>(document, {
    $ref: `#/components/responses/${name}`,
  });
  return answerProblems(documented, answer, false);
}

function answerProblems(documented: DocumentedAnswer, answer: Answer, isHead: boolean): string[] {
  const missing = Object.entries(documented.headers ?? {})
    .filter(([, header]) => resolve(document, header).required === true)
    .filter(([name]) => !answer.headers.has(name))
    .map(([name]) => `the header ${name} is missing`);
  return [...missing, ...(isHead ? [] : bodyProblems(documented, answer))];
}

function bodyProblems({ content }: DocumentedAnswer, answer: Answer): string[] {
  if (content === undefined) {
    return answer.body.length === 0 ? [] : ["there is a body, and the document has none"];
  }
  const type = mediaType(answer);
  const media = content[type] ?? content["*/*"];
  if (media === undefined) return [`the media type ${type} is not documented`];
  if (type !== "application/json" || media.schema === undefined) return [];
  try {
    return schemaProblems(media.schema, JSON.parse(answer.body.toString("utf8")));
  } catch (error) {
    return [`the body is no JSON: ${String(error)}`];
  }
}

function schemaProblems(schema: unknown, body: unknown): string[] {
  let validate = compiled.get(schema);
  if (validate === undefined) {
    // References in it are relative to the document.
    const absolute = JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"openapi#/');
    validate = ajv.compile(JSON.parse(absolute) as object);
    compiled.set(schema, validate);
  }
  if (validate(body)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) =>
      `body${instancePath} ${message ?? "is wrong"} ${JSON.stringify(params)}`,
  );
}

const mediaType = (answer: Answer): string =>
  (answer.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
