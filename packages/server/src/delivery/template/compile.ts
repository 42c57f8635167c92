/** From a template's text to operations that can do nothing but write what is known. */
import type { TemplateContentType } from "./content-types.ts";
import { expression, field, hasHash, type Known, type Loops, named } from "./expression.ts";
import { type Block, isBlock, isComment, isContent, isMustache, isPath, startOf } from "./nodes.ts";
import type { Content, Program } from "./nodes.ts";
import type { CompiledTemplate, Operation } from "./operation.ts";
import { parse } from "./parse.ts";
import { FIRST_PLACE, type Place, placeAfter, placeAfterTag } from "./place.ts";
import { meeting, printingProblem, writerFor } from "./print.ts";
import { type Position, positionIn, Refused, type TemplateProblem } from "./problem.ts";
import { VALUE } from "./tags.ts";

const MAX_NODES = 5_000;
const MAX_DEPTH = 8;

export type Compiled =
  | { readonly kind: "compiled"; readonly template: CompiledTemplate }
  | { readonly kind: "problem"; readonly problem: TemplateProblem };

/** The template, ready to be rendered; or the first thing in it that is not known. */
export function compileTemplate(source: string, contentType: TemplateContentType): Compiled {
  try {
    const program = parse(source);
    const compiler = createCompiler();
    const { operations } = compiler.program(program, {
      loops: [],
      depth: 0,
      place: FIRST_PLACE[contentType],
    });
    const template = { contentType, operations, ...compiler.names() };
    return { kind: "compiled", template };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { kind: "problem", problem: { ...error.at, message: error.message } };
  }
}

/** Where in the template, and in the document that it writes, something stands. */
interface Here {
  readonly loops: Loops;
  /** Blocks around it. */
  readonly depth: number;
  readonly place: Place;
}
interface Written {
  readonly operations: readonly Operation[];
  /** The place behind it. */
  readonly place: Place;
}

