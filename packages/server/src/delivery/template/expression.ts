/** Compiles the expression of a tag: a path such as `this.name`, or `field "name"`. */
import { distance } from "fastest-levenshtein";
import { isPath, isString, isSubExpression, startOf } from "./parse.ts";
import { type Position, CompileError } from "./problem.ts";
import { ROOT, type Shape, TEXT, VALUE, memberOf, type Value, type ValueObject } from "./tags.ts";

/** What expressions can read during rendering: the submission, and the item and index of each loop. */
export interface Scope {
  readonly root: ValueObject;
  readonly fields: ReadonlyMap<string, Value>;
  readonly item: Value;
  readonly index: number;
  readonly isLast: boolean;
  /** The scope around the innermost loop. */
  readonly outer: Scope | undefined;
}
export type Read = (scope: Scope) => Value;

/** A checked expression: the type of its value, and how to read it. */
export interface CompiledExpression {
  readonly shape: Shape;
  readonly read: Read;
  /** The name of the field, if the expression is `field "name"`. */
  readonly field?: string;
}

/** The types of the items of the surrounding loops, innermost first. */
export type LoopShapes = readonly Shape[];

const DATA: Readonly<Record<string, Read>> = {
  index: ({ index }) => index,
  first: ({ index }) => index === 0,
  last: ({ isLast }) => isLast,
};

/** @throws CompileError if the expression is not available in templates. */
export function expression(node: hbs.AST.Expression, loops: LoopShapes): CompiledExpression {
  if (isPath(node)) return path(node, loops);
  if (isSubExpression(node)) {
    if (node.path.original === "field") return field(node);
    throw new CompileError(
      startOf(node),
      `Only field "name" is allowed in parentheses here, not ${nameOf(node.path)}.`,
    );
  }
  throw new CompileError(
    startOf(node),
    'Write the name of a tag here, without quotes. For a field write (field "name").',
  );
}

/** `field "name"`, as a tag or in parentheses; its value is `null` if the submission has no such field. */
export function field(node: hbs.AST.MustacheStatement | hbs.AST.SubExpression): CompiledExpression {
  const [name, ...others] = node.params;
  if (name === undefined || !isString(name) || others.length > 0 || hasHash(node)) {
    throw new CompileError(
      startOf(node),
      'field takes one name in quotes, such as {{field "email"}}.',
    );
  }
  const { value } = name;
  return { shape: VALUE, field: value, read: ({ fields }) => fields.get(value) ?? null };
}

// Handlebars' types wrongly declare `hash` as always present.
export const hasHash = ({ hash }: { readonly hash?: hbs.AST.Hash | undefined }) =>
  hash !== undefined && hash.pairs.length > 0;

/** The name in the template, truncated for messages. */
export const nameOf = (node: hbs.AST.Node): string =>
  truncate("original" in node ? String(node.original) : node.type);

const truncate = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

function path(node: hbs.AST.PathExpression, loops: LoopShapes): CompiledExpression {
  const at = startOf(node);
  const { parts, original } = node;
  if (node.depth > 0 || original.includes("../")) {
    throw new CompileError(
      at,
      "../ is not available. Leave it out: names are also searched in the surrounding loops.",
    );
  }
  if (node.data) return data(node, loops, at);
  const [innermost] = loops;
  const [head] = parts;
  if (head === undefined || isThis(node)) {
    const here =
      innermost === undefined
        ? FORM
        : ({ shape: innermost, read: itemAt(0) } satisfies CompiledExpression);
    return members(here, parts, at, original);
  }
  const level = loops.findIndex((shape) => hasMember(shape, head));
  const shape = loops[level];
  const from = shape === undefined ? FORM : { shape, read: itemAt(level) };
  return members(from, parts, at, original);
}

const FORM: CompiledExpression = { shape: ROOT, read: ({ root }) => root };

/** Reads the item of the loop `level` levels out; 0 is the innermost. */
function itemAt(level: number): Read {
  if (level === 0) return ({ item }) => item;
  const outer = itemAt(level - 1);
  return (scope) => (scope.outer === undefined ? null : outer(scope.outer));
}

function data(node: hbs.AST.PathExpression, loops: LoopShapes, at: Position): CompiledExpression {
  const [name = "", ...others] = node.parts;
  const read = Object.hasOwn(DATA, name) ? DATA[name] : undefined;
  if (read === undefined || others.length > 0) {
    throw new CompileError(at, `There is no ${nameOf(node)}. Loops have @index, @first and @last.`);
  }
  if (loops.length === 0)
    throw new CompileError(at, `@${name} is only available inside {{#each}}.`);
  return { shape: TEXT, read };
}

/** `this.name`, `this`, `./name` and `.`; other names are also searched in the surrounding loops. */
const isThis = ({ original }: hbs.AST.PathExpression) => /^(?:this(?:[./]|$)|\.)/.test(original);

const hasMember = (shape: Shape, name: string) =>
  shape.kind === "object" && Object.hasOwn(shape.members, name);

function members(
  from: CompiledExpression,
  parts: readonly string[],
  at: Position,
  fullPath: string,
): CompiledExpression {
  let { shape, read } = from;
  for (const name of parts) {
    const next =
      shape.kind === "object" && Object.hasOwn(shape.members, name)
        ? shape.members[name]
        : undefined;
    if (next === undefined) throw new CompileError(at, unknownMemberMessage(shape, name, fullPath));
    const before = read;
    shape = next;
    read = (scope) => memberOf(before(scope), name);
  }
  return { shape, read };
}

function unknownMemberMessage(shape: Shape, name: string, fullPath: string): string {
  const called = truncate(fullPath);
  if (shape.kind === "list") return `${called} reads from a list. Write {{#each}} around it.`;
  if (shape.kind !== "object") return `${called} reads from a text, which has no members.`;
  const names = Object.keys(shape.members);
  const similar = names.find((one) => distance(one, name.slice(0, 60)) <= 2);
  if (similar !== undefined) return `There is no tag ${called}. Did you mean ${similar}?`;
  if (shape === ROOT) {
    return `There is no tag ${called}. For the value of a form field write {{field "${truncate(name)}"}}.`;
  }
  return `There is no ${called} here. Available are ${names.join(", ")}.`;
}
