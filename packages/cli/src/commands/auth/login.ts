import * as Flags from "@oclif/core/flags";
import { checkKey, storeKey } from "../../config/api-key.ts";
import { findKeychain } from "../../config/keychain.ts";
import { BaseCommand } from "../../base-command.ts";
import { keysPage } from "../../config/settings.ts";
import { readConfig, writeConfig } from "../../config/config-file.ts";
import { failure } from "../../errors/failure.ts";
import { readSecretFile, withoutNewline, readStdin } from "../../flags/inputs.ts";
import type { KeyScope } from "../../records/describe-key.ts";
import { describeKey, describeLimits, KEY_SCOPES } from "../../records/describe-key.ts";

export default class AuthLogin extends BaseCommand {
  static override summary = "Check an API key with the server and store it.";
  static override description =
    "The key is read from standard input, from --api-key-file, or from a hidden prompt, which also says on which page of the dashboard to create one. With --web a page of the dashboard opens, in which you allow the key; it may be opened on another machine. The key is stored in the keychain of your desktop, or where there is none in a file that only you can read, and is sent only to the origin it was stored for.";
  static override examples = [
    "intray auth login",
    "intray auth login --web --base-url https://forms.example.com",
    "intray auth login --base-url https://forms.example.com --profile work < key.txt",
  ];
  static override flags = {
    web: Flags.boolean({ description: "Allow a key in the dashboard instead of pasting one." }),
    // the scope of a key is never taken from the environment or a profile
    scope: Flags.option({
      options: KEY_SCOPES,
      description: "With --web: what the key shall allow.",
      dependsOn: ["web"],
    })(),
    "no-keychain": Flags.boolean({
      description: "Store the key in a file, which cron jobs can read too.",
    }),
  };
  static override createsProfile = true;

  override async run(): Promise<object> {
    const { flags } = await this.parse(AuthLogin);
    const { profile, baseUrl } = await this.settings();
    const { origin } = new URL(baseUrl);
    const page = keysPage(baseUrl);
    const read = flags.web
      ? await this.#askInBrowser(baseUrl, flags.scope ?? "write")
      : await this.#readKey(origin, page);
    const apiKey = checkKey(read, flags.web ? "the server" : "the input", page);
    const me = await this.#probe(baseUrl, apiKey);
    const folder = this.environment.configFolder;
    const keychain = flags["no-keychain"] ? undefined : findKeychain(this.environment);
    const place = await storeKey(this.environment, profile, { origin, api_key: apiKey }, keychain);
    const config = await readConfig(folder);
    const before = Object.hasOwn(config.profiles, profile) ? config.profiles[profile] : undefined;
    const profiles = { ...config.profiles, [profile]: { ...before, base_url: baseUrl } };
    await writeConfig(folder, { default_profile: profile, ...config, profiles });
    this.out.note(
      `Stored the ${describeKey(me)} (${describeLimits(me)}) for ${origin} as profile ${profile} in ${place}.`,
    );
    if (this.environment.apiKey !== undefined || this.environment.apiKeyFile !== undefined) {
      this.out.note("INTRAY_API_KEY or INTRAY_API_KEY_FILE is set and takes precedence over it.");
    }
    return { profile, base_url: baseUrl, me };
  }

  async #askInBrowser(baseUrl: string, scope: KeyScope): Promise<string> {
    const { beginWebLogin } = await import("../../config/web-login.ts");
    // What is asked needs no key, but a client has one.
    const client = await this.openClient({ baseUrl, apiKey: "none" });
    try {
      const { page, code, key } = await beginWebLogin(client, scope);
      this.out.note(`Open ${page}`);
      this.out.note(`Allow the key there if the page shows the code ${code}.`);
      if (process.stderr.isTTY && this.globals["no-input"] !== true) {
        const { openPage } = await import("../../terminal/open-page.ts");
        await openPage(page, this.environment.browser);
      }
      return await key();
    } finally {
      await client.close();
    }
  }

  async #readKey(origin: string, page: string): Promise<string> {
    const file = this.globals["api-key-file"];
    if (file !== undefined) return readSecretFile(file, "The API key");
    if (!process.stdin.isTTY)
      return withoutNewline((await readStdin("The API key")).toString("utf8"));
    if (this.globals["no-input"] === true) {
      throw failure("input_missing", "No API key is given, and --no-input disables the prompt.", {
        hint: `Create a key at ${page}. Pipe it in, or name its file with --api-key-file.`,
      });
    }
    this.out.note(`Create a key at ${page}, or paste one that you have.`);
    const { default: askSecret } = await import("@inquirer/password");
    // Ctrl-D closes the prompt, which then never answers, and nothing else keeps the process.
    const closed = new AbortController();
    const close = () => closed.abort();
    process.once("beforeExit", close);
    return askSecret(
      { message: `API key for ${origin}:`, mask: "*" },
      { output: process.stderr, signal: closed.signal },
    ).finally(() => process.off("beforeExit", close));
  }

  async #probe(baseUrl: string, apiKey: string) {
    const client = await this.openClient({ baseUrl, apiKey });
    try {
      return await client.me();
    } finally {
      await client.close();
    }
  }
}
