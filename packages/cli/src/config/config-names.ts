/** The settings of `intray config` by name, and the values that each accepts. */
import { checkBaseUrl, type Settings } from "./settings.ts";
import { FORMATS, readConfig, writeConfig, type ConfigFile, type Profile } from "./config-file.ts";
import { EXIT, usageFailure } from "../errors/failure.ts";
import { ALLOWED_DEFAULTS } from "../queue/run-flags.ts";

const QUEUE = "queue.";

export interface ConfigEntry {
  readonly name: string;
  /** `undefined` when it is not set. */
  readonly value: string | number | boolean | undefined;
  /** Where it is set, for people. */
  readonly source: string | undefined;
}

/** All effective settings. API keys are not included. */
export const configEntries = (settings: Settings): readonly ConfigEntry[] => [
  { name: "profile", value: settings.profile, source: settings.profileSource },
  { name: "base_url", value: settings.baseUrl, source: settings.baseUrlSource },
  { name: "form", value: settings.form, source: settings.formSource },
  { name: "format", value: settings.format, source: settings.formatSource },
  ...Object.entries(settings.queue).map(([name, value]) => ({
    name: `${QUEUE}${name}`,
    value,
    source: settings.queueSources[name],
  })),
];

interface Change {
  readonly name: string;
  /** `undefined` unsets it. */
  readonly text: string | undefined;
}

/**
 * Changes a setting in the configuration file, which it returns as it was before.
 *
 * @throws Failure 2 for an unknown name or an invalid value.
 */
export async function editConfig(
  folder: string,
  profile: string,
  change: Change,
): Promise<ConfigFile> {
  const config = await readConfig(folder);
  await writeConfig(folder, changeConfig(config, profile, change));
  return config;
}

function changeConfig(config: ConfigFile, profile: string, { name, text }: Change): ConfigFile {
  if (name === "default_profile") return { ...config, default_profile: knownProfile(config, text) };
  const before: Profile =
    (Object.hasOwn(config.profiles, profile) ? config.profiles[profile] : undefined) ?? {};
  return {
    default_profile: profile,
    ...config,
    profiles: { ...config.profiles, [profile]: changeProfile(before, name, text) },
  };
}

function changeProfile(before: Profile, name: string, text: string | undefined): Profile {
  switch (name) {
    case "base_url":
      return { ...before, base_url: text && checkBaseUrl(text, "the command line", EXIT.usage) };
    case "form":
      return { ...before, form: text };
    case "format":
      return { ...before, format: text === undefined ? undefined : knownFormat(text) };
    default:
      return { ...before, queue: changeQueue(before.queue ?? {}, name, text) };
  }
}

function changeQueue(
  before: NonNullable<Profile["queue"]>,
  name: string,
  text: string | undefined,
): NonNullable<Profile["queue"]> {
  const flag = name.startsWith(QUEUE) ? name.slice(QUEUE.length) : "";
  if (!ALLOWED_DEFAULTS.includes(flag)) {
    const possible = [...SETTABLE, ...ALLOWED_DEFAULTS.map((one) => `${QUEUE}${one}`)];
    throw usageFailure(
      `There is no setting "${name}".`,
      `The settings are ${possible.join(", ")}.`,
      { given: name, possible },
    );
  }
  const { [flag]: _, ...others } = before;
  return text === undefined ? others : { ...others, [flag]: plainValue(text) };
}

/** Names of settings except those of the queue. */
const SETTABLE = ["base_url", "form", "format", "default_profile"] as const;

function plainValue(text: string): string | number | boolean {
  if (text === "true" || text === "false") return text === "true";
  return /^\d{1,15}$/.test(text) ? Number(text) : text;
}

function knownFormat(text: string) {
  const format = FORMATS.find((one) => one === text);
  if (format !== undefined) return format;
  throw usageFailure(
    `"${text}" is not an output format.`,
    `The formats are ${FORMATS.join(", ")}.`,
    { given: text, possible: FORMATS },
  );
}

function knownProfile(config: ConfigFile, text: string | undefined): string | undefined {
  if (text === undefined || Object.hasOwn(config.profiles, text)) return text;
  const names = Object.keys(config.profiles);
  throw usageFailure(
    `There is no profile "${text}".`,
    names.length === 0
      ? "Create one with intray auth login --profile NAME."
      : `The profiles are ${names.join(", ")}; intray auth login --profile NAME creates another.`,
  );
}
