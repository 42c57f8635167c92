/** Classifies a post with Akismet, and tells it of corrections (akismet.com/developers). */
import type { Finding } from "../domain/submission/finding.ts";
import type { Fields } from "../domain/submission/submission.ts";
import type { ExternalServices, PostSender } from "./external-services.ts";
import { textsOf } from "./text.ts";
import type { SpamCheckInput } from "./verdict.ts";

const API = "https://rest.akismet.com/1.1";
const NAME_FIELD = /name|nom$|nombre|имя/i;

/** @throws Error if Akismet cannot be reached or rejects the key. */
export async function callAkismet(
  { fields, email, honeypot }: SpamCheckInput,
  sender: PostSender,
  key: string,
  { request, publicUrl }: Pick<ExternalServices, "request" | "publicUrl">,
): Promise<Finding | undefined> {
  const form = akismetForm({ fields, email, ...sender }, key, publicUrl());
  if (honeypot !== null) {
    form.set("honeypot_field_name", "honeypot");
    form.set("honeypot", honeypot);
  }
  const response = (await request(`${API}/comment-check`, form)).trim();
  if (response === "false") return undefined;
  if (response !== "true") throw new Error("Akismet rejected the key in INTRAY_AKISMET_KEY.");
  return { check: "akismet", weight: 1, sentence: "Akismet classified the post as spam." };
}

/** @throws Error if Akismet cannot be reached. */
async function submitToAkismet(
  form: URLSearchParams,
  spam: boolean,
  { request }: Pick<ExternalServices, "request">,
): Promise<void> {
  await request(`${API}/submit-${spam ? "spam" : "ham"}`, form);
}

function akismetForm(
  {
    fields,
    email,
    ip,
    userAgent,
    referrer,
  }: { readonly fields: Fields; readonly email: string | null } & Omit<PostSender, "captchaAnswer">,
  key: string,
  blog: string,
): URLSearchParams {
  const texts = [...textsOf(fields)];
  const [, author] = texts.find(([name]) => NAME_FIELD.test(name)) ?? [];
  const form = new URLSearchParams({
    api_key: key,
    blog,
    user_ip: ip ?? "",
    comment_type: "contact-form",
    comment_content: texts.map(([name, text]) => `${name}: ${text}`).join("\n"),
  });
  for (const [member, value] of Object.entries({
    user_agent: userAgent,
    referrer,
    comment_author: author,
    comment_author_email: email,
  })) {
    if (value != null) form.set(member, value);
  }
  return form;
}

/** A submission whose verdict was changed, as Akismet has to be told of it. */
export interface Correction {
  readonly fields: Fields;
  readonly email: string | null;
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly referrer: string | null;
  readonly spam: boolean;
}

interface CorrectionStore {
  /** Those of the submissions whose verdict is not `spam` and whose form uses Akismet. */
  readonly changing: (marks: Marks) => Promise<readonly number[]>;
  /** `undefined` if the submission was deleted. */
  readonly read: (submissionId: number) => Promise<Correction | undefined>;
}

interface Marks {
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

/**
 * Tells Akismet which of its verdicts users have changed (akismet.com/developers, submit-spam and submit-ham).
 * In the background and without retries: a correction that cannot be told is lost, and nothing else.
 */
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
