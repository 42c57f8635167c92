/** Reads small JSON files with clear errors, and replaces them atomically. */
import { type Failure, errorCode, errorReason, failure } from "../errors/failure.ts";
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import type { ZodMiniType } from "zod/mini";

/**
 * The content of the file, parsed by the schema; `undefined` when the file does not exist.
 *
 * @throws Failure 78 when it cannot be read, is not JSON, or does not match the schema.
 */
export async function readJsonFile<T>(
  path: string,
  loadSchema: () => Promise<ZodMiniType<T>>,
): Promise<T | undefined> {
  const text = await readText(path);
  if (text === undefined) return undefined;
  const parsed = (await loadSchema()).safeParse(parse(path, text));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue === undefined || issue.path.length === 0 ? "" : ` at ${issue.path.join(".")}`;
  throw broken(path, `is not valid${where}: ${issue?.message ?? "unknown"}`);
}

/**
 * Replaces the file atomically with `value`. Mode of the file 0600, of a new folder 0700.
 *
 * @throws Failure 74 if it cannot be written.
 */
export async function writeJsonFile(path: string, value: unknown): Promise<void> {
  const temporary = `${path}.${crypto.randomUUID()}`;
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const file = await open(temporary, "wx", 0o600);
    try {
      await file.writeFile(`${JSON.stringify(value, null, 2)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw failure("file_not_written", `${path} cannot be written (${errorReason(error)}).`, {
      hint: "Make its folder writable, or set XDG_CONFIG_HOME to a writable folder.",
      cause: error,
    });
  }
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    const code = errorCode(error);
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw broken(path, `cannot be read (${code})`, error);
  }
}

function parse(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // the message of JSON.parse quotes the text around the error, which may be a key
    throw broken(path, "is not JSON", error);
  }
}

const broken = (path: string, what: string, cause?: unknown): Failure =>
  failure("bad_configuration", `${path} ${what}.`, { hint: "Fix or remove the file.", cause });
