/** Type guards for the nodes of Handlebars' parser, whose types declare `type` as a plain string. */
import type { Position } from "./problem.ts";

type Node = hbs.AST.Node;

/** `{{^if x}}` has only `inverse`; most blocks have only `program`. */
export type Block = Omit<hbs.AST.BlockStatement, "program" | "inverse"> & {
  readonly program: Program | undefined;
  readonly inverse: Program | undefined;
};
/** `chained` is set for `{{else if …}}`. In a raw block `blockParams` is missing. */
export type Program = Omit<hbs.AST.Program, "blockParams"> & {
  readonly blockParams?: readonly string[];
  readonly chained?: boolean;
};
/** `original` is the text in the template; `value` leaves out lines that contain only a block tag. */
export type Content = Omit<hbs.AST.ContentStatement, "original"> & { readonly original: string };

export const isContent = (node: Node): node is Node & Content => node.type === "ContentStatement";
export const isComment = (node: Node) => node.type === "CommentStatement";
export const isBlock = (node: Node): node is Node & Block => node.type === "BlockStatement";
export const isMustache = (node: Node): node is hbs.AST.MustacheStatement =>
  node.type === "MustacheStatement";
export const isPath = (node: Node): node is hbs.AST.PathExpression =>
  node.type === "PathExpression";
export const isSubExpression = (node: Node): node is hbs.AST.SubExpression =>
  node.type === "SubExpression";
export const isString = (node: Node): node is hbs.AST.StringLiteral =>
  node.type === "StringLiteral";

/** Handlebars counts columns from 0. */
export const startOf = ({ loc }: Node): Position => ({
  line: loc.start.line,
  column: loc.start.column + 1,
});
