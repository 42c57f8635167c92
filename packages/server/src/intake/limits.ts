/** How much a post may hold. Every limit is a setting, and each has an error that names it. */
import { AppError } from "../errors.ts";

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

export function bodyTooLarge(limit: number): AppError {
  return new AppError(
    "too_large",
    `The post is larger than ${readableBytes(limit)}, the most that is accepted here. Send less at once.`,
  );
}

export function fieldTooLarge(name: string, limit: number): AppError {
  return new AppError(
    "too_large",
    `The field "${excerpt(name)}" is larger than ${readableBytes(limit)}, the most that one field may hold. Shorten it.`,
  );
}

export function tooManyFields(limit: number): AppError {
  return new AppError(
    "too_large",
    `The post has more than ${limit} fields, the most that is accepted here. Send fewer fields.`,
  );
}

export function fileTooLarge(name: string, limit: number): AppError {
  return new AppError(
    "too_large",
    `The file "${excerpt(name)}" is larger than ${readableBytes(limit)}, the most that one file may hold. Choose a smaller file.`,
  );
}

export function tooManyFiles(limit: number): AppError {
  return new AppError(
    "too_large",
    `The post has more than ${limit} files, the most that is accepted here. Attach fewer files.`,
  );
}

const excerpt = (name: string) => (name.length > 60 ? `${name.slice(0, 60)}…` : name);
