/** The system's store of secrets: the login keychain of macOS, the Secret Service of a Linux desktop. */
import { once } from "node:events";
import type { Environment } from "./environment.ts";

export interface Keychain {
  /** Resolves with false if the system does not store it. */
  write(account: string, secret: string): Promise<boolean>;
  /** `undefined` if it is not stored, locked, or cannot be reached from here. */
  read(account: string): Promise<string | undefined>;
  remove(account: string): Promise<void>;
}

const SERVICE = "intray";

/**
 * `undefined` where there is none, such as on a server without a desktop. Windows has none that a program reads
 * without a native addon.
 */
export function findKeychain({ sessionBus }: Pick<Environment, "sessionBus">) {
  if (process.platform === "darwin") return MACOS;
  return process.platform === "linux" && sessionBus !== undefined ? SECRET_SERVICE : undefined;
}

const MACOS: Keychain = {
  async write(account, secret) {
    // On standard input: every process can read the arguments of another.
    const line = `add-generic-password -U -s ${SERVICE} -a "${account}" -w "${secret}"\n`;
    return (await run("security", ["-i"], line)) !== undefined;
  },
  read: (account) => run("security", ["find-generic-password", "-s", SERVICE, "-a", account, "-w"]),
  async remove(account) {
    await run("security", ["delete-generic-password", "-s", SERVICE, "-a", account]);
  },
};

const SECRET_SERVICE: Keychain = {
  async write(account, secret) {
    const words = ["store", "--label", `Intray API key (${account})`, ...attributes(account)];
    return (await run("secret-tool", words, secret)) !== undefined;
  },
  read: (account) => run("secret-tool", ["lookup", ...attributes(account)]),
  async remove(account) {
    await run("secret-tool", ["clear", ...attributes(account)]);
  },
};

const attributes = (account: string) => ["service", SERVICE, "account", account];

/** The output without its last line break; `undefined` if the program is missing, fails or prints nothing to be read. */
async function run(program: string, words: readonly string[], input = "") {
  // Loaded here: every command may read a key, and few have one in a keychain.
  const { spawn } = await import("node:child_process");
  const { text } = await import("node:stream/consumers");
  const child = spawn(program, words, { stdio: ["pipe", "pipe", "ignore"] });
  // A program that is missing or ends early does not read its input.
  child.stdin.on("error", () => undefined).end(input);
  try {
    const [printed, [code]] = await Promise.all([text(child.stdout), once(child, "close")]);
    return code === 0 ? printed.replace(/\n$/, "") : undefined;
  } catch {
    return undefined;
  }
}
