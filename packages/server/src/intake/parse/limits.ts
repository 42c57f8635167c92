/** The size limits of a post. Each limit is a setting, and its error names the setting. */
import { AppError } from "../../domain/errors.ts";

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

export type FieldLimits = Pick<IntakeLimits, "maxFields" | "maxFieldBytes">;

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

/** The limit that a post exceeded; the hosted page describes it in the visitor's language. */
export type ExceededLimit =
  | { readonly kind: "body" | "upload"; readonly max: string }
  | { readonly kind: "fields" | "files"; readonly max: string }
  | { readonly kind: "field"; readonly max: string; readonly name: string }
  /** `input` is the name of the file input, `name` that of the file. */
  | { readonly kind: "file"; readonly max: string; readonly name: string; readonly input: string };

/** An error `too_large`. Its message names the setting for the owner; `limit` is for the hosted page. */
export class LimitError extends AppError {
  readonly limit: ExceededLimit;

  constructor(limit: ExceededLimit, message: string) {
    super("too_large", message);
    this.limit = limit;
  }
}

export function bodyTooLarge(limit: number): LimitError {
  const max = readableBytes(limit);
  return new LimitError(
    { kind: "body", max },
    `The post is larger than ${max}, the limit for posts without files (INTRAY_MAX_BODY_BYTES). Send less data.`,
  );
}

export function uploadTooLarge(limit: number): LimitError {
  const max = readableBytes(limit);
  return new LimitError(
    { kind: "upload", max },
    `The post is larger than ${max}, the limit for posts with files (INTRAY_MAX_UPLOAD_BYTES). Send less data.`,
  );
}

export function fieldTooLarge(fieldName: string, limit: number): LimitError {
  const max = readableBytes(limit);
  const name = excerpt(fieldName);
  return new LimitError(
    { kind: "field", max, name },
    `The field "${name}" is larger than ${max}, the limit for one field (INTRAY_MAX_FIELD_BYTES). Shorten it.`,
  );
}

/** More than there are control fields: they do not count as fields of a post. */
const MAX_CONTROL_FIELDS = 24;

/** Called while a body is parsed. @throws LimitError if it has too many pairs, control fields included. */
export function requirePairCount(
  pairs: number,
  { maxFields }: Pick<IntakeLimits, "maxFields">,
): void {
  if (pairs > maxFields + MAX_CONTROL_FIELDS) throw tooManyFields(maxFields);
}

export const tooManyFields = (limit: number): LimitError =>
  new LimitError(
    { kind: "fields", max: String(limit) },
    `The post has more than ${limit} fields, the limit for one post (INTRAY_MAX_FIELDS). Send fewer fields.`,
  );

export function fileTooLarge(
  file: { readonly name: string; readonly input: string },
  limit: number,
): LimitError {
  const max = readableBytes(limit);
  const name = excerpt(file.name);
  return new LimitError(
    { kind: "file", max, name, input: excerpt(file.input) },
    `The file "${name}" is larger than ${max}, the limit for one file (INTRAY_MAX_FILE_BYTES). Choose a smaller file.`,
  );
}

export const tooManyFiles = (limit: number): LimitError =>
  new LimitError(
    { kind: "files", max: String(limit) },
    `The post has more than ${limit} files, the limit for one post (INTRAY_MAX_FILES). Attach fewer files.`,
  );

const excerpt = (name: string) => (name.length > 60 ? `${name.slice(0, 60)}…` : name);
