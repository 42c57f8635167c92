import * as Flags from "@oclif/core/flags";
import type { FormWebhookSettings, Intray, Preview } from "@intray/sdk";
import { Failure } from "../../errors/failure.ts";
import { formFlag } from "../../flags/flags.ts";
import { readInput } from "../../flags/inputs.ts";
import { describeProblem } from "../../errors/problem.ts";
import { isApiError } from "../../errors/sdk-problem.ts";
import { recordCommand } from "../../record-command.ts";
import { escapeLines } from "../../terminal/text.ts";
import { webhookFlags } from "../../records/webhooks.ts";

export default recordCommand({
  summary: "Show the body that a webhook would send, without sending it.",
  description:
    "The server renders --submission, or a sample. Exit code 5: the template has an error; its line and column are shown.",
  examples: [
    "intray webhooks preview --format slack --submission 42",
    "intray webhooks preview --template-file body.hbs --submission 42",
    "intray webhooks preview --webhook 7",
  ],
  flags: {
    form: formFlag(),
    webhook: Flags.integer({
      min: 1,
      helpValue: "ID",
      description: "Use the format and template of this webhook, unless other flags override them.",
    }),
    format: webhookFlags.format.flag,
    "content-type": Flags.string({
      helpValue: "TYPE",
      description:
        "Content type of the custom format. Default with --template-file: application/json.",
    }),
    "template-file": Flags.string({
      helpValue: "FILE|-",
      description: "File with a Handlebars template; implies --format custom by default.",
    }),
    submission: Flags.integer({
      min: 1,
      helpValue: "ID",
      description: "Submission to render. Default: a sample.",
    }),
  },
  input: async ({ flags, formRef }) => {
    const { "template-file": path, webhook, submission } = flags;
    const form = await formRef(flags.form);
    const template =
      path === undefined ? undefined : (await readInput(path, "The template")).toString("utf8");
    const settings: FormWebhookSettings = {
      ...(template !== undefined && {
        format: "custom",
        content_type: "application/json",
        template,
      }),
      ...(flags.format !== undefined && { format: flags.format }),
      ...(flags["content-type"] !== undefined && { content_type: flags["content-type"] }),
    };
    return { form, webhook, submission, settings };
  },
  call: async (client, _id, { form, webhook, submission, settings }): Promise<Preview> => {
    const form_webhook = {
      ...(form !== undefined && { form_id: form }),
      ...(webhook !== undefined && (await settingsOf(client, webhook))),
      ...settings,
    };
    const input = { form_webhook, ...(submission !== undefined && { submission_id: submission }) };
    return client.webhooks.preview(input).catch((error: unknown) => {
      throw withExcerpt(error, settings.template);
    });
  },
  print: async ({ content_type, body }, { out }) => {
    out.note(`${content_type}, ${Buffer.byteLength(body)} bytes:`);
    if (out.isTerminal) await out.line(escapeLines(body));
    else await out.write(body);
  },
});

async function settingsOf(client: Intray, id: number): Promise<FormWebhookSettings> {
  const { form_id, format, content_type, template } = await client.webhooks.get(id);
  return { form_id, format, content_type, template };
}

/** The error with the line of the template that it is about as its hint. */
function withExcerpt(error: unknown, template: string | null | undefined): unknown {
  if (!isApiError(error) || template == null) return error;
  const message = [error.message, ...error.fieldErrors.map((one) => one.message)].join("\n");
  const hint = showExcerpt(message, template);
  return hint === undefined
    ? error
    : new Failure({ ...describeProblem(error), hint, cause: error });
}

const POSITION = /\bin line (\d+), column (\d+)\b/;

/** The line with a mark below the column; `undefined` if the message has no position in the template. */
function showExcerpt(message: string, template: string): string | undefined {
  const [, line, column] = (POSITION.exec(message) ?? []).map(Number);
  if (line === undefined || column === undefined) return undefined;
  const text = template.split("\n")[line - 1]?.replace(/\r$/, "");
  if (text === undefined || column < 1 || column > text.length + 1) return undefined;
  const margin = `${line} | `;
  // keep tabs, so that the mark is aligned with the column
  const indent = (margin + text.slice(0, column - 1)).replaceAll(/[^\t]/g, " ");
  return `${margin}${text}\n${indent}^`;
}
