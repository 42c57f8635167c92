import type { Submission } from "@intray/sdk";
import { describeState } from "@intray/sdk/columns";
import { idArgument, recordCommand } from "../../record-command.ts";
import { cellOf } from "../../records/fields.ts";
import { includeFlag, includeOf } from "../../records/submissions.ts";
import type { Cell } from "../../terminal/table.ts";

export default recordCommand({
  summary: "Show submissions.",
  examples: ["intray submissions get 42", "intray submissions get 41 42 --json"],
  argument: idArgument("id", "Ids of submissions; - reads ids from standard input."),
  takesSeveral: true,
  flags: { include: includeFlag },
  input: ({ flags: { include } }) => includeOf(include),
  call: ({ submissions }, id, included) => submissions.get(id, included),
  print: (submission, { out }) => out.fields(describe(submission)),
});

const describe = (submission: Submission): [string, Cell][] => [
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
  ...submission.form_params.map(({ name, value }): [string, Cell] => [`> ${name}`, cellOf(value)]),
  ...submission.attachments.map(({ name, file_size, attachment_proxy_url }): [string, Cell] => [
    "attachment",
    `${name} (${file_size} bytes) ${attachment_proxy_url}`,
  ]),
  ...(submission.notes ?? []).map((note) => entry("note", note)),
  ...(submission.replies ?? []).map((reply) => entry(`reply (${reply.state})`, reply)),
];

const entry = (
  name: string,
  { author, created_at, text }: { author: string; created_at: string; text: string },
): [string, Cell] => [name, `${author}, ${created_at}: ${text}`];

const optional = (name: string, value: string | null): [string, Cell][] =>
  value === null ? [] : [[name, value]];
