/** Limits the bytes of all files of a form and of an account. */
import { AppError } from "../domain/errors.ts";
import { type Clock, type MonotonicMs, msBetween } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import type { Storage } from "./storage.ts";

/** Bytes; `undefined` = no quota. */
export interface FileQuotas {
  readonly formBytes: number | undefined;
  readonly accountBytes: number | undefined;
}

type Owner = { readonly id: number; readonly account_id: number };

export interface FileQuota {
  /**
   * `storage` for the files of one post. Its `write` throws AppError `quota_exceeded` if a file would exceed a
   * quota; nothing of that file is stored then.
   */
  storageFor(form: Owner, storage: Storage): Storage;
  /** The forms whose files take at least this share of their quota, as far as this process has seen files come in. */
  formsAbove(share: number): readonly number[];
  /** The highest share of a quota that this process has seen in use; 0 if no file came in. */
  highestShare(): number;
}

export interface FileQuotaParts {
  readonly quotas: FileQuotas;
  /** Reads the bytes of all files of a form, or of an account. */
  readonly readBytes: (kind: "form" | "account", id: number) => Promise<number>;
  readonly clock: Clock;
  readonly log: Log;
}

/** The bytes are read again after this time, since files are deleted and other processes store some. */
const READ_EVERY_MS = 60_000;
/** The log warns once a quota is used to this share. */
const WARNING_SHARE = 0.8;

interface Use {
  readonly kind: "form" | "account";
  readonly id: number;
  readonly limit: number;
  bytes: number;
  readAt: MonotonicMs | undefined;
  isWarned: boolean;
}

export function createFileQuota({ quotas, readBytes, clock, log }: FileQuotaParts): FileQuota {
  const uses = new Map<string, Use>();

  function useOf(kind: Use["kind"], id: number, limit: number | undefined): Use[] {
    if (limit === undefined) return [];
    const key = `${kind} ${id}`;
    const use = uses.get(key) ?? { kind, id, limit, bytes: 0, readAt: undefined, isWarned: false };
    uses.set(key, use);
    return [use];
  }

  async function refresh(use: Use): Promise<void> {
    const now = clock.monotonic();
    if (use.readAt !== undefined && msBetween(use.readAt, now) < READ_EVERY_MS) return;
    use.bytes = await readBytes(use.kind, use.id);
    use.readAt = now;
  }

  function add(of: readonly Use[], bytes: number): void {
    for (const use of of) {
      use.bytes += bytes;
      const isNearlyFull = use.bytes >= use.limit * WARNING_SHARE;
      if (isNearlyFull && !use.isWarned) {
        log.warn(
          { [`${use.kind}_id`]: use.id, bytes: use.bytes, quota: use.limit },
          `The files of ${use.kind} ${use.id} take more than 80 % of their quota (${settingOf(use)}). At the quota, posts with files are rejected.`,
        );
      }
      use.isWarned = isNearlyFull;
    }
  }

  return {
    storageFor(form, storage) {
      if (quotas.formBytes === undefined && quotas.accountBytes === undefined) return storage;
      const of = [
        ...useOf("form", form.id, quotas.formBytes),
        ...useOf("account", form.account_id, quotas.accountBytes),
      ];
      const sizes = new Map<string, number>();
      return {
        ...storage,
        async write(key, content) {
          for (const use of of) await refresh(use);
          const full = of.find(({ bytes, limit }) => bytes >= limit);
          if (full !== undefined) throw quotaExceeded(full);
          const stored = await storage.write(key, content);
          const exceeded = of.find(({ bytes, limit }) => bytes + stored.size > limit);
          if (exceeded !== undefined) {
            await storage.remove(key);
            throw quotaExceeded(exceeded);
          }
          sizes.set(key, stored.size);
          add(of, stored.size);
          return stored;
        },
        async remove(key) {
          await storage.remove(key);
          add(of, -(sizes.get(key) ?? 0));
          sizes.delete(key);
        },
      };
    },
    formsAbove: (share) =>
      [...uses.values()].flatMap(({ kind, id, bytes, limit }) =>
        kind === "form" && bytes >= share * limit ? [id] : [],
      ),
    highestShare: () => Math.max(0, ...[...uses.values()].map(({ bytes, limit }) => bytes / limit)),
  };
}

const settingOf = ({ kind }: Use) =>
  kind === "form" ? "INTRAY_FORM_FILE_QUOTA" : "INTRAY_ACCOUNT_FILE_QUOTA";

const quotaExceeded = (use: Use) =>
  new AppError(
    "quota_exceeded",
    `There is no room for these files: the files of this ${use.kind} have reached their quota of ${use.limit} bytes (${settingOf(use)}); nothing was stored. Send it without files. The owner can delete submissions with files, or raise the quota.`,
  );
