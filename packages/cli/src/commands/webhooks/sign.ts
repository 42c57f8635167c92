import * as Flags from "@oclif/core/flags";
import { BaseCommand } from "../../base-command.ts";
import { type Failure, usageFailure } from "../../errors/failure.ts";
import { readInput } from "../../flags/inputs.ts";
import { signHeaders, readWebhookSecrets, SECRET_SOURCES } from "../../webhooks/signing.ts";
import { requiredArgument } from "../../flags/flags.ts";

/** Visible ASCII without a full stop, which separates the parts of the signed text. */
const MESSAGE_ID = /^[\x21-\x2D\x2F-\x7E]{1,256}$/;

export default class WebhooksSign extends BaseCommand {
  static override summary = "Sign a body in the same way as the server, to test a receiver.";
  static override description =
    "Prints the value of X-Service-Signature; with --headers all signature headers, in lines for curl -H @FILE. Signs the exact bytes of the body.";
  static override examples = [
    "intray webhooks sign --secret-file secret.txt body.json",
    "intray webhooks sign --secret-file secret.txt --headers body.json | curl -H @- --data-binary @body.json http://127.0.0.1:3000/hook",
  ];
  static override args = { body: requiredArgument("File with the body; - reads standard input.") };
  static override flags = {
    "secret-file": Flags.string({
      helpValue: "FILE",
      description: `File with the signing secret. ${SECRET_SOURCES}`,
    }),
    headers: Flags.boolean({
      description: "Print all signature headers, including those of Standard Webhooks.",
    }),
    id: Flags.string({
      helpValue: "TEXT",
      default: "msg_local",
      description: "Value of webhook-id, by which receivers detect duplicates.",
    }),
  };

  override async run(): Promise<object> {
    const { args, flags } = await this.parse(WebhooksSign);
    if (!MESSAGE_ID.test(flags.id)) throw badMessageId(flags.id);
    const files = flags["secret-file"] === undefined ? [] : [flags["secret-file"]];
    const [secret] = await readWebhookSecrets(files, this.environment);
    const body = await readInput(args.body, "The body");
    const headers = await signHeaders({ body, secret, messageId: flags.id });
    const shown = flags.headers ? headers : headers.slice(0, 1);
    for (const [name, value] of this.jsonEnabled() ? [] : shown) {
      await this.out.line(flags.headers ? `${name}: ${value}` : value);
    }
    return { headers: Object.fromEntries(shown) };
  }
}

const badMessageId = (id: string): Failure =>
  usageFailure(
    `--id is "${id}", which cannot be signed.`,
    "Use 1 to 256 visible ASCII characters without a full stop.",
  );
