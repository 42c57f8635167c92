import * as Args from "@oclif/core/args";
import * as Flags from "@oclif/core/flags";
import type { WebhookVerificationError } from "@intray/webhook-verify";
import { BaseCommand } from "../../base-command.ts";
import { EXIT, Failure } from "../../errors/failure.ts";
import { parseHeaderFile } from "../../flags/header-file.ts";
import { readInput } from "../../flags/inputs.ts";
import { parseCapture, type Capture } from "../../webhooks/capture.ts";
import { isVerificationError, signedForm, verifyCapture } from "../../webhooks/verification.ts";
import { readWebhookSecrets, SECRET_SOURCES } from "../../webhooks/signing.ts";

/** Characters of a body in an error. */
const MAX_SHOWN = 500;

/** `intray webhooks verify` */
export default class WebhooksVerify extends BaseCommand {
  static override summary = "Verify the signature of a received webhook.";
  static override description =
    "Verifies the exact bytes of the body by X-Service-Signature, or by Standard Webhooks if that is the only signature; the age of the timestamp is not checked. The output of curl -i is a capture too. Exit code 0: the signature is valid. 1: it is invalid; the likely cause is printed. 66: a file is missing.";
  static override examples = [
    "intray webhooks verify --secret-file secret.txt request.txt",
    "intray webhooks verify --secret-file secret.txt --signature sha256=9f86… body.bin",
    "intray webhooks verify --secret-file secret.txt --headers-file headers.txt - < body.bin",
  ];
  static override args = {
    body: Args.string({
      required: true,
      ignoreStdin: true,
      description:
        "File with the whole request as captured: request line, headers, empty line, body. With --signature or --headers-file the body only. - reads standard input.",
    }),
  };
  static override flags = {
    "secret-file": Flags.string({
      helpValue: "FILE",
      multiple: true,
      multipleNonGreedy: true,
      description: `File with the signing secret; repeatable, for a rotation. ${SECRET_SOURCES}`,
    }),
    signature: Flags.string({
      helpValue: "sha256=HEX",
      description: "Value of X-Service-Signature.",
      exclusive: ["headers-file"],
    }),
    "headers-file": Flags.string({
      helpValue: "FILE",
      description: "File with the request's headers, as lines or as a JSON object.",
    }),
  };

  override async run(): Promise<object> {
    const { args, flags } = await this.parse(WebhooksVerify);
    const secrets = await readWebhookSecrets(flags["secret-file"] ?? [], this.environment);
    const capture = await readCapture(args.body, flags);
    try {
      const found = await verifyCapture(capture, secrets);
      if (!this.jsonEnabled()) await this.out.line("valid");
      if (secrets.length > 1) {
        this.out.note(`Secret ${found.secretIndex + 1} of ${secrets.length} matches.`);
      }
      return {
        valid: true,
        scheme: found.scheme,
        secret: found.secretIndex + 1,
        webhook_id: found.webhookId,
        timestamp: found.timestamp,
      };
    } catch (error) {
      throw isVerificationError(error) ? await invalid(error, capture, secrets) : error;
    }
  }
}

async function readCapture(
  path: string,
  flags: { readonly signature?: string | undefined; readonly "headers-file"?: string | undefined },
): Promise<Capture> {
  const { signature, "headers-file": file } = flags;
  const body = await readInput(path, "The webhook's body");
  if (signature !== undefined) return { headers: [["x-service-signature", signature]], body };
  if (file === undefined) return parseCapture(body, path);
  const text = await readInput(file, "The webhook's headers");
  return { headers: parseHeaderFile(text.toString("latin1"), file), body };
}

async function invalid(
  { code, hint, message, mistake }: WebhookVerificationError,
  capture: Capture,
  secrets: readonly string[],
): Promise<Failure> {
  // this mistake stands for every cause that the package does not look for
  const form = mistake === "wrong_secret" ? await signedForm(capture, secrets) : undefined;
  return new Failure({
    exit: EXIT.unexpected,
    code,
    // its message ends in the hint
    message: `Invalid. ${message.replace(hint, "").trim()}`,
    hint:
      form === undefined
        ? hint
        : `Something has reordered the keys of the JSON. The signature matches this form:\n${excerpt(form)}\nVerify the bytes as received, before any parser.`,
  });
}

function excerpt(text: string): string {
  return text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN)}…`;
}
