/** The files of settings: `config.json` with the profiles of a user, and `.intray.json` with the defaults of a project. */
import { join, dirname } from "node:path";
import type { infer as Infer } from "zod/mini";
import { readJsonFile, writeJsonFile } from "./json-file.ts";
import { existsSync } from "node:fs";
import { type Failure, failure } from "../errors/failure.ts";

export const FORMATS = ["table", "tsv", "json", "ndjson"] as const;
export type Format = (typeof FORMATS)[number];

async function loadConfigSchema() {
  const z = await import("./shapes.ts");
  const profile = z.strictObject({ base_url: z.optional(z.string()), ...(await defaultsShape()) });
  return z.strictObject({
    default_profile: z.optional(z.string()),
    profiles: z.prefault(z.record(z.string(), profile), {}),
  });
}

/** Settings that both a profile and a project file may contain. */
async function defaultsShape() {
  const z = await import("./shapes.ts");
  return {
    form: z.optional(z.union([z.string(), z.pipe(z.int(), z.transform(String))])),
    format: z.optional(z.enum(FORMATS)),
    /** Flags of `queue run` by name. */
    queue: z.optional(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))),
  };
}

export type ConfigFile = Infer<Awaited<ReturnType<typeof loadConfigSchema>>>;
export type Profile = ConfigFile["profiles"][string];
/** Flags of `queue run` by name, without the dashes. */
export type QueueDefaults = NonNullable<Profile["queue"]>;

export const configPath = (folder: string): string => join(folder, "config.json");

/** The content of the file; no profiles without a file. Throws Failure 78 when it is invalid. */
export const readConfig = async (folder: string): Promise<ConfigFile> =>
  (await readJsonFile(configPath(folder), loadConfigSchema)) ?? { profiles: {} };

export async function writeConfig(folder: string, config: ConfigFile): Promise<void> {
  await writeJsonFile(configPath(folder), config);
}

export const PROJECT_FILE = ".intray.json";
/** A checkout may bring the file: an address could send a stored key elsewhere, and a key would be published with it. */
const FORBIDDEN_NAMES = ["base_url", "base-url", "baseUrl", "api_key", "api-key", "apiKey", "key"];

async function loadProjectSchema() {
  const z = await import("./shapes.ts");
  return z.looseObject({ profile: z.optional(z.string()), ...(await defaultsShape()) });
}

export type ProjectFile = Infer<Awaited<ReturnType<typeof loadProjectSchema>>>;

/**
 * The settings of the nearest `.intray.json`; empty without one.
 *
 * @throws Failure 78 when it is invalid, or sets a key or a base URL.
 */
export async function readProjectFile(folder: string): Promise<ProjectFile> {
  const path = findProjectFile(folder);
  if (path === undefined) return {};
  const project = (await readJsonFile(path, loadProjectSchema)) ?? {};
  for (const name of Object.keys(project)) {
    if (FORBIDDEN_NAMES.includes(name)) throw forbiddenSetting(path, name);
    if (!["profile", "form", "format", "queue", "$schema"].includes(name)) {
      throw forbiddenSetting(path, name, "It may set profile, form, format and queue.");
    }
  }
  return project;
}

/** The nearest `.intray.json` in `folder` or a folder above it, up to the root of the repository. */
export function findProjectFile(folder: string): string | undefined {
  const path = join(folder, PROJECT_FILE);
  if (existsSync(path)) return path;
  const above = dirname(folder);
  return above === folder || existsSync(join(folder, ".git")) ? undefined : findProjectFile(above);
}

const forbiddenSetting = (path: string, name: string, hint?: string): Failure =>
  failure("bad_configuration", `${path} sets "${name}", which is not allowed in a project file.`, {
    hint:
      hint ??
      "Set keys and addresses with flags, the environment or intray auth login. If the file contained a key, revoke it.",
  });
