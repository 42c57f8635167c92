/** What every command has: global flags, a client that gets closed, output, settings. */
import type { Intray } from "@intray/sdk";
import { Command } from "@oclif/core/command";
import type { Input, ParserOutput } from "@oclif/core/parser";
import { chooseKey } from "./config/api-key.ts";
import { splitAtDoubleDash, hasFlag } from "./flags/raw-arguments.ts";
import { readEnvironment } from "./config/environment.ts";
import type { Environment } from "./config/environment.ts";
import type { ExitCode } from "./errors/exit-codes.ts";
import { globalFlags } from "./flags/flags.ts";
import type { FormatContext } from "./flags/list-flags.ts";
import { Output } from "./terminal/output.ts";
import { resolveSettings } from "./config/settings.ts";
import type { Settings } from "./config/settings.ts";

const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_RETRIES = 3;

export interface GlobalFlags {
  readonly json?: boolean | undefined;
  readonly profile?: string | undefined;
  readonly "base-url"?: string | undefined;
  readonly "api-key-file"?: string | undefined;
  readonly quiet?: boolean | undefined;
  readonly verbose?: boolean | undefined;
  readonly "no-color"?: boolean | undefined;
  readonly "no-input"?: boolean | undefined;
  readonly timeout?: number | undefined;
  readonly retries?: number | undefined;
}

/** Everything it takes to speak to the server. */
export interface Connection {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly origin: string;
  readonly apiKey: string;
  /** Where the key came from, in words. */
  readonly keySource: string;
  readonly timeoutMs: number;
  readonly maxRetries: number;
}

export abstract class BaseCommand extends Command {
  static override baseFlags = globalFlags;
  /** `--` and what follows is a command to run: never parsed, in {@link commandWords}. */
  static acceptsCommand = false;
  /** Under --json the command writes its JSON itself; what run() returns is not printed. */
  static streamsJson = false;
  /** `auth login` may name a profile that is not there yet. */
  static createsProfile = false;

  protected commandWords: readonly string[] = [];
  protected globals: GlobalFlags = {};
  protected readonly environment: Environment = readEnvironment();
  #out: Output | undefined;
  #settings: Promise<Settings> | undefined;
  #connection: Promise<Connection> | undefined;
  #client: Promise<Intray> | undefined;

  abstract override run(): Promise<unknown>;

  override jsonEnabled(): boolean {
    return hasFlag(this.argv, "--json");
  }

  /** Output as the global flags say. Before parse() it goes by the arguments as they stand. */
  protected get out(): Output {
    return (this.#out ??= new Output({
      stdout: process.stdout,
      stderr: process.stderr,
      quiet: this.globals.quiet === true || this.jsonEnabled(),
      verbose: this.globals.verbose === true,
      color: this.globals["no-color"] !== true && !this.environment.noColor,
    }));
  }

  /** Parses the arguments. The parser sorts repeated words, so a command's words never reach it. */
  protected override async parse<
    F extends Record<string, unknown>,
    B extends Record<string, unknown>,
    A extends Record<string, unknown>,
  >(options?: Input<F, B, A>, argv: string[] = this.argv): Promise<ParserOutput<F, B, A>> {
    let own = argv;
    if (this.#class.acceptsCommand) ({ own, words: this.commandWords } = splitAtDoubleDash(argv));
    const parsed = await super.parse<F, B, A>(options, own);
    this.globals = parsed.flags;
    return parsed;
  }

  protected settings(): Promise<Settings> {
    return (this.#settings ??= resolveSettings({
      flags: this.globals,
      environment: this.environment,
      folder: process.cwd(),
      allowNewProfile: this.#class.createsProfile,
    }));
  }

  /** Throws Failure 4 when there is no key, 78 when the configuration is bad. */
  protected connection(): Promise<Connection> {
    return (this.#connection ??= this.#connect());
  }

  /** The client, made at the first call and closed when the command ends. */
  protected client(): Promise<Intray> {
    return (this.#client ??= this.connection().then((connection) => this.openClient(connection)));
  }

  /** A client for another connection than the run's own; the caller closes it. */
  protected async openClient(connection: Pick<Connection, "baseUrl" | "apiKey">): Promise<Intray> {
    const { Intray } = await import("@intray/sdk");
    return new Intray({
      baseUrl: connection.baseUrl,
      apiKey: connection.apiKey,
      ...this.#requestLimits(),
      userAgent: `intray-cli/${this.config.version}`,
    });
  }

  /** The form that a flag, the environment, the project or the profile names. */
  protected async formRef(flag: string | undefined): Promise<string | undefined> {
    return flag ?? (await this.settings()).form;
  }

  /** What the choice of an output format depends on. */
  protected async formatContext(): Promise<FormatContext> {
    return {
      json: this.jsonEnabled(),
      preferred: (await this.settings()).format,
      isTerminal: this.out.isTerminal,
    };
  }

  /** Goes on only after a yes. Off a terminal, and with --no-input, only --yes is one. */
  protected async confirm(question: string, isAgreed: boolean): Promise<void> {
    if (isAgreed) return;
    const { requireConfirmation } = await import("./terminal/confirm.ts");
    await requireConfirmation(question, { mayPrompt: this.globals["no-input"] !== true });
  }

  /** Ends with this exit code once run() is over, with no error text. */
  protected exitWith(code: ExitCode): void {
    process.exitCode = code;
  }

  /** Errors are told in one place, run.ts. */
  protected override catch(error: Error): Promise<never> {
    return Promise.reject(error);
  }

  protected override async finally(): Promise<void> {
    const client = await this.#client?.catch(() => undefined);
    await client?.close();
  }

  override logJson(json: unknown): void {
    if (this.#class.streamsJson) return;
    process.stdout.write(`${this.out.jsonText(JSON.stringify(json, null, 2))}\n`);
  }

  get #class(): typeof BaseCommand {
    return this.constructor as typeof BaseCommand;
  }

  async #connect(): Promise<Connection> {
    const settings = await this.settings();
    const key = await chooseKey({
      file: this.globals["api-key-file"],
      environment: this.environment,
      settings,
    });
    const { baseUrl, baseUrlSource } = settings;
    this.out.detail(`Server: ${baseUrl} (${baseUrlSource}). Key: ${key.keySource}.`);
    return { baseUrl, origin: new URL(baseUrl).origin, ...key, ...this.#requestLimits() };
  }

  #requestLimits(): { timeoutMs: number; maxRetries: number } {
    return {
      timeoutMs: this.globals.timeout ?? DEFAULT_TIMEOUT_MS,
      maxRetries: this.globals.retries ?? DEFAULT_RETRIES,
    };
  }
}
