/** Base class of all commands: global flags, settings, output, and a client that is closed at the end. */
import type { Intray, IntrayOptions, Retry } from "@intray/sdk";
import { Command } from "@oclif/core/command";
import type { InferredFlags } from "@oclif/core/interfaces";
import type { Input, ParserOutput } from "@oclif/core/parser";
import { chooseKey } from "./config/api-key.ts";
import { hasFlag, splitAtDoubleDash, withoutReplacedFlags } from "./flags/raw-arguments.ts";
import { readEnvironment, type Environment } from "./config/environment.ts";
import { isUnreachable } from "./errors/sdk-problem.ts";
import { usageFailure, type ExitCode } from "./errors/failure.ts";
import type { Expression } from "./expression/expression.ts";
import { globalFlags } from "./flags/flags.ts";
import type { FormatContext } from "./flags/list-flags.ts";
import { Output } from "./terminal/output.ts";
import type { Send } from "./outgoing.ts";
import { DEFAULT_SOURCE, resolveSettings, type Settings } from "./config/settings.ts";

const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_RETRIES = 3;

type ParsedFlags = InferredFlags<typeof globalFlags>;
type GlobalFlags = { readonly [Name in keyof ParsedFlags]?: ParsedFlags[Name] | undefined };

export interface Connection {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly origin: string;
  readonly apiKey: string;
  /** Where the key came from, for people: `INTRAY_API_KEY`, `profile work`. */
  readonly keySource: string;
  readonly timeoutMs: number;
  readonly maxRetries: number;
}

export abstract class BaseCommand extends Command {
  static override baseFlags = globalFlags;
  /** Whether the words after `--` are another command; they go unparsed into {@link commandWords}. */
  static acceptsCommand = false;
  /** Whether the command writes its own JSON under --json; if not, the result of run() is printed. */
  static streamsJson = false;
  /** Whether `--profile` may name a profile that does not exist yet, as for `auth login`. */
  static createsProfile = false;

  /** The name under which the server sees requests of this command. */
  protected readonly product: string = "intray-cli";
  protected commandWords: readonly string[] = [];
  protected globals: GlobalFlags = {};
  protected readonly environment: Environment = readEnvironment();
  #expression: Expression | undefined;
  #out: Output | undefined;
  #settings: Promise<Settings> | undefined;
  #connection: Promise<Connection> | undefined;
  #client: Promise<Intray> | undefined;

  abstract override run(): Promise<unknown>;

  /** Whether the result is printed as JSON, or as an expression makes it of that. */
  override jsonEnabled(): boolean {
    return hasFlag(this.argv, "--json") || this.#expression !== undefined;
  }

