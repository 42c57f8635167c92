/** How much a post may hold. Every limit is a setting, and each has an error that names it. */
import { AppError } from "../domain/errors.ts";

export interface IntakeLimits {
  /** Bytes of a body without files. */
  readonly maxBodyBytes: number;
  /** Bytes of one field's value. */
  readonly maxFieldBytes: number;
  readonly maxFields: number;
  readonly maxFileBytes: number;
  readonly maxFiles: number;
  /** Bytes of a body with files. */
  readonly maxUploadBytes: number;
}

const MIB = 1_024 * 1_024;

export const DEFAULT_LIMITS: IntakeLimits = {
  maxBodyBytes: 2 * MIB,
  maxFieldBytes: 256 * 1_024,
  maxFields: 1_000,
  maxFileBytes: 25 * MIB,
  maxFiles: 10,
  maxUploadBytes: 100 * MIB,
};

/** `2097152` as `2 MiB`. */
export function readableBytes(bytes: number): string {
  if (bytes >= MIB) return `${round(bytes / MIB)} MiB`;
  return bytes >= 1_024 ? `${round(bytes / 1_024)} KiB` : `${bytes} bytes`;
}

const round = (value: number) => Math.round(value * 10) / 10;

/** Which limit a post broke; the hosted page says it in the reader's language. */
export type BrokenLimit =
  | { readonly kind: "body" | "upload"; readonly most: string }
  | { readonly kind: "fields" | "files"; readonly most: string }
  | { readonly kind: "field" | "file"; readonly most: string; readonly name: string };

/** `too_large`: its message names the setting, for the owner; `limit` says the same for a page. */
export class LimitError extends AppError {
  readonly limit: BrokenLimit;

  constructor(limit: BrokenLimit, message: string) {
    super("too_large", message);
    this.limit = limit;
  }
}

export function bodyTooLarge(limit: number): LimitError {
  const most = readableBytes(limit);
  return new LimitError(
    { kind: "body", most },
    `The post is larger than ${most}, the most that is accepted here without files (INTRAY_MAX_BODY_BYTES). Send less at once.`,
  );
}

export function uploadTooLarge(limit: number): LimitError {
  const most = readableBytes(limit);
  return new LimitError(
    { kind: "upload", most },
    `The post is larger than ${most}, the most that is accepted here with files (INTRAY_MAX_UPLOAD_BYTES). Send less at once.`,
  );
}

export function fieldTooLarge(fieldName: string, limit: number): LimitError {
  const most = readableBytes(limit);
  const name = excerpt(fieldName);
  return new LimitError(
    { kind: "field", most, name },
    `The field "${name}" is larger than ${most}, the most that one field may hold (INTRAY_MAX_FIELD_BYTES). Shorten it.`,
  );
}

export function tooManyFields(limit: number): LimitError {
  return new LimitError(
    { kind: "fields", most: String(limit) },
    `The post has more than ${limit} fields, the most that is accepted here (INTRAY_MAX_FIELDS). Send fewer fields.`,
  );
}

export function fileTooLarge(fileName: string, limit: number): LimitError {
  const most = readableBytes(limit);
  const name = excerpt(fileName);
  return new LimitError(
    { kind: "file", most, name },
    `The file "${name}" is larger than ${most}, the most that one file may hold (INTRAY_MAX_FILE_BYTES). Choose a smaller file.`,
  );
}

export function tooManyFiles(limit: number): LimitError {
  return new LimitError(
    { kind: "files", most: String(limit) },
    `The post has more than ${limit} files, the most that is accepted here (INTRAY_MAX_FILES). Attach fewer files.`,
  );
}

const excerpt = (name: string) => (name.length > 60 ? `${name.slice(0, 60)}…` : name);
