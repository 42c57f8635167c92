import * as Flags from "@oclif/core/flags";
import type { Submission } from "@intray/sdk";
import { describeState } from "@intray/sdk/columns";
import { BaseCommand } from "../../base-command.ts";
import { dashboardPage } from "../../config/settings.ts";
import { cellOf } from "../../records/fields.ts";
import { includeFlag, includeOf } from "../../records/submissions.ts";
import { parseId } from "../../flags/ids.ts";
import type { Cell } from "../../terminal/table.ts";
import { requiredArgument } from "../../flags/flags.ts";

/** `intray submissions get` */
export default class SubmissionsGet extends BaseCommand {
  static override summary = "Show one submission.";
  static override examples = [
    "intray submissions get 42",
    "intray submissions get 42 --json",
    "intray submissions get 42 --web",
  ];
  static override args = {
    id: requiredArgument("Id of the submission."),
  };

  static override flags = {
    include: includeFlag,
    web: Flags.boolean({ description: "Open its page of the dashboard in the browser." }),
  };

  override async run(): Promise<Submission | { readonly url: string }> {
    const { args, flags } = await this.parse(SubmissionsGet);
    const id = parseId(args.id);
    if (flags.web) return this.#openPage(id);
    const included = includeOf(flags.include);
    const client = await this.client();
    const submission = await client.submissions.get(id, included);
    if (!this.jsonEnabled()) await this.out.fields(describe(submission));
    return submission;
  }

  /** Needs no key: the browser has a session of its own. */
  async #openPage(id: number): Promise<{ readonly url: string }> {
    const { openPage } = await import("../../terminal/open-page.ts");
    const { baseUrl } = await this.settings();
    const url = dashboardPage(baseUrl, `/submissions/${id}`);
    const isOpen = await openPage(url, this.environment.browser);
    this.out.note(isOpen ? "Opening the page in the browser." : "No browser could be started.");
    if (!this.jsonEnabled()) await this.out.line(url);
    return { url };
  }
}

function describe(submission: Submission): [string, Cell][] {
  return [
    ["id", submission.id],
    ["form", `${submission.form.name} (${submission.form.uuid})`],
    ["received", submission.created_at],
    ["state", describeState(submission)],
    ...optional("spam_reason", submission.spam_reason),
    ...optional("tags", submission.tags?.join(", ") || null),
    ["email", submission.email],
    ...optional("source_url", submission.source_url),
    ...optional("ip", submission.ip),
    // the mark separates form fields, which may have any name, from members of the record
    ...submission.form_params.map(({ name, value }): [string, Cell] => [
      `> ${name}`,
      cellOf(value),
    ]),
    ...submission.attachments.map(({ name, file_size, attachment_proxy_url }): [string, Cell] => [
      "attachment",
      `${name} (${file_size} bytes) ${attachment_proxy_url}`,
    ]),
    ...(submission.notes ?? []).map((note) => entry("note", note)),
    ...(submission.replies ?? []).map((reply) => entry(`reply (${reply.state})`, reply)),
  ];
}

function entry(
  name: string,
  { author, created_at, text }: { author: string; created_at: string; text: string },
): [string, Cell] {
  return [name, `${author}, ${created_at}: ${text}`];
}

function optional(name: string, value: string | null): [string, Cell][] {
  return value === null ? [] : [[name, value]];
}
