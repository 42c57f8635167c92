/**
 * Tells Akismet which of its verdicts users have changed (akismet.com/developers, submit-spam and submit-ham).
 * In the background and without retries: a correction that cannot be told is lost, and nothing else.
 */
import type { Fields } from "../domain/submission/submission.ts";
import { akismetForm, submitToAkismet } from "./akismet.ts";
import type { ExternalServices } from "./external-services.ts";

/** A submission whose verdict was changed, as Akismet has to be told of it. */
export interface Correction {
  readonly fields: Fields;
  readonly email: string | null;
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly referrer: string | null;
  readonly spam: boolean;
}

export interface CorrectionStore {
  /** Those of the submissions whose verdict is not `spam` and whose form uses Akismet. */
  readonly changing: (marks: Marks) => Promise<readonly number[]>;
  /** `undefined` if the submission was deleted. */
  readonly read: (submissionId: number) => Promise<Correction | undefined>;
}

export interface Marks {
  readonly account_id: number;
  readonly submission_ids: readonly number[];
  readonly spam: boolean;
}

export interface AkismetCorrections {
  /** Called before marks are stored. Returns what to call once they are committed. */
  prepare(marks: Marks): Promise<() => void>;
  /** Resolves once nothing is being told; what waits is dropped. */
  stop(): Promise<void>;
}

/** More corrections at once are dropped. */
const MAX_WAITING = 1_000;
const NOTHING = () => undefined;

export function createAkismetCorrections(
  store: CorrectionStore,
  services: Pick<ExternalServices, "akismetKey" | "request" | "publicUrl" | "log">,
): AkismetCorrections {
  const { akismetKey, log } = services;
  let waiting: { readonly id: number; readonly spam: boolean }[] = [];
  let running: Promise<void> | undefined;

  async function run(key: string): Promise<void> {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      try {
        const correction = await store.read(next.id);
        // Deleted, or marked otherwise meanwhile.
        if (correction === undefined || correction.spam !== next.spam) continue;
        await submitToAkismet(
          akismetForm(correction, key, services.publicUrl()),
          next.spam,
          services,
        );
      } catch (error) {
        log.warn({ err: error, submission_id: next.id }, "Akismet was not told of a correction.");
      }
    }
    running = undefined;
  }

  return {
    async prepare(marks) {
      if (akismetKey === undefined) return NOTHING;
      const ids = await store.changing(marks).catch((error: unknown) => {
        log.warn({ err: error }, "Could not read which corrections concern Akismet.");
        return [];
      });
      if (ids.length === 0) return NOTHING;
      return () => {
        const added = ids.slice(0, MAX_WAITING - waiting.length);
        if (added.length < ids.length) {
          log.warn(
            { dropped: ids.length - added.length },
            "Too many corrections wait for Akismet.",
          );
        }
        waiting.push(...added.map((id) => ({ id, spam: marks.spam })));
        running ??= run(akismetKey);
      };
    },
    async stop() {
      waiting = [];
      await running;
    },
  };
}