  /** Output configured by the global flags. Before parse() only --json is known. */
  protected get out(): Output {
    return (this.#out ??= new Output({
      stdout: process.stdout,
      stderr: process.stderr,
      quiet: this.globals.quiet === true || this.jsonEnabled(),
      verbose: this.globals.verbose === true,
      color: this.globals["no-color"] !== true && !this.environment.noColor,
      expression: this.#expression,
    }));
  }

  /** Parses the arguments without the words after `--`: oclif's parser reorders repeated words. */
  protected override async parse<
    F extends Record<string, unknown>,
    B extends Record<string, unknown>,
    A extends Record<string, unknown>,
  >(options?: Input<F, B, A>, argv: string[] = this.argv): Promise<ParserOutput<F, B, A>> {
    let own = argv;
    if (this.#class.acceptsCommand)
      ({ own, commandWords: this.commandWords } = splitAtDoubleDash(argv));
    const known = { ...this.#class.baseFlags, ...this.#class.flags };
    const parsed = await super.parse<F, B, A>(options, withoutReplacedFlags(own, known));
    this.globals = parsed.flags;
    const { jq } = this.globals;
    if (jq !== undefined) {
      // `queue run` writes its lines without waiting for them
      if (this.#class.acceptsCommand) {
        throw usageFailure("--jq does not work with a handler.", "Pipe the lines of --json to jq.");
      }
      const { compileJq } = await import("./expression/expression.ts");
      this.#expression = await compileJq(jq);
    }
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

  /** Throws Failure 4 without an API key, 78 for an invalid configuration. */
  protected connection(): Promise<Connection> {
    return (this.#connection ??= this.#connect());
  }

  /** The client of this run, created by the first call and closed when the command ends. */
  protected client(): Promise<Intray> {
    return (this.#client ??= this.connection().then((connection) => this.openClient(connection)));
  }

  /** A client for another server or key; the caller closes it. */
  protected async openClient(connection: Pick<Connection, "baseUrl" | "apiKey">): Promise<Intray> {
    const { Intray } = await import("@intray/sdk");
    const { proxy, "ca-file": caFile } = this.globals;
    return new Intray({
      baseUrl: connection.baseUrl,
      apiKey: connection.apiKey,
      ...this.#requestLimits(),
      ...(proxy !== undefined && { proxy }),
      ...(caFile !== undefined && { ca: await this.#certificates(caFile) }),
      ...reportRequests(this.out),
      userAgent: `${this.product}/${this.config.version}`,
    });
  }

  /** Sends requests to others than the server, through the same proxy. */
  protected async route(): Promise<Send> {
    const { openRoute } = await import("./outgoing.ts");
    const { proxy, "ca-file": caFile } = this.globals;
    return openRoute({ proxy, ca: caFile && (await this.#certificates(caFile)) });
  }

  /** The id or uuid of the form from `--form`, else from INTRAY_FORM_ID, `.intray.json` or the profile. */
  protected async formRef(flag: string | undefined): Promise<string | undefined> {
    const given = flag ?? (await this.settings()).form;
    if (given === undefined) return undefined;
    const { findForm } = await import("./records/find-form.ts");
    return findForm(given, () => this.client());
  }

  /** Input of `chooseFormat`. */
  protected async formatContext(): Promise<FormatContext> {
    const { json = false, jq } = this.globals;
    return {
      json: json || jq !== undefined ? "json" : undefined,
      isExact: json,
      preferred: (await this.settings()).format,
      isTerminal: this.out.isTerminal,
    };
  }

  /**
   * Asks for confirmation and throws unless the answer is yes. `isConfirmed` is the value of `--yes`,
   * which is required off a terminal and with --no-input.
   */
  protected async confirm(question: string, isConfirmed: boolean): Promise<void> {
    if (isConfirmed) return;
    const { requireConfirmation } = await import("./terminal/confirm.ts");
    await requireConfirmation(question, { mayPrompt: this.globals["no-input"] !== true });
  }

  /** Sets the exit code of the process without printing an error. */
  protected exitWith(code: ExitCode): void {
    process.exitCode = code;
  }

  /** run.ts reports all errors. */
  protected override async catch(error: Error): Promise<never> {
    if (!isUnreachable(error)) throw error;
    // The request that failed was made from these settings, so they are there.
    const settings = await this.#settings;
    if (settings?.baseUrlSource !== DEFAULT_SOURCE) throw error;
    const { withoutServer } = await import("./errors/problem.ts");
    throw withoutServer(error, settings.baseUrl);
  }

  protected override async finally(): Promise<void> {
    const client = await this.#client?.catch(() => undefined);
    await client?.close();
  }

  override logJson(json: unknown): void {
    if (this.#class.streamsJson) return;
    process.stdout.write(this.out.documentText(json, 2));
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

  async #certificates(path: string): Promise<string> {
    const { readCertificates } = await import("./flags/inputs.ts");
    return readCertificates(path);
  }

  #requestLimits(): { timeoutMs: number; maxRetries: number } {
    return {
      timeoutMs: this.globals.timeout ?? DEFAULT_TIMEOUT_MS,
      maxRetries: this.globals.retries ?? DEFAULT_RETRIES,
    };
  }
}

/** A wait is announced when the call would otherwise be silent for longer than this. */
const SILENCE_MS = 1_000;

function reportRequests(
  out: Pick<Output, "note" | "detail" | "isVerbose">,
): Pick<IntrayOptions, "logger" | "logLevel" | "onRetry"> {
  const detail = (line: string) => out.detail(line);
  return {
    ...(out.isVerbose && {
      logLevel: "debug",
      logger: { debug: detail, info: detail, warn: detail },
    }),
    onRetry: (retry) => {
      if (retry.elapsedMs + retry.waitMs > SILENCE_MS) out.note(describeRetry(retry));
    },
  };
}

function describeRetry({ method, path, retry, waitMs, error }: Retry): string {
  const status = "status" in error ? `responded ${String(error.status)}` : "did not respond";
  const when = waitMs < 100 ? "now" : `in ${(waitMs / 1_000).toFixed(1)} s`;
  return `The server ${status} to ${method} ${path}. Retry ${retry} ${when}.`;
}
