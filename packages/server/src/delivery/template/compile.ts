/** Compiles a template into operations that can only read the values in `tags.ts` and write text. */
import type { TemplateSyntax } from "./content-types.ts";
import type { CompiledExpression, LoopShapes } from "./expression.ts";
import { expression, field, hasHash, nameOf } from "./expression.ts";
import type { Block, Content, Program } from "./parse.ts";
import { isBlock, isComment, isContent, isMustache, isPath, startOf, parse } from "./parse.ts";
import type { CompiledTemplate, TemplateOperation } from "./operation.ts";
import { INITIAL_CONTEXT, type Context, contextAfter, contextAfterTag } from "./context.ts";
import { joinContexts, printingProblem, writerFor } from "./escape.ts";
import { type Position, positionIn, CompileError, type TemplateProblem } from "./problem.ts";
import { MAX_DEPTH, MAX_NODES, tooDeep, tooManyNodes } from "./tag-limits.ts";
import { VALUE } from "./tags.ts";

type Compiled =
  | { readonly kind: "compiled"; readonly template: CompiledTemplate }
  | { readonly kind: "problem"; readonly problem: TemplateProblem };

/** The compiled template, or the first problem in its text. */
export function compileTemplate(source: string, contentType: TemplateSyntax): Compiled {
  try {
    const program = parse(source);
    const compiler = createCompiler();
    const { operations } = compiler.program(program, {
      loops: [],
      depth: 0,
      context: INITIAL_CONTEXT[contentType],
    });
    const template = { contentType, operations, ...compiler.names() };
    return { kind: "compiled", template };
  } catch (error) {
    if (!(error instanceof CompileError)) throw error;
    return { kind: "problem", problem: { ...error.at, message: error.message } };
  }
}

interface Surroundings {
  readonly loops: LoopShapes;
  /** Number of surrounding blocks. */
  readonly depth: number;
  /** The escaping context at the start of the part. */
  readonly context: Context;
}
interface CompiledPart {
  readonly operations: readonly TemplateOperation[];
  readonly context: Context;
}

