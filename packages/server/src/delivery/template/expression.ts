/** What stands in a tag: a path such as `this.name`, or `field "name"`. Anything else is refused. */
import { distance } from "fastest-levenshtein";
import { isPath, isString, isSubExpression, startOf } from "./nodes.ts";
import { type Position, Refused } from "./problem.ts";
import { ROOT, type Shape, TEXT, VALUE } from "./tags.ts";
import { memberOf, type Value, type ValueObject } from "./value.ts";

/** What is known while rendering: the submission, and of each loop its item and its place. */
export interface Scope {
  readonly root: ValueObject;
  readonly fields: ReadonlyMap<string, Value>;
  readonly item: Value;
  readonly index: number;
  readonly isLast: boolean;
  /** Around the innermost loop. */
  readonly outer: Scope | undefined;
}
export type Read = (scope: Scope) => Value;

/** An expression that may stand where it does: what it holds, and how it is read. */
export interface Known {
  readonly shape: Shape;
  readonly read: Read;
  /** The field, when it is `field "name"`. */
  readonly field?: string;
}

/** What the loops around go through, the innermost first. */
export type Loops = readonly Shape[];

const DATA: Readonly<Record<string, Read>> = {
  index: ({ index }) => index,
  first: ({ index }) => index === 0,
  last: ({ isLast }) => isLast,
};

export function expression(node: hbs.AST.Expression, loops: Loops): Known {
  if (isPath(node)) return path(node, loops);
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

function path(node: hbs.AST.PathExpression, loops: Loops): Known {
  const at = startOf(node);
  const { parts, original } = node;
  if (node.depth > 0 || original.includes("../")) {
    throw new Refused(
      at,
      "../ is not available: a name without it is looked for in the loops around, too.",
    );
  }
  if (node.data) return data(node, loops, at);
  const [innermost] = loops;
  const [head] = parts;
  if (head === undefined || isThis(node)) {
    const here =
      innermost === undefined ? FORM : ({ shape: innermost, read: itemAt(0) } satisfies Known);
    return members(here, parts, at, original);
  }
  const level = loops.findIndex((shape) => hasMember(shape, head));
  const shape = loops[level];
  const from = shape === undefined ? FORM : { shape, read: itemAt(level) };
  return members(from, parts, at, original);
}

const FORM: Known = { shape: ROOT, read: ({ root }) => root };

/** The item of the loop so many levels out. */
function itemAt(level: number): Read {
  if (level === 0) return ({ item }) => item;
  const outer = itemAt(level - 1);
  return (scope) => (scope.outer === undefined ? null : outer(scope.outer));
}

function data(node: hbs.AST.PathExpression, loops: Loops, at: Position): Known {
  const [name = "", ...others] = node.parts;
  const read = Object.hasOwn(DATA, name) ? DATA[name] : undefined;
  if (read === undefined || others.length > 0) {
    throw new Refused(at, `There is no ${named(node)}; loops have @index, @first and @last.`);
  }
  if (loops.length === 0) throw new Refused(at, `@${name} is known inside {{#each}} only.`);
  return { shape: TEXT, read };
}

/** `this.name`, `this`, `./name`, `.`; a bare `name` is looked for outwards. */
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
