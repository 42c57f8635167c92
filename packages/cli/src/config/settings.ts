/** Resolves the settings of a run. Precedence: flag, environment, `.intray.json`, profile, default. */
import type { ConfigFile, Format, Profile, QueueDefaults, ProjectFile } from "./config-file.ts";
import { configPath, readConfig, PROJECT_FILE, readProjectFile } from "./config-file.ts";
import type { Environment } from "./environment.ts";
import { EXIT, type ExitCode, Failure, failure } from "../errors/failure.ts";

const DEFAULT_PROFILE = "default";

export interface SettingFlags {
  readonly profile?: string | undefined;
  readonly "base-url"?: string | undefined;
}

export interface Settings {
  readonly profile: string;
  /** Where the profile was chosen, for people. */
  readonly profileSource: string;
  /** Without a trailing slash. */
  readonly baseUrl: string;
  /** Where the base URL is set, for people. */
  readonly baseUrlSource: string;
  /** From the environment, the project or the profile; `--form` takes precedence over it. */
  readonly form: string | undefined;
  readonly formSource: string | undefined;
  readonly format: Format | undefined;
  readonly formatSource: string | undefined;
  readonly queue: QueueDefaults;
  /** Where each default of the queue is set, for people. */
  readonly queueSources: Readonly<Record<string, string>>;
}

interface SettingSources {
  readonly flags: SettingFlags;
  readonly environment: Environment;
  readonly folder: string;
  /** Whether the profile may be missing; `auth login` creates it. */
  readonly allowNewProfile?: boolean;
}

/**
 * The effective settings.
 *
 * @throws Failure 78 for an invalid file, an unknown profile or an invalid address; 2 for an invalid flag.
 */
export async function resolveSettings(sources: SettingSources): Promise<Settings> {
  const { flags, environment, folder } = sources;
  const project = await readProjectFile(folder);
  const config = await readConfig(environment.configFolder);
  const profile = chooseProfile(sources, project, config);
  const ofProfile = `profile ${profile.name}`;
  const form = first(
    [environment.form, "INTRAY_FORM_ID"],
    [project.form, PROJECT_FILE],
    [profile.values.form, ofProfile],
  );
  const format = first([project.format, PROJECT_FILE], [profile.values.format, ofProfile]);
  return {
    profile: profile.name,
    profileSource: profile.source,
    ...chooseBaseUrl(flags, environment, profile),
    form: form?.[0],
    formSource: form?.[1],
    format: format?.[0],
    formatSource: format?.[1],
    queue: { ...profile.values.queue, ...project.queue },
    queueSources: {
      ...sourceOfAll(profile.values.queue, ofProfile),
      ...sourceOfAll(project.queue, PROJECT_FILE),
    },
  };
}

type Sourced<Value> = readonly [value: Value, source: string];

/** The first value that is set. */
function first<Value>(...all: readonly Sourced<Value | undefined>[]): Sourced<Value> | undefined {
  for (const [value, source] of all) if (value !== undefined) return [value, source];
  return undefined;
}

const sourceOfAll = (values: QueueDefaults = {}, source: string): Record<string, string> =>
  Object.fromEntries(Object.keys(values).map((name) => [name, source]));

type ChosenProfile = { readonly name: string; readonly source: string; readonly values: Profile };

function chooseProfile(
  { flags, environment, allowNewProfile = false }: SettingSources,
  project: ProjectFile,
  config: ConfigFile,
): ChosenProfile {
  const [name, source] = first(
    [flags.profile, "--profile"],
    [environment.profile, "INTRAY_PROFILE"],
    [project.profile, PROJECT_FILE],
    [config.default_profile, "default_profile"],
  ) ?? [DEFAULT_PROFILE, "the default"];
  const isKnown = Object.hasOwn(config.profiles, name);
  if (!isKnown && name !== DEFAULT_PROFILE && !allowNewProfile) {
    throw failure(
      "unknown_profile",
      `There is no profile "${name}" in ${configPath(environment.configFolder)}.`,
      { hint: `Create it with intray auth login --profile ${name}.` },
    );
  }
  return { name, source, values: (isKnown ? config.profiles[name] : undefined) ?? {} };
}

/** `baseUrlSource` if nobody has named a server. */
export const DEFAULT_SOURCE = "the default";

function chooseBaseUrl(
  flags: SettingFlags,
  environment: Environment,
  profile: ChosenProfile,
): Pick<Settings, "baseUrl" | "baseUrlSource"> {
  const choose = (text: string, baseUrlSource: string, isFlag = false) => ({
    baseUrl: checkBaseUrl(text, baseUrlSource, isFlag ? EXIT.usage : EXIT.badConfiguration),
    baseUrlSource,
  });
  const given = flags["base-url"];
  if (given !== undefined) return choose(given, "--base-url", true);
  if (environment.baseUrl !== undefined) return choose(environment.baseUrl, "INTRAY_BASE_URL");
  if (profile.values.base_url !== undefined) {
    return choose(profile.values.base_url, `profile ${profile.name}`);
  }
  return choose(DEFAULT_BASE_URL, DEFAULT_SOURCE);
}

const DEFAULT_BASE_URL = "http://127.0.0.1:8787";

/** The address of a page of the dashboard. @param path Such as `/keys`. */
export const dashboardPage = (baseUrl: string, path: string): string =>
  `${baseUrl.replace(/\/api\/v1$/, "")}/dashboard${path}`;

/** The address of the page on which people create API keys. */
export const keysPage = (baseUrl: string): string => dashboardPage(baseUrl, "/keys#new");

/**
 * The address without a trailing slash.
 *
 * @param source Where it was set, for the error message.
 * @throws Failure with `exit` unless it is an http(s) address without credentials, query and fragment.
 */
export function checkBaseUrl(text: string, source: string, exit: ExitCode): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isHttp = url !== undefined && ["http:", "https:"].includes(url.protocol);
  if (!isHttp || url.username || url.password || url.search || url.hash) {
    throw new Failure({
      exit,
      code: "bad_base_url",
      // a valid URL is not repeated, since it may contain a password
      message: `The base URL from ${source} must be an http or https address without user, query and fragment${url === undefined ? `, and is "${text}"` : ""}.`,
      hint: `Write it like ${DEFAULT_BASE_URL}.`,
    });
  }
  return url.href.replace(/\/+$/, "");
}