function createCompiler() {
  const fields = new Set<string>();
  const rawFields = new Set<string>();
  let nodes = 0;

  function count(node: hbs.AST.Node): void {
    nodes += 1;
    if (nodes <= MAX_NODES) return;
    throw new CompileError(startOf(node), tooManyNodes);
  }

  function program({ body }: Pick<Program, "body">, from: Surroundings): CompiledPart {
    const operations: TemplateOperation[] = [];
    let { context } = from;
    for (const [index, node] of body.entries()) {
      count(node);
      if (isComment(node)) continue;
      const neighbors = { before: body[index - 1], after: body[index + 1] };
      const part = statement(node, { ...from, context }, neighbors);
      operations.push(...part.operations);
      context = part.context;
    }
    return { operations, context };
  }

  function statement(
    node: hbs.AST.Statement,
    here: Surroundings,
    neighbors: Neighbors,
  ): CompiledPart {
    if (isContent(node)) return content(node, here);
    if (isMustache(node)) return mustache(node, here, neighbors);
    if (isBlock(node)) return block(node, here);
    if (node.type.startsWith("Partial")) {
      throw new CompileError(startOf(node), "Partials are not available. Write the text here.");
    }
    throw new CompileError(startOf(node), "Decorators ({{* … }}) are not available.");
  }

  function mustache(
    node: hbs.AST.MustacheStatement,
    here: Surroundings,
    neighbors: Neighbors,
  ): CompiledPart {
    const isJson = isPath(node.path) && node.path.original === "JSONstringify";
    const found = isJson ? jsonArgument(node, here.loops) : tag(node, here.loops);
    const printed = {
      context: here.context,
      isRaw: !node.escaped,
      isJson,
      isBetweenQuotes: endsIn(neighbors.before, '"') && beginsWith(neighbors.after, '"'),
    };
    const problem = printingProblem(printed);
    if (problem !== undefined) throw new CompileError(startOf(node), problem);
    if (found.field !== undefined) {
      const isValue = here.context === "json_value" || here.context === "xml_text";
      if (printed.isRaw && !isJson && isValue) rawFields.add(found.field);
    }
    const operation = {
      kind: "print",
      read: found.read,
      write: writerFor(printed),
      isRaw: printed.isRaw,
      at: startOf(node),
    } as const;
    return { operations: [operation], context: contextAfterTag(here.context) };
  }

  function jsonArgument(node: hbs.AST.MustacheStatement, loops: LoopShapes): CompiledExpression {
    const [argument, ...others] = node.params;
    if (argument === undefined || others.length > 0 || hasHash(node)) {
      throw new CompileError(
        startOf(node),
        'JSONstringify takes one tag, such as {{JSONstringify this.value}} or {{JSONstringify (field "email")}}.',
      );
    }
    return resolved(argument, loops);
  }

  function tag(node: hbs.AST.MustacheStatement, loops: LoopShapes): CompiledExpression {
    if (isPath(node.path) && node.path.original === "field") return counted(field(node), node);
    if (node.params.length > 0 || hasHash(node)) {
      throw new CompileError(
        startOf(node),
        `There is no helper ${nameOf(node.path)}. Available are JSONstringify and field, and the blocks #if, #unless and #each.`,
      );
    }
    const found = resolved(node.path, loops);
    const { kind } = found.shape;
    if (kind === "list" || kind === "object") {
      const name = nameOf(node.path);
      throw new CompileError(
        startOf(node),
        `${name} has more than one value. Write ${kind === "list" ? `{{#each ${name}}}` : "one of its members"} or {{JSONstringify ${name}}}.`,
      );
    }
    return found;
  }

  const resolved = (node: hbs.AST.Expression, loops: LoopShapes): CompiledExpression =>
    counted(expression(node, loops), node);

  function counted(found: CompiledExpression, node: hbs.AST.Node): CompiledExpression {
    count(node);
    if (found.field !== undefined) fields.add(found.field);
    return found;
  }

  function block(node: Block, here: Surroundings): CompiledPart {
    const at = startOf(node);
    if (here.depth >= MAX_DEPTH) throw new CompileError(at, tooDeep);
    const name = nameOf(node.path);
    if (name !== "if" && name !== "unless" && name !== "each") {
      throw new CompileError(
        at,
        `There is no block ${name}. Available are #if, #unless and #each.`,
      );
    }
    const [argument, ...others] = node.params;
    if (argument === undefined || others.length > 0 || hasHash(node)) {
      throw new CompileError(at, `#${name} takes one tag, such as {{#${name} form_params}}.`);
    }
    if ([node.program, node.inverse].some((one) => (one?.blockParams ?? []).length > 0)) {
      throw new CompileError(at, "Block parameters (as |…|) are not available. Write this.");
    }
    const { shape, read } = resolved(argument, here.loops);
    const inner = { ...here, depth: here.depth + 1 };
    if (name === "each" && shape.kind !== "list" && shape.kind !== "value") {
      throw new CompileError(
        startOf(argument),
        `${nameOf(argument)} is not a list, so #each cannot be used.`,
      );
    }
    const loops = [shape.kind === "list" ? shape.of : VALUE, ...here.loops];
    const body = branch(node.program, name === "each" ? { ...inner, loops } : inner);
    // {{else if}} continues its block, so it does not count as a deeper level.
    const otherwise = branch(node.inverse, node.inverse?.chained === true ? here : inner);
    const context = joinContexts(body.context, otherwise.context);
    if (
      context === undefined ||
      (name === "each" && joinContexts(context, here.context) === undefined)
    ) {
      throw new CompileError(
        at,
        "The block must close what it opens (a tag, a quote, CDATA). The same applies to its {{else}}.",
      );
    }
    const [yes, no] = [body.operations, otherwise.operations];
    const operation: TemplateOperation =
      name === "each"
        ? { kind: "each", list: read, body: yes, no, at }
        : name === "if"
          ? { kind: "if", test: read, yes, no, at }
          : { kind: "if", test: read, yes: no, no: yes, at };
    return { operations: [operation], context };
  }

  const branch = (part: Program | undefined, here: Surroundings): CompiledPart =>
    part === undefined ? { operations: [], context: here.context } : program(part, here);

  return { program, names: () => ({ fieldNames: [...fields], rawFieldNames: [...rawFields] }) };
}

interface Neighbors {
  readonly before: hbs.AST.Statement | undefined;
  readonly after: hbs.AST.Statement | undefined;
}
const endsIn = (node: hbs.AST.Statement | undefined, text: string) =>
  node !== undefined && isContent(node) && node.value.endsWith(text);
const beginsWith = (node: hbs.AST.Statement | undefined, text: string) =>
  node !== undefined && isContent(node) && node.value.startsWith(text);

function content(node: hbs.AST.Node & Content, { context }: Surroundings): CompiledPart {
  const { value, original } = node;
  const at = positionIn(original, Math.max(0, original.indexOf(value)), startOf(node));
  const text = context === "urlencoded" ? joinLines(value, at) : value;
  return {
    operations: text === "" ? [] : [{ kind: "text", text, at }],
    context: contextAfter(context, value),
  };
}

/** Begins only at the first space of several: a search from each of them would take quadratic time. */
const LINE_BREAK = /(?<![ \t])[ \t]*[\r\n]\s*/g;

/** Removes line breaks and indentation: a urlencoded body is one line, its template may have several. */
function joinLines(text: string, { column }: Position): string {
  const lines = text.replaceAll(LINE_BREAK, "");
  return column === 1 ? lines.trimStart() : lines;
}

/** Total characters of the cached templates. A compiled template takes about 20 bytes a character. */
const MAX_CHARACTERS = 1_000_000;

/** `compileTemplate` with a cache by content type and text. */
type CompileOnce = typeof compileTemplate;

/**
 * Caches compiled templates: each is rendered for every delivery of its webhook and rarely changes.
 *
 * @param maxCharacters Beyond this total the least recently used template is evicted.
 */
export function createCompiledTemplates(maxCharacters = MAX_CHARACTERS): CompileOnce {
  const cache = new Map<string, Compiled>();
  let characters = 0;
  return (source: string, contentType: TemplateSyntax): Compiled => {
    const key = `${contentType}\n${source}`;
    const found = cache.get(key);
    const compiled = found ?? compileTemplate(source, contentType);
    if (found === undefined) characters += key.length;
    else cache.delete(key);
    cache.set(key, compiled);
    for (const oldest of cache.keys()) {
      if (characters <= maxCharacters) break;
      cache.delete(oldest);
      characters -= oldest.length;
    }
    return compiled;
  };
}
