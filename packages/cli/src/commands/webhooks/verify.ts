import * as Flags from "@oclif/core/flags";
import type { WebhookVerificationError } from "@intray/webhook-verify";
import { BaseCommand } from "../../base-command.ts";
import { EXIT, Failure, tryOrUndefined } from "../../errors/failure.ts";
import { parseHeaderFile } from "../../flags/header-file.ts";
import { readInput } from "../../flags/inputs.ts";
import { parseCapture, type Capture } from "../../webhooks/capture.ts";
import { readWebhookSecrets, SECRET_SOURCES } from "../../webhooks/signing.ts";
import { repeatable, requiredArgument } from "../../flags/flags.ts";

/** Characters of a body in an error. */
const MAX_SHOWN = 500;

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

const excerpt = (text: string): string =>
  text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN)}…`;

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

/** The form of the body with which the signature matches, if only its keys were reordered. */
const signedForm = ({ headers, body }: Capture, secrets: readonly string[]) =>
  findSignedOrder(body, (form) =>
    verifyCapture({ headers, body: Buffer.from(form) }, secrets).then(
      () => true,
      () => false,
    ),
  );

function isStandardOnly(headers: Capture["headers"]): boolean {
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  return names.has("webhook-signature") && !names.has("x-service-signature");
}

/** Checks the name, since `instanceof` would load the package. */
const isVerificationError = (error: unknown): error is WebhookVerificationError =>
  error instanceof Error && error.name === "WebhookVerificationError";

/** Up to 720 orders. */
const MAX_PERMUTED_KEYS = 6;
const MAX_BODY_BYTES = 64 * 1_024;
/** Intray writes these after the fields of the form. */
const LAST_KEYS: readonly string[] = ["id", "attachments"];

type Entries = readonly (readonly [key: string, value: unknown])[];

/** The first form of the body that `matches` accepts; `undefined` if none does, or the body is no object. */
async function findSignedOrder(
  body: Buffer,
  matches: (form: string) => boolean | Promise<boolean>,
): Promise<string | undefined> {
  if (body.length > MAX_BODY_BYTES) return undefined;
  const entries = parseObject(body.toString("utf8"));
  if (entries === undefined) return undefined;
  for (const order of orders(entries)) {
    const form = jsonOf(order);
    if (await matches(form)) return form;
  }
  return undefined;
}

function* orders(entries: Entries): Generator<Entries> {
  const isLast = ([key]: readonly [string, unknown]) => LAST_KEYS.includes(key);
  const last = LAST_KEYS.flatMap((name) => entries.filter(([key]) => key === name));
  const others = entries.filter((entry) => !isLast(entry));
  yield [...others, ...last];
  yield entries.toSorted(([a], [b]) => (a < b ? -1 : 1));
  if (others.length <= MAX_PERMUTED_KEYS) {
    for (const order of permutations(others)) yield [...order, ...last];
  }
  if (entries.length <= MAX_PERMUTED_KEYS) yield* permutations(entries);
}

function* permutations(entries: Entries): Generator<Entries> {
  const [first, ...rest] = entries;
  if (first === undefined) return yield [];
  for (const order of permutations(rest)) {
    for (let at = 0; at <= order.length; at += 1) yield order.toSpliced(at, 0, first);
  }
}

/** Compact, as Intray writes it. An object would sort keys that look like numbers. */
const jsonOf = (entries: Entries): string =>
  `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(",")}}`;

function parseObject(text: string): Entries | undefined {
  const value = tryOrUndefined<unknown>(() => JSON.parse(text));
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.entries(value)
    : undefined;
}
