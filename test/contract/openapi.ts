/** Reads the API document for the contract tests: the operation of a URL, and its documented responses. */
import { document as published } from "../../packages/sdk/src/document.ts";

export interface DocumentedAnswer {
  readonly headers?: Readonly<Record<string, { readonly required?: boolean } | Ref>>;
  readonly content?: Readonly<Record<string, { readonly schema?: unknown }>>;
}
type Ref = { readonly $ref: string };
type Parameter = { readonly name: string; readonly in: "path" | "query" | "header" };
interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly (Parameter | Ref)[];
  readonly responses: Readonly<Record<string, DocumentedAnswer | Ref>>;
}
type PathItem = { readonly [method: string]: Operation | undefined };
export interface OpenapiDocument {
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: unknown;
}

export type Place =
  | { readonly kind: "unknown_path" }
  | { readonly kind: "other_method"; readonly allowed: readonly string[] }
  | { readonly kind: "operation"; readonly operation: Operation };

const METHODS = ["get", "put", "post", "delete", "patch"];

export const readDocument = (): OpenapiDocument => published as unknown as OpenapiDocument;

/** Prefers a path without parameters to one with them; treats HEAD as GET. */
export function findPlace(document: OpenapiDocument, method: string, path: string): Place {
  const pathname = new URL(path, "http://contract.test").pathname.replace(/(?<=.)\/$/, "");
  const template = Object.keys(document.paths)
    .toSorted((a, b) => parameters(a) - parameters(b))
    .find((one) => templatePattern(one).test(pathname));
  const item = template === undefined ? undefined : document.paths[template];
  if (item === undefined) return { kind: "unknown_path" };
  const operation = item[method === "HEAD" ? "get" : method.toLowerCase()];
  if (operation !== undefined) return { kind: "operation", operation };
  const allowed = METHODS.filter((one) => item[one] !== undefined);
  return { kind: "other_method", allowed: allowed.map((one) => one.toUpperCase()) };
}

export function resolve<T extends object>(document: OpenapiDocument, target: T | Ref): T {
  if (!("$ref" in target)) return target;
  const steps = target.$ref.slice("#/".length).split("/");
  let at: unknown = document;
  for (const step of steps) at = (at as Record<string, unknown>)[step];
  if (typeof at !== "object" || at === null) throw new Error(`${target.$ref} leads nowhere.`);
  return at as T;
}

const parameters = (template: string) => template.split("{").length - 1;

function templatePattern(template: string): RegExp {
  const parts = template.split(/\{[^}]+\}/).map((part) => part.replaceAll(".", String.raw`\.`));
  return new RegExp(`^${parts.join("[^/]+")}$`);
}
