import * as Args from "@oclif/core/args";
import * as Flags from "@oclif/core/flags";
import type { WebhookVerificationError } from "@intray/webhook-verify";
import { BaseCommand } from "../../base-command.ts";
import { EXIT } from "../../errors/exit-codes.ts";
import { Failure } from "../../errors/failure.ts";
import { parseHeaderFile } from "../../flags/header-file.ts";
import { readInput } from "../../flags/input-file.ts";
import { readWebhookSecrets, SECRET_SOURCES } from "../../webhooks/webhook-secrets.ts";

type Headers = readonly (readonly [name: string, value: string])[];

/** `intray webhooks verify` */
export default class WebhooksVerify extends BaseCommand {
  static override summary = "Verify the signature of a received webhook.";
  static override description =
    "Verifies the exact bytes of the body. Exit code 0: the signature is valid. 1: it is invalid; the likely cause is printed. 66: a file is missing.";
  static override examples = [
    "<%= config.bin %> <%= command.id %> --secret-file secret.txt --signature sha256=9f86… body.bin",
    "<%= config.bin %> <%= command.id %> --secret-file secret.txt --headers-file headers.txt - < body.bin",
  ];
  static override args = {
    body: Args.string({
      required: true,
      ignoreStdin: true,
      description: "File with the body as received; - reads standard input.",
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
      exactlyOne: ["signature", "headers-file"],
    }),
    "headers-file": Flags.string({
      helpValue: "FILE",
      description: "File with the request's headers, as lines or as a JSON object.",
    }),
  };

  override async run(): Promise<object> {
    const { args, flags } = await this.parse(WebhooksVerify);
    const secrets = await readWebhookSecrets(flags["secret-file"] ?? [], this.environment);
    const headers = await readHeaders(flags.signature, flags["headers-file"]);
    const body = await readInput(args.body, "The webhook's body");
    const { unwrap } = await import("@intray/webhook-verify");
    try {
      const { secretIndex, authenticated } = unwrap(body, headers, { secrets });
      if (!this.jsonEnabled()) await this.out.line("valid");
      if (secrets.length > 1) {
        this.out.note(`Secret ${secretIndex + 1} of ${secrets.length} matches.`);
      }
      return {
        valid: true,
        secret: secretIndex + 1,
        webhook_id: authenticated?.webhookId ?? null,
        timestamp: authenticated?.timestamp ?? null,
      };
    } catch (error) {
      throw isVerificationError(error) ? invalid(error) : error;
    }
  }
}

async function readHeaders(
  signature: string | undefined,
  file: string | undefined,
): Promise<Headers> {
  if (signature !== undefined) return [["x-service-signature", signature]];
  const text = await readInput(file ?? "-", "The webhook's headers");
  return parseHeaderFile(text.toString("latin1"), file ?? "-");
}

/** Checks the name, since `instanceof` would load the package. */
function isVerificationError(error: unknown): error is WebhookVerificationError {
  return error instanceof Error && error.name === "WebhookVerificationError";
}

function invalid({ code, hint, message }: WebhookVerificationError): Failure {
  return new Failure({
    exit: EXIT.unexpected,
    code,
    // its message ends in the hint
    message: `Invalid. ${message.replace(hint, "").trim()}`,
    hint,
  });
}
