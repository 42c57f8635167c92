import { BaseCommand } from "../../base-command.ts";
import { describeBody } from "../../webhooks/body-json.ts";
import { parseId } from "../../flags/ids.ts";
import { escapeLines } from "../../terminal/text.ts";
import { requiredArgument } from "../../flags/flags.ts";

/** `intray webhooks body` */
export default class WebhooksBody extends BaseCommand {
  static override summary = "Print the body of a delivery.";
  static override description =
    "Prints the exact signed bytes, except on a terminal, where control characters are escaped. Exit code 3: nothing has been sent yet, or the stored body has expired.";
  static override examples = [
    "intray webhooks body 118",
    "intray webhooks body 118 | intray webhooks sign --secret-file secret.txt -",
  ];
  static override args = {
    entry: requiredArgument("Id of the delivery, as shown by webhooks logs."),
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
    return { content_type: contentType ?? null, ...describeBody(bytes) };
  }
}
