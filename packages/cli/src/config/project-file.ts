/**
 * Reads `.intray.json`, the defaults of a project. A checkout may bring one, so it may not set
 * addresses or keys.
 */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { z } from "zod";
import { defaultsShape } from "./config-file.ts";
import { EXIT } from "../errors/exit-codes.ts";
import { Failure } from "../errors/failure.ts";
import { readJsonFile } from "./json-file.ts";

export const PROJECT_FILE = ".intray.json";
/** An address could send a stored key to another server; a key would be published with the repository. */
const FORBIDDEN_NAMES = ["base_url", "base-url", "baseUrl", "api_key", "api-key", "apiKey", "key"];

async function loadSchema() {
  const { z } = await import("zod");
  return z.looseObject({ profile: z.string().optional(), ...(await defaultsShape()) });
}

export type ProjectFile = z.infer<Awaited<ReturnType<typeof loadSchema>>>;

/**
 * The settings of the nearest `.intray.json`; empty without one.
 *
 * @throws Failure 78 when it is invalid, or sets a key or a base URL.
 */
export async function readProjectFile(folder: string): Promise<ProjectFile> {
  const path = findProjectFile(folder);
  if (path === undefined) return {};
  const project = (await readJsonFile(path, loadSchema)) ?? {};
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

function forbiddenSetting(path: string, name: string, hint?: string): Failure {
  return new Failure({
    exit: EXIT.badConfiguration,
    code: "bad_configuration",
    message: `${path} sets "${name}", which is not allowed in a project file.`,
    hint:
      hint ??
      "Set keys and addresses with flags, the environment or intray auth login. If the file contained a key, revoke it.",
  });
}
