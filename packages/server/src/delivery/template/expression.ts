/** What stands in a tag: a path such as `this.name`, or `field "name"`. Anything else is refused. */
import { distance } from "fastest-levenshtein";
import { isPath, isString, isSubExpression, startOf } from "./nodes.ts";
import { type Position, Refused } from "./problem.ts";
import { ROOT, type Shape, TEXT, VALUE } from "./tags.ts";
import { memberOf, type Value, type ValueObject } from "./value.ts";

/** What is known while rendering: the submission, and of the innermost loop its item and its place. */
export interface Scope {
  readonly root: ValueObject;
  readonly fields: ReadonlyMap<string, Value>;
  readonly item: Value;
  readonly index: number;
  readonly isLast: boolean;
}
export type Read = (scope: Scope) => Value;

/** An expression that may stand where it does: what it holds, and how it is read. */
export interface Known {
  readonly shape: Shape;
  readonly read: Read;
  /** The field, when it is `field "name"`. */
  readonly field?: string;
}

/** What the innermost loop goes through; `undefined` outside of loops. */
export type Loop = Shape | undefined;

const DATA: Readonly<Record<string, Read>> = {
  index: ({ index }) => index,
  first: ({ index }) => index === 0,
  last: ({ isLast }) => isLast,
};

export function expression(node: hbs.AST.Expression, loop: Loop): Known {
  if (isPath(node)) return path(node, loop);
  if (isSubExpression(node)) {
    if (node.path.original === "field") return field(node);
    throw new Refused(
      startOf(node),
      `Only field "name" can stand in round brackets here, not ${named(node.path)}.`,
    );
  }
  throw new Refused(
    startOf(node),
    'A tag\'s name belongs here, without quotes; a field is written (field "name").',
  );
}

/** `field "name"`, as a tag or in round brackets; `null` when the submission has no such field. */
export function field(node: hbs.AST.MustacheStatement | hbs.AST.SubExpression): Known {
  const [name, ...others] = node.params;
  if (name === undefined || !isString(name) || others.length > 0 || hasHash(node)) {
    throw new Refused(startOf(node), 'field takes one name in quotes, such as {{field "email"}}.');
  }
  const { value } = name;
  return { shape: VALUE, field: value, read: ({ fields }) => fields.get(value) ?? null };
}

// Handlebars' types say that there always is one.
export const hasHash = ({ hash }: { readonly hash?: hbs.AST.Hash | undefined }) =>
  hash !== undefined && hash.pairs.length > 0;

/** What an author called it, for a message. */
export function named(node: hbs.AST.Node): string {
  return briefly("original" in node ? String(node.original) : node.type);
}

const briefly = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

function path(node: hbs.AST.PathExpression, loop: Loop): Known {
  const at = startOf(node);
  const { parts, original } = node;
  if (node.depth > 0 || original.includes("../")) {
    throw new Refused(at, "../ is not available; the form's own tags are known inside loops too.");
  }
  if (node.data) return data(node, loop, at);
  const [head] = parts;
  const here = loop ?? ROOT;
  if (head === undefined) return { shape: here, read: readerOf(loop) };
  if (isThis(node)) return members({ shape: here, read: readerOf(loop) }, parts, at, original);
  if (hasMember(here, head)) {
    return members({ shape: here, read: readerOf(loop) }, parts, at, original);
  }
  return members({ shape: ROOT, read: ({ root }) => root }, parts, at, original);
}

function data(node: hbs.AST.PathExpression, loop: Loop, at: Position): Known {
  const [name = "", ...others] = node.parts;
  const read = Object.hasOwn(DATA, name) ? DATA[name] : undefined;
  if (read === undefined || others.length > 0) {
    throw new Refused(at, `There is no ${named(node)}; loops have @index, @first and @last.`);
  }
  if (loop === undefined) throw new Refused(at, `@${name} is known inside {{#each}} only.`);
  return { shape: TEXT, read };
}

const readerOf =
  (loop: Loop): Read =>
  ({ root, item }) =>
    loop === undefined ? root : item;

/** `this.name`, `this`, `./name`, `.`; a bare `name` is looked for outside of the loop, too. */
const isThis = ({ original }: hbs.AST.PathExpression) => /^(?:this(?:[./]|$)|\.)/.test(original);

const hasMember = (shape: Shape, name: string) =>
  shape.kind === "object" && Object.hasOwn(shape.members, name);

function members(from: Known, parts: readonly string[], at: Position, whole: string): Known {
  let { shape, read } = from;
  for (const name of parts) {
    const next =
      shape.kind === "object" && Object.hasOwn(shape.members, name)
        ? shape.members[name]
        : undefined;
    if (next === undefined) throw new Refused(at, unknown(shape, name, whole));
    const before = read;
    shape = next;
    read = (scope) => memberOf(before(scope), name);
  }
  return { shape, read };
}

function unknown(shape: Shape, name: string, whole: string): string {
  const called = briefly(whole);
  if (shape.kind === "list") return `${called} goes into a list; write {{#each}} around it.`;
  if (shape.kind !== "object") return `${called} goes into a text, which has nothing inside.`;
  const names = Object.keys(shape.members);
  const near = names.find((one) => distance(one, name.slice(0, 60)) <= 2);
  if (near !== undefined) return `There is no tag ${called}; did you mean ${near}?`;
  if (shape === ROOT) {
    return `There is no tag ${called}; what was filled in under a name is {{field "${briefly(name)}"}}.`;
  }
  return `There is no ${called} here, only ${names.join(", ")}.`;
}
