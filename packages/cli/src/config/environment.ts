/** Reads the environment variables of the CLI; no other file does. */
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import process from "node:process";

/** Variables that contain a secret or the path of one; they are not passed to handlers. */
const SECRETS = [
  "INTRAY_API_KEY",
  "INTRAY_API_KEY_FILE",
  "INTRAY_WEBHOOK_SECRET",
  "INTRAY_WEBHOOK_SECRET_FILE",
] as const;

export interface Environment {
  readonly baseUrl: string | undefined;
  readonly apiKey: string | undefined;
  readonly apiKeyFile: string | undefined;
  readonly profile: string | undefined;
  readonly form: string | undefined;
  readonly webhookSecret: string | undefined;
  readonly webhookSecretFile: string | undefined;
  /** `$XDG_CONFIG_HOME/intray`, by default `~/.config/intray`. */
  readonly configFolder: string;
  /** `$XDG_STATE_HOME`, by default `~/.local/state`. */
  readonly stateHome: string;
  /** The folders of commands. */
  readonly path: string | undefined;
  readonly browser: string | undefined;
  /** The session bus of a Linux desktop, through which its store of secrets is reached. */
  readonly sessionBus: string | undefined;
  /** NO_COLOR is set (https://no-color.org), or the terminal has no colors. */
  readonly noColor: boolean;
}

/** Parses the variables; an empty variable counts as not set. */
export function readEnvironment(
  // oxlint-disable-next-line no-restricted-properties -- the only file that reads it
  variables: NodeJS.ProcessEnv = process.env,
): Environment {
  const get = (name: string) => variables[name] || undefined;
  return {
    baseUrl: get("INTRAY_BASE_URL"),
    apiKey: get("INTRAY_API_KEY"),
    apiKeyFile: get("INTRAY_API_KEY_FILE"),
    profile: get("INTRAY_PROFILE"),
    form: get("INTRAY_FORM_ID"),
    webhookSecret: get("INTRAY_WEBHOOK_SECRET"),
    webhookSecretFile: get("INTRAY_WEBHOOK_SECRET_FILE"),
    configFolder: join(baseFolder(get("XDG_CONFIG_HOME"), get("HOME"), ".config"), "intray"),
    stateHome: baseFolder(get("XDG_STATE_HOME"), get("HOME"), ".local/state"),
    path: get("PATH"),
    browser: get("BROWSER"),
    sessionBus: get("DBUS_SESSION_BUS_ADDRESS"),
    noColor: get("NO_COLOR") !== undefined || get("TERM") === "dumb",
  };
}

/** The environment for a handler: all variables except Intray's secrets. */
export const childEnvironment = (
  // oxlint-disable-next-line no-restricted-properties -- see above
  variables: NodeJS.ProcessEnv = process.env,
): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(variables).filter(([name]) => !SECRETS.some((secret) => secret === name)),
  );

/** The XDG base directory specification ignores relative paths. */
function baseFolder(given: string | undefined, home: string | undefined, fallback: string): string {
  return given !== undefined && isAbsolute(given) ? given : join(home ?? homedir(), fallback);
}
