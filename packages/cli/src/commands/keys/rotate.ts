import * as Flags from "@oclif/core/flags";
import { usageFailure } from "../../errors/failure.ts";
import { parseDuration } from "../../flags/times.ts";
import { idArgument, recordCommand } from "../../record-command.ts";
import { describeLimits, withText } from "../../records/describe-key.ts";

export default recordCommand({
  summary: "Replace an API key by a new one, and print that; the old one ends after the overlap.",
  description:
    "The new key has the name, access, scope, allowed addresses and lifetime of the old one. Only the key is printed on standard output.",
  examples: ["intray keys rotate 7 --overlap 1d > key.txt"],
  argument: idArgument("key", "Id of the key, as shown by keys list; not the key itself."),
  flags: {
    overlap: Flags.string({
      default: "7d",
      helpValue: "DURATION",
      description: "For how long the old key still works: 0s to 90d.",
    }),
  },
  input: ({ flags: { overlap } }) => {
    const ms = parseDuration(overlap);
    if (ms !== undefined && ms <= 90 * 86_400_000) return { overlap: Math.round(ms / 1_000) };
    throw usageFailure(`--overlap is "${overlap}".`, "Write it as 0s, 12h or 7d, up to 90d.");
  },
  call: ({ apiKeys }, id, input) => apiKeys.rotate(id, input).then(withText),
  print: async (made, { out }) => {
    await out.line(made.key);
    out.note(
      `Created key ${made.id} instead of ${made.replaces}: ${describeLimits(made)}. It is not shown again.`,
    );
  },
});
