import * as Flags from "@oclif/core/flags";
import type { WebhookVerificationError } from "@intray/webhook-verify";
import { BaseCommand } from "../../base-command.ts";
import { EXIT, Failure } from "../../errors/failure.ts";
import { parseHeaderFile } from "../../flags/header-file.ts";
import { readInput } from "../../flags/inputs.ts";
import { parseCapture, type Capture } from "../../webhooks/capture.ts";
import { readWebhookSecrets, SECRET_SOURCES } from "../../webhooks/signing.ts";
import { repeatable, requiredArgument } from "../../flags/flags.ts";

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
    body: requiredArgument(
      "File with the whole request as captured: request line, headers, empty line, body. With --signature or --headers-file the body only. - reads standard input.",
    ),
  };
  static override flags = {
    "secret-file": Flags.string({
      helpValue: "FILE",
      ...repeatable,
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
      throw isVerificationError(error) ? invalid(error) : error;
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

/** The error's message ends in its hint. */
const invalid = ({ code, hint, message }: WebhookVerificationError): Failure =>
  new Failure({
    exit: EXIT.unexpected,
    code,
    message: `Invalid. ${message.replace(hint, "").trim()}`,
    hint,
  });

interface Verified {
  /** Which of the secrets matched, from 0. */
  readonly secretIndex: number;
  readonly webhookId: string | null;
  /** Seconds since the Unix epoch. */
  readonly timestamp: number | null;
  readonly scheme: "x-service-signature" | "standard-webhooks";
}

/** @throws WebhookVerificationError. The age of the timestamp is not checked: a capture is old. */
async function verifyCapture(
  { headers, body }: Capture,
  secrets: readonly string[],
): Promise<Verified> {
  const { unwrap, verifyStandard } = await import("@intray/webhook-verify");
  if (!isStandardOnly(headers)) {
    const { secretIndex, authenticated } = unwrap(body, headers, { secrets });
    const { webhookId = null, timestamp = null } = authenticated ?? {};
    return { secretIndex, webhookId, timestamp, scheme: "x-service-signature" };
  }
  const options = { secrets, toleranceSeconds: Number.POSITIVE_INFINITY };
  return verifyStandard(body, headers, options, ({ secretIndex, authenticated }) => ({
    secretIndex,
    ...authenticated,
    scheme: "standard-webhooks" as const,
  }));
}

function isStandardOnly(headers: Capture["headers"]): boolean {
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  return names.has("webhook-signature") && !names.has("x-service-signature");
}

/** Checks the name, since `instanceof` would load the package. */
const isVerificationError = (error: unknown): error is WebhookVerificationError =>
  error instanceof Error && error.name === "WebhookVerificationError";
