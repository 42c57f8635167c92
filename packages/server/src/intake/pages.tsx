/** The pages that Intray shows to a person who has posted a form. They work without script. */
import { type AppError, type ErrorCode } from "../domain/errors.ts";
import type { IntakeForm } from "../store/forms/form-lookup.ts";
import { type Language, TEXTS } from "./language.ts";
import { type BrokenLimit, LimitError } from "./limits.ts";
import { frame, Sign } from "./page-frame.tsx";
import type { KeptInput } from "./send-again.ts";
import type { PageTexts, Reason } from "./texts/page-texts.ts";

const MAX_REMEMBERED = 1_000;
const remembered = new Map<string, Promise<string>>();

interface Thanks {
  readonly form: Pick<IntakeForm, "redirect_heading" | "redirect_message">;
  readonly language: Language;
  /** The page that the post came from, as the browser says. */
  readonly referrer: string | undefined;
}

/** The thank-you page of a form; nearly the same for every post, so it is made once. */
export function thanksPage({ form, language, referrer }: Thanks): Promise<string> {
  const site = siteOf(referrer);
  const { redirect_heading, redirect_message } = form;
  const key = JSON.stringify([redirect_heading, redirect_message, language, site?.href]);
  const before = remembered.get(key);
  if (before !== undefined) return before;
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  const texts = TEXTS[language];
  const heading = redirect_heading ?? texts.thanks;
  const made = frame({
    language,
    title: heading,
    content: (
      <>
        <Sign kind="good" />
        <h1 dir="auto">{heading}</h1>
        <p class="said" dir="auto">
          {redirect_message ?? texts.received}
        </p>
        {site === undefined ? null : (
          <p class="soft">
            <a href={site.href}>{texts.backTo(site.host)}</a>
          </p>
        )}
      </>
    ),
  });
  remembered.set(key, made);
  return made;
}

/** An address that a link may lead to. Browsers write it, but not only browsers post. */
function siteOf(referrer: string | undefined): URL | undefined {
  if (referrer === undefined || referrer.length > 2_000 || !URL.canParse(referrer))
    return undefined;
  const url = new URL(referrer);
  return url.protocol === "https:" || url.protocol === "http:" ? url : undefined;
}

interface Refusal {
  readonly error: AppError;
  readonly requestId: string;
  readonly language: Language;
  /** What was sent, when it is known and not too much. */
  readonly kept: KeptInput | undefined;
}

/** Why a post was not taken. What the person typed is on it, or still on the page behind. */
export function errorPage({ error, requestId, language, kept }: Refusal): Promise<string> {
  const texts = TEXTS[language];
  return frame({
    language,
    title: texts.notSent,
    content: (
      <>
        <Sign kind="bad" />
        <h1>{texts.notSent}</h1>
        <p>{reasonIn(texts, error)}</p>
        {kept === undefined ? <p>{texts.goBack}</p> : <SendAgain texts={texts} kept={kept} />}
        <details>
          <summary>{texts.forOwner}</summary>
          <p lang="en" dir="ltr">
            {error.message}
          </p>
          <p class="soft">
            {texts.reference}: <code>{requestId}</code>
          </p>
        </details>
      </>
    ),
  });
}

function SendAgain({ texts, kept }: { readonly texts: PageTexts; readonly kept: KeptInput }) {
  return (
    <>
      <p>{texts.sendAgainHint}</p>
      <form method="post" enctype="multipart/form-data">
        {kept.pairs.map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        <p>
          <button type="submit">{texts.sendAgain}</button>
        </p>
      </form>
      {kept.hadFiles ? <p class="soft">{texts.filesAgain}</p> : null}
      <details>
        <summary>{texts.entered}</summary>
        <dl dir="auto">
          {kept.shown.map(([name, value]) => (
            <>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </>
          ))}
        </dl>
      </details>
    </>
  );
}

function reasonIn(texts: PageTexts, error: AppError): string {
  if (error instanceof LimitError) return limitIn(texts, error.limit);
  return texts.reasons[REASONS[error.code]];
}

function limitIn({ limits }: PageTexts, limit: BrokenLimit): string {
  switch (limit.kind) {
    case "body":
    case "upload":
      return limits.body(limit.most);
    case "fields":
      return limits.fields(limit.most);
    case "files":
      return limits.files(limit.most);
    case "field":
      return limits.field(limit.name, limit.most);
    case "file":
      return limits.file(limit.name, limit.most);
  }
}

const REASONS = {
  malformed: "malformed",
  unauthenticated: "forbidden",
  forbidden: "forbidden",
  not_found: "not_found",
  method_not_allowed: "internal",
  conflict: "invalid",
  idempotency_key_reused: "invalid",
  too_large: "invalid",
  unsupported_type: "unsupported_type",
  invalid: "invalid",
  empty: "empty",
  rate_limited: "busy",
  internal: "internal",
  not_implemented: "internal",
  overloaded: "busy",
  draining: "busy",
} as const satisfies Readonly<Record<ErrorCode, Reason>>;

/** What a form's address shows when it is opened instead of posted to. */
export function postOnlyPage(action: string, language: Language): Promise<string> {
  const texts = TEXTS[language];
  return frame({
    language,
    title: texts.address,
    content: (
      <>
        <h1>{texts.address}</h1>
        <p>{texts.addressHint}</p>
        <details>
          <summary>{texts.forOwner}</summary>
          <p dir="ltr">
            <code>{`<form method="post" action="${action}">`}</code>
          </p>
        </details>
      </>
    ),
  });
}

/** A form to try a form's address with; for its owner, and so in English alone. */
export function tryPage(form: IntakeForm, action: string): Promise<string> {
  return frame({
    language: "en",
    title: form.name,
    content: (
      <>
        <h1 dir="auto">{form.name}</h1>
        <form method="post" action={action} enctype="multipart/form-data">
          <label>
            Name <input name="name" autocomplete="name" />
          </label>
          <label>
            Email <input name="email" type="email" autocomplete="email" />
          </label>
          <label>
            Message <textarea name="message" rows={4} />
          </label>
          <label>
            File <input name="file" type="file" />
          </label>
          <label class="trap" aria-hidden="true">
            Leave this empty <input name={form.honeypot_field} tabindex={-1} autocomplete="off" />
          </label>
          <button type="submit">Send</button>
        </form>
      </>
    ),
  });
}
