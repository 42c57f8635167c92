/** Reads and writes `config.json` in the configuration folder: the profiles and the default profile. */
import { join } from "node:path";
import type { z } from "zod";
import { readJsonFile, writeJsonFile } from "./json-file.ts";

export const FORMATS = ["table", "tsv", "json", "ndjson"] as const;
/** Output format of lists. */
export type Format = (typeof FORMATS)[number];

async function loadSchema() {
  const { z } = await import("zod");
  const profile = z.strictObject({ base_url: z.string().optional(), ...(await defaultsShape()) });
  return z.strictObject({
    default_profile: z.string().optional(),
    profiles: z.record(z.string(), profile).default({}),
  });
}

/** Settings that both a profile and a project file may contain. */
export async function defaultsShape() {
  const { z } = await import("zod");
  return {
    form: z.union([z.string(), z.int().transform(String)]).optional(),
    format: z.enum(FORMATS).optional(),
    /** Flags of `queue run` by name. */
    queue: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  };
}

export type ConfigFile = z.infer<Awaited<ReturnType<typeof loadSchema>>>;
export type Profile = ConfigFile["profiles"][string];
/** Flags of `queue run` by name, without the dashes. */
export type QueueDefaults = NonNullable<Profile["queue"]>;

export function configPath(folder: string): string {
  return join(folder, "config.json");
}

/** The content of the file; no profiles without a file. Throws Failure 78 when it is invalid. */
export async function readConfig(folder: string): Promise<ConfigFile> {
  return (await readJsonFile(configPath(folder), loadSchema)) ?? { profiles: {} };
}

export async function writeConfig(folder: string, config: ConfigFile): Promise<void> {
  await writeJsonFile(configPath(folder), config);
}
