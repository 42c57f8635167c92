import * as Flags from "@oclif/core/flags";
import type { Intray, ReplyInput } from "@intray/sdk";
import { failure, usageFailure } from "../../errors/failure.ts";
import { readInput } from "../../flags/inputs.ts";
import { idArgument, recordCommand } from "../../record-command.ts";
import { escapeLines } from "../../terminal/text.ts";

export default recordCommand({
  summary: "Reply to a submission by e-mail.",
  description:
    "Sends an e-mail to the submission's own address, with the submission quoted below the text. The server queues it; the page of the submission shows when it is sent.",
  examples: [
    'intray submissions reply 42 --body "Thank you, we will call you."',
    "intray submissions reply 42 --file reply.txt --dry-run",
    "intray submissions reply 42 --template Welcome --dry-run",
  ],
  argument: idArgument("id", "Id of the submission."),
  flags: {
    body: Flags.string({
      helpValue: "TEXT",
      description: "The text.",
      exclusive: ["file", "template"],
    }),
    file: Flags.string({
      helpValue: "FILE|-",
      description: "File with the text, or - for standard input.",
      exclusive: ["template"],
    }),
    template: Flags.string({ helpValue: "NAME", description: "Name or id of a reply template." }),
    subject: Flags.string({
      helpValue: "TEXT",
      description: 'Subject. Default: "Re:" and that of the last e-mail.',
    }),
    "dry-run": Flags.boolean({ description: "Show the e-mail, and send nothing." }),
  },
  input: ({ flags }) => flags,
  call: async (client, id, { subject, "dry-run": isDryRun, ...content }) => {
    const reply = {
      ...(await contentOf(client, id, content)),
      ...(subject !== undefined && { subject }),
    };
    return isDryRun ? client.replies.preview(id, reply) : client.replies.create(id, reply);
  },
  print: async (reply, { out }) => {
    if (!("quoted" in reply)) return out.line(`${reply.id}\t${reply.state}\t${reply.to}`);
    const { to, reply_to, subject, text, quoted, sending_notice } = reply;
    const lines = [`To: ${to}`, `Reply-To: ${reply_to}`, `Subject: ${subject}`, "", text];
    await out.line(escapeLines([...lines, "", quoted].join("\n")));
    if (sending_notice !== null) out.warn(sending_notice);
  },
});

async function contentOf(
  client: Intray,
  submission: number,
  { body, file, template }: Readonly<Record<"body" | "file" | "template", string | undefined>>,
): Promise<ReplyInput> {
  if (body !== undefined) return { text: body };
  if (file !== undefined) return { text: (await readInput(file, "The reply")).toString("utf8") };
  if (template !== undefined)
    return { template_id: await findTemplate(client, submission, template) };
  throw usageFailure("There is nothing to send.", "Add --body, --file or --template.");
}

/** A template of the submission's form goes before one of the account with the same name. */
async function findTemplate(client: Intray, submission: number, name: string): Promise<number> {
  const { form_id } = await client.submissions.get(submission);
  const { reply_templates } = await client.replyTemplates.list({ form_id });
  const named = reply_templates.filter(
    (one) => one.name.toLowerCase() === name.toLowerCase() || String(one.id) === name,
  );
  const found = named.find((one) => one.form_id !== null) ?? named[0];
  if (found !== undefined) return found.id;
  const known = reply_templates.map((one) => `"${one.name}"`).join(", ");
  throw failure("not_found", `There is no reply template "${name}" for this form.`, {
    hint: known === "" ? "There are none yet." : `There are ${known}.`,
  });
}
