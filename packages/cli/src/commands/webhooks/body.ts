import * as Args from "@oclif/core/args";
import { BaseCommand } from "../../base-command.ts";
import { bodyJson } from "../../webhooks/body-json.ts";
import { parseId } from "../../flags/ids.ts";
import { escapeLines } from "../../terminal/escaping.ts";

/** `intray webhooks body` */
export default class WebhooksBody extends BaseCommand {
  static override summary = "Print the bytes that a delivery sent.";
  static override description =
    "Byte for byte where standard output is no terminal; the signature is over these. Exit code 3: nothing was sent yet, or it was removed with age.";
  static override examples = [
    "<%= config.bin %> <%= command.id %> 118",
    "<%= config.bin %> <%= command.id %> 118 | <%= config.bin %> webhooks sign --secret-file secret.txt -",
  ];
  static override args = {
    entry: Args.string({
      required: true,
      ignoreStdin: true,
      description: "Id of the delivery, as webhooks logs shows it.",
    }),
  };

  override async run(): Promise<object> {
    const { args } = await this.parse(WebhooksBody);
    const client = await this.client();
    const { bytes, contentType } = await client.webhookLogs.body(parseId(args.entry));
    if (!this.jsonEnabled()) {
      if (this.out.isTerminal) await this.out.line(escapeLines(bytes.toString("utf8")));
      else await this.out.write(bytes);
      this.out.detail(`${contentType ?? "no content type"}, ${bytes.byteLength} bytes.`);
    }
    return { content_type: contentType ?? null, ...bodyJson(bytes) };
  }
}