function createCompiler() {
  const fields = new Set<string>();
  const rawFields = new Set<string>();
  let nodes = 0;

  function count(node: hbs.AST.Node): void {
    nodes += 1;
    if (nodes <= MAX_NODES) return;
    throw new Refused(
      startOf(node),
      `The template has more than ${MAX_NODES} parts (texts, tags and what stands in them); write a shorter one.`,
    );
  }

  function program({ body }: Pick<Program, "body">, from: Here): Written {
    const operations: Operation[] = [];
    let { place } = from;
    for (const [index, node] of body.entries()) {
      count(node);
      if (isComment(node)) continue;
      const around = { before: body[index - 1], after: body[index + 1] };
      const written = statement(node, { ...from, place }, around);
      operations.push(...written.operations);
      place = written.place;
    }
    return { operations, place };
  }

  function statement(node: hbs.AST.Statement, here: Here, around: Around): Written {
    if (isContent(node)) return content(node, here);
    if (isMustache(node)) return mustache(node, here, around);
    if (isBlock(node)) return block(node, here);
    if (node.type.startsWith("Partial")) {
      throw new Refused(startOf(node), "There are no partials to include; write the text here.");
    }
    throw new Refused(startOf(node), "Decorators ({{* … }}) are not available.");
  }

  function mustache(node: hbs.AST.MustacheStatement, here: Here, around: Around): Written {
    const isJson = isPath(node.path) && node.path.original === "JSONstringify";
    const found = isJson ? jsonArgument(node, here.loops) : tag(node, here.loops);
    const printing = {
      place: here.place,
      isRaw: !node.escaped,
      isJson,
      isBetweenQuotes: endsIn(around.before, '"') && beginsWith(around.after, '"'),
    };
    const problem = printingProblem(printing);
    if (problem !== undefined) throw new Refused(startOf(node), problem);
    if (found.field !== undefined) {
      const isValue = here.place === "json_value" || here.place === "xml_text";
      if (printing.isRaw && !isJson && isValue) rawFields.add(found.field);
    }
    const operation = {
      kind: "print",
      read: found.read,
      write: writerFor(printing),
      isRaw: printing.isRaw,
      at: startOf(node),
    } as const;
    return { operations: [operation], place: placeAfterTag(here.place) };
  }

  function jsonArgument(node: hbs.AST.MustacheStatement, loops: Loops): Known {
    const [argument, ...others] = node.params;
    if (argument === undefined || others.length > 0 || hasHash(node)) {
      throw new Refused(
        startOf(node),
        'JSONstringify takes one tag, such as {{JSONstringify this.value}} or {{JSONstringify (field "email")}}.',
      );
    }
    return resolved(argument, loops);
  }

  function tag(node: hbs.AST.MustacheStatement, loops: Loops): Known {
    if (isPath(node.path) && node.path.original === "field") return counted(field(node), node);
    if (node.params.length > 0 || hasHash(node)) {
      throw new Refused(
        startOf(node),
        `There is no helper ${named(node.path)}; there are JSONstringify and field, and the blocks #if, #unless and #each.`,
      );
    }
    const found = resolved(node.path, loops);
    const { kind } = found.shape;
    if (kind === "list" || kind === "object") {
      const name = named(node.path);
      throw new Refused(
        startOf(node),
        `${name} holds more than one value; write ${kind === "list" ? `{{#each ${name}}}` : "one of its members"} or {{JSONstringify ${name}}}.`,
      );
    }
    return found;
  }

  function resolved(node: hbs.AST.Expression, loops: Loops): Known {
    return counted(expression(node, loops), node);
  }

  function counted(found: Known, node: hbs.AST.Node): Known {
    count(node);
    if (found.field !== undefined) fields.add(found.field);
    return found;
  }

  function block(node: Block, here: Here): Written {
    const at = startOf(node);
    if (here.depth >= MAX_DEPTH) {
      throw new Refused(at, `Blocks stand in one another more than ${MAX_DEPTH} deep here.`);
    }
    const name = named(node.path);
    if (name !== "if" && name !== "unless" && name !== "each") {
      throw new Refused(at, `There is no block ${name}; there are #if, #unless and #each.`);
    }
    const [argument, ...others] = node.params;
    if (argument === undefined || others.length > 0 || hasHash(node)) {
      throw new Refused(at, `#${name} takes one tag, such as {{#${name} form_params}}.`);
    }
    if ([node.program, node.inverse].some((one) => (one?.blockParams ?? []).length > 0)) {
      throw new Refused(at, "Names of your own (as |…|) are not available; write this.");
    }
    const { shape, read } = resolved(argument, here.loops);
    const inner = { ...here, depth: here.depth + 1 };
    if (name === "each" && shape.kind !== "list" && shape.kind !== "value") {
      throw new Refused(startOf(argument), `${named(argument)} is no list to go through.`);
    }
    const loops = [shape.kind === "list" ? shape.of : VALUE, ...here.loops];
    const body = branch(node.program, name === "each" ? { ...inner, loops } : inner);
    // {{else if}} stands in the block that it goes on with, not one deeper.
    const otherwise = branch(node.inverse, node.inverse?.chained === true ? here : inner);
    const place = meeting(body.place, otherwise.place);
    if (place === undefined || (name === "each" && meeting(place, here.place) === undefined)) {
      throw new Refused(
        at,
        "What the block opens (a tag, a quote, CDATA) it must close, and its {{else}} likewise.",
      );
    }
    const [yes, no] = [body.operations, otherwise.operations];
    const operation: Operation =
      name === "each"
        ? { kind: "each", list: read, body: yes, no, at }
        : name === "if"
          ? { kind: "if", test: read, yes, no, at }
          : { kind: "if", test: read, yes: no, no: yes, at };
    return { operations: [operation], place };
  }

  const branch = (part: Program | undefined, here: Here): Written =>
    part === undefined ? { operations: [], place: here.place } : program(part, here);

  return {
    program,
    names: () => ({ fieldNames: [...fields], rawFieldNames: [...rawFields] }),
  };
}

/** What stands beside a tag. */
interface Around {
  readonly before: hbs.AST.Statement | undefined;
  readonly after: hbs.AST.Statement | undefined;
}
const endsIn = (node: hbs.AST.Statement | undefined, text: string) =>
  node !== undefined && isContent(node) && node.value.endsWith(text);
const beginsWith = (node: hbs.AST.Statement | undefined, text: string) =>
  node !== undefined && isContent(node) && node.value.startsWith(text);

function content(node: hbs.AST.Node & Content, { place }: Here): Written {
  const { value, original } = node;
  const at = positionIn(original, Math.max(0, original.indexOf(value)), startOf(node));
  const text = place === "urlencoded" ? joined(value, at) : value;
  return {
    operations: text === "" ? [] : [{ kind: "text", text, at }],
    place: placeAfter(place, value),
  };
}

/** A urlencoded body is one line; its template need not be, and may be indented. */
function joined(text: string, { column }: Position): string {
  const lines = text.replaceAll(/[ \t]*[\r\n]\s*/g, "");
  return column === 1 ? lines.trimStart() : lines;
}
