import * as Flags from "@oclif/core/flags";
import type { FormWebhookSettings, Preview, PreviewInput } from "@intray/sdk";
import { BaseCommand } from "../../base-command.ts";
import { EXIT, Failure, usageFailure } from "../../errors/failure.ts";
import { formFlag } from "../../flags/flags.ts";
import { readInput } from "../../flags/inputs.ts";
import { describeProblem } from "../../errors/problem.ts";
import { StopSignals, onBrokenPipe } from "../../terminal/stop-signals.ts";
import { isApiError } from "../../errors/sdk-problem.ts";
import { escapeLines } from "../../terminal/text.ts";
import { webhookFlags } from "../../records/webhooks.ts";
import { readFile, watch } from "node:fs/promises";
import { basename, dirname } from "node:path";

export default class WebhooksPreview extends BaseCommand {
  static override summary = "Show the body that a webhook would send, without sending it.";
  static override description =
    "The server renders --submission, or a sample. Exit code 5: the template has an error; its line and column are shown.";
  static override examples = [
    "intray webhooks preview --format slack --submission 42",
    "intray webhooks preview --template-file body.hbs --submission 42 --watch",
    "intray webhooks preview --webhook 7",
  ];
  static override streamsJson = true;
  static override flags = {
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
    watch: Flags.boolean({
      dependsOn: ["template-file"],
      description: "Render again after each change of the template, until Ctrl-C.",
    }),
  };

  override async run(): Promise<void> {
    const { flags } = await this.parse(WebhooksPreview);
    const { "template-file": path, webhook, submission } = flags;
    const form = await this.formRef(flags.form);
    const settings: FormWebhookSettings = {
      ...(form !== undefined && { form_id: form }),
      ...(webhook !== undefined && (await this.#settingsOf(webhook))),
      ...(path !== undefined && { format: "custom", content_type: "application/json" }),
      ...(flags.format !== undefined && { format: flags.format }),
      ...(flags["content-type"] !== undefined && { content_type: flags["content-type"] }),
    };
    const input: PreviewInput = {
      form_webhook: settings,
      ...(submission !== undefined && { submission_id: submission }),
    };
    if (path === undefined) return this.#show(await this.#render(input));
    if (!flags.watch) {
      const template = (await readInput(path, "The template")).toString("utf8");
      return this.#show(await this.#render(input, template));
    }
    if (path === "-") throw cannotWatch();
    await this.#watch(path, input);
  }

  async #settingsOf(id: number): Promise<FormWebhookSettings> {
    const { form_id, format, content_type, template } = await (
      await this.client()
    ).webhooks.get(id);
    return { form_id, format, content_type, template };
  }

  async #watch(path: string, input: PreviewInput): Promise<void> {
    const signals = new StopSignals(() => undefined);
    onBrokenPipe(() => signals.stop());
    try {
      for await (const template of watchTexts(path, "The template", signals.stopping)) {
        try {
          await this.#show(await this.#render(input, template));
        } catch (error) {
          const { exit, message, hint } = describeProblem(error);
          // the next change of the template or a retry may help, except against other errors
          if (exit !== EXIT.rejected && exit !== EXIT.tryLater) throw error;
          this.out.warn(hint === undefined ? message : `${message}\n${hint}`);
        }
      }
      this.exitWith(signals.exit ?? EXIT.done);
    } finally {
      signals.dispose();
    }
  }

  async #render(input: PreviewInput, template?: string): Promise<Preview> {
    const client = await this.client();
    if (template === undefined) return client.webhooks.preview(input);
    try {
      const form_webhook = { ...input.form_webhook, template };
      return await client.webhooks.preview({ ...input, form_webhook });
    } catch (error) {
      const hint = isApiError(error) ? excerptOf(error, template) : undefined;
      if (hint === undefined) throw error;
      throw new Failure({ ...describeProblem(error), hint, cause: error });
    }
  }

  async #show({ content_type, body }: Preview): Promise<void> {
    if (this.jsonEnabled()) return this.out.ndjson({ content_type, body });
    this.out.note(`${content_type}, ${Buffer.byteLength(body)} bytes:`);
    if (this.out.isTerminal) await this.out.line(escapeLines(body));
    else await this.out.write(body);
  }
}

const excerptOf = (
  { message, fieldErrors }: { message: string; fieldErrors: readonly { message: string }[] },
  template: string,
) => showExcerpt([message, ...fieldErrors.map((one) => one.message)].join("\n"), template);

const cannotWatch = (): Failure =>
  usageFailure(
    "Standard input cannot be watched.",
    "Name the template's file with --template-file.",
  );

/**
 * Yields the text of the file, and its new text after each change, until the signal aborts. Watches the
 * folder, since editors replace the file. Throws Failure 66 when the file cannot be read at first.
 */
async function* watchTexts(
  path: string,
  what: string,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const changes = watch(dirname(path), { signal })[Symbol.asyncIterator]();
  // started before the file is read, so that no change is missed
  let next = changes.next();
  next.catch(() => undefined);
  let text = (await readInput(path, what)).toString("utf8");
  yield text;
  try {
    for (;;) {
      const { value, done } = await next;
      if (done === true) return;
      next = changes.next();
      next.catch(() => undefined);
      if (value.filename !== null && value.filename !== basename(path)) continue;
      const now = await readFile(path, "utf8").catch(() => undefined); // missing during a rename
      if (now === undefined || now === text) continue;
      text = now;
      yield text;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
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
