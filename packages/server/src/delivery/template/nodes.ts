/** What Handlebars' parser gives, told apart. Its own types leave `type` a string. */
import type { Position } from "./problem.ts";

type Node = hbs.AST.Node;

/** Nobody can be sure of `inverse` and `program`: `{{^if x}}` has only the one, a block mostly the other. */
export type Block = Omit<hbs.AST.BlockStatement, "program" | "inverse"> & {
  readonly program: Program | undefined;
  readonly inverse: Program | undefined;
};
/** `chained`: written `{{else if …}}`. A raw block's has no parameters, not even none. */
export type Program = Omit<hbs.AST.Program, "blockParams"> & {
  readonly blockParams?: readonly string[];
  readonly chained?: boolean;
};
/** The text as it stands in the template, and what is left of it when the lines of blocks are gone. */
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
