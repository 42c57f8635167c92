/** Renders a compiled template. Limits on operations and output bound the time for every submission. */
import type { PayloadSource } from "../../domain/delivery/payload-source.ts";
import { multipart } from "./multipart.ts";
import type { CompiledTemplate, TemplateOperation } from "./operation.ts";
import { type Position, RenderError } from "./problem.ts";
import { rootValue, isTrue, itemsOf } from "./tags.ts";
import type { Scope } from "./expression.ts";

const MAX_BYTES = 1_024 * 1_024;
/** Iterations of all loops together. */
const MAX_ITERATIONS = 100_000;
/** One iteration of a long loop body is many operations; this many take about 25 ms. */
const MAX_OPERATIONS = 500_000;

/**
 * The body that the template produces for a submission.
 *
 * @throws RenderError if a limit is exceeded or the text is not valid for the content type; nothing else.
 */
export function renderTemplate(
  template: CompiledTemplate,
  source: PayloadSource,
): { readonly contentType: string; readonly text: string } {
  let written = "";
  run(template, source, (text) => {
    written += text;
  });
  return bodyOf(template, written);
}

/** The body for what {@link run} has written. @throws RenderError if it is too large or not valid. */
export function bodyOf(
  template: CompiledTemplate,
  written: string,
): { readonly contentType: string; readonly text: string } {
  const { contentType, text } =
    template.contentType === "multipart/form-data"
      ? multipart(written, MAX_BYTES)
      : { contentType: template.contentType, text: written };
  if (Buffer.byteLength(text) > MAX_BYTES) throw tooLarge(undefined);
  return { contentType, text };
}

/** Receives each piece of output and the operation that wrote it. */
export type Sink = (text: string, by: TemplateOperation) => void;

/** @throws RenderError if a limit is exceeded. */
export function run(template: CompiledTemplate, source: PayloadSource, sink: Sink): void {
  let length = 0;
  let iterations = 0;
  let operationsRun = 0;

  function write(text: string, by: TemplateOperation): void {
    // A character is at least one byte in UTF-8, so this never rejects output within the limit.
    length += text.length;
    if (length > MAX_BYTES) throw tooLarge(by.at);
    sink(text, by);
  }

  function all(operations: readonly TemplateOperation[], scope: Scope): void {
    for (const operation of operations) {
      operationsRun += 1;
      if (operationsRun > MAX_OPERATIONS) throw tooManySteps(operation.at);
      one(operation, scope);
    }
  }

  function one(operation: TemplateOperation, scope: Scope): void {
    switch (operation.kind) {
      case "text":
        return write(operation.text, operation);
      case "print":
        return write(operation.write(operation.read(scope)), operation);
      case "if":
        return all(isTrue(operation.test(scope)) ? operation.yes : operation.no, scope);
      case "each": {
        const items = itemsOf(operation.list(scope));
        if (items.length === 0) return all(operation.no, scope);
        for (const [index, item] of items.entries()) {
          iterations += 1;
          if (iterations > MAX_ITERATIONS) throw tooManySteps(operation.at);
          const isLast = index === items.length - 1;
          all(operation.body, { ...scope, item, index, isLast, outer: scope });
        }
      }
    }
  }

  const fields = new Map(source.fields.toReversed());
  const root = rootValue(source);
  all(template.operations, { root, fields, item: null, index: 0, isLast: false, outer: undefined });
}

const tooLarge = (at: Position | undefined) =>
  new RenderError(
    "too_large",
    "The template wrote more than 1 MiB for this submission. Leave out long fields.",
    at,
  );
const tooManySteps = (at: Position) =>
  new RenderError(
    "too_many_steps",
    `The loops of the template take too many steps for this submission, in line ${at.line}. Nest fewer loops.`,
    at,
  );
