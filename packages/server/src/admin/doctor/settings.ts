/** Checks that the settings are valid, and that the files which they name can be read. */
import { accessSync, constants } from "node:fs";
import { readMailFiles } from "../../config/mail-config.ts";
import type { Config } from "../../config/config.ts";
import type { CommandContext } from "../command.ts";
import type { CheckResult, Finding } from "./finding.ts";

export function checkSettings({
  config,
  settingWarnings,
}: Pick<CommandContext, "config" | "settingWarnings">): CheckResult {
  const problems = filesOf(config).flatMap(problemOf);
  if (problems.length > 0) {
    return {
      state: "failed",
      message: problems.join(" "),
      hint: "Give this user read permission, or correct the settings.",
    };
  }
  // Throws with a sentence that names the setting.
  if (config.mail !== undefined) readMailFiles(config.mail);
  if (settingWarnings.length > 0) {
    return {
      state: "warning",
      message: settingWarnings.join(" "),
      hint: "Remove it, or correct its name.",
    };
  }
  return { state: "ok", message: "All settings are valid." };
}

/** A finding for each problem of settings with which nothing else can be checked. */
export const invalidSettings = (problems: readonly string[]): readonly Finding[] =>
  problems.map((message) => ({ check: "settings", state: "failed", message }));

type NamedFile = readonly [setting: string, path: string | undefined];

const filesOf = ({ geoipFile, leads }: Config): readonly NamedFile[] => [
  ["INTRAY_GEOIP_FILE", geoipFile],
  ["INTRAY_LEADS_API_KEY_FILE", leads?.apiKeyFile],
];

function problemOf([setting, path]: NamedFile): readonly string[] {
  if (path === undefined) return [];
  try {
    accessSync(path, constants.R_OK);
    return [];
  } catch (error) {
    return [`The file of ${setting} cannot be read (${(error as Error).message}).`];
  }
}
