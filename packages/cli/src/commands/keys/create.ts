import type { ApiKey, ApiKeyInput } from "@intray/sdk";
import * as Flags from "@oclif/core/flags";
import { EXIT, Failure, usageFailure } from "../../errors/failure.ts";
import { parseExpiry } from "../../flags/times.ts";
import { formFlag, repeatable } from "../../flags/flags.ts";
import { recordCommand } from "../../record-command.ts";
import type { KeyLimits } from "../../records/describe-key.ts";
import { describeLimits, KEY_SCOPES, withText } from "../../records/describe-key.ts";

export default recordCommand({
  summary: "Create an API key and print it; it cannot be shown again.",
  description:
    "Only the key is printed on standard output, so it can be redirected to a file. With --form the key can access that form only, with --project the forms of that project.",
  examples: [
    "intray keys create --name laptop > key.txt",
    "intray keys create --name website --form 3 --can-delete",
    "intray keys create --name agency --project 2",
    "intray keys create --name report --scope read --expires 90d --allowed-ip 127.0.0.0/8",
  ],
  flags: {
    name: Flags.string({
      required: true,
      helpValue: "TEXT",
      description: "Name of the key, such as its purpose.",
    }),
    // the scope of a key is never taken from the environment or a profile
    form: formFlag({ description: "Restrict to one form; default: the whole account." }),
    project: Flags.integer({
      exclusive: ["form"],
      min: 1,
      helpValue: "ID",
      description: "Restrict to the forms of one project.",
    }),
    scope: Flags.option({
      options: KEY_SCOPES,
      default: "write" as const,
      description:
        "What the key may do: everything, only what changes nothing and reveals no secret, or only one task.",
    })(),
    expires: Flags.string({
      default: "never",
      helpValue: "WHEN",
      description: "When the key expires: 90d from now, 2026-12-31 (UTC), or never.",
    }),
    "allowed-ip": Flags.string({
      ...repeatable,
      helpValue: "IP",
      description:
        "Address or range, such as 192.0.2.0/24, that the key may be used from. Repeatable.",
    }),
    "can-delete": Flags.boolean({
      dependsOn: ["form"],
      description: "Allow the key to delete submissions, as account keys always can.",
    }),
  },
  input: async ({
    flags: { name, scope, expires, "can-delete": can_delete, "allowed-ip": allowed_ips, ...flags },
    formRef,
  }) => {
    if (can_delete && scope !== "write") throw cannotDelete();
    const expiry = parseExpiry(expires);
    const form = flags.form === undefined ? undefined : await formRef(flags.form);
    return {
      kind:
        form !== undefined
          ? ("form" as const)
          : flags.project === undefined
            ? ("account" as const)
            : ("project" as const),
      ...(flags.project !== undefined && { project_id: flags.project }),
      name,
      ...(scope !== "write" && { scope }),
      ...(expires !== "never" && expiry),
      ...(allowed_ips !== undefined && { allowed_ips }),
      ...(form !== undefined && { form_id: form }),
      ...(can_delete && { can_delete }),
    };
  },
  call: async ({ apiKeys }, _id, input) => {
    const made = withText(await apiKeys.create(input));
    if (isUnlimited(made, input)) {
      await apiKeys.delete(made.id);
      throw tooOld();
    }
    return made;
  },
  print: async (made, { out }) => {
    await out.line(made.key);
    out.note(`Created key ${made.id}: ${describeLimits(made)}. It is not shown again.`);
  },
});

/** An older server ignores limits, and makes a key that may do everything for ever and from everywhere. */
function isUnlimited(
  made: KeyLimits & Pick<ApiKey, "allowed_ips">,
  wanted: Partial<ApiKeyInput>,
): boolean {
  const { scope = "write", expires_at = null } = made;
  if (wanted.allowed_ips != null && made.allowed_ips == null) return true;
  const isForEver = wanted.expires_at === undefined && wanted.expires_in === undefined;
  return scope !== (wanted.scope ?? "write") || (expires_at === null && !isForEver);
}

const tooOld = (): Failure =>
  new Failure({
    exit: EXIT.badConfiguration,
    code: "not_supported",
    message:
      "This server is too old for keys with a scope, an expiry or allowed addresses. No key was created.",
    hint: "Update the server, or leave out --scope, --expires and --allowed-ip.",
  });

const cannotDelete = (): Failure =>
  usageFailure(
    "Only a key with --scope write can delete submissions.",
    "Leave out --can-delete, or use --scope write.",
  );
