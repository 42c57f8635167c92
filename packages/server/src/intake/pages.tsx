/** The hosted pages for visitors who post a form. They work without JavaScript. */
import type { AppError } from "../domain/errors.ts";
import type { IntakeForm } from "../store/forms/form-lookup.ts";
import type { Language } from "../platform/language.ts";
import { TEXTS, type PageTexts } from "./texts.ts";
import type { PublicCaptcha } from "./captcha.tsx";
import { CaptchaWidget, publicCaptcha, UnansweredCaptchaError } from "./captcha.tsx";
import { type BrandedForm, frame, StatusIcon } from "./page-frame.tsx";
import { reasonIn } from "./reason.ts";
import type { ResendInput } from "./resend.ts";
import { BrokenRulesError } from "./rules/broken-rules.ts";
import { CorrectFields } from "./rules/correct-fields.tsx";
import { FieldInputs } from "./rules/field-inputs.tsx";

const MAX_CACHED_PAGES = 1_000;
const thanksPages = new Map<string, Promise<string>>();

const THANKS_SETTINGS = [
  "id",
  "uuid",
  "name",
  "look",
  "redirect_heading",
  "redirect_message",
  "redirect_button_text",
  "redirect_button_url",
  "redirect_button_background_color",
  "redirect_button_text_color",
] as const satisfies readonly (keyof IntakeForm)[];

interface ThanksPageInput {
  readonly form: Pick<IntakeForm, (typeof THANKS_SETTINGS)[number]>;
  readonly language: Language;
  /** The header `Referer`. */
  readonly referrer: string | undefined;
}

/** The thank-you page of a form. Cached, since it is the same for most posts. */
export function thanksPage({ form, language, referrer }: ThanksPageInput): Promise<string> {
  const page = siteOf(referrer);
  const isTest = page?.pathname === `/try/${form.uuid}`;
  const target = siteOf(form.redirect_button_url ?? page?.href);
  const settings = THANKS_SETTINGS.map((name) => form[name]);
  const key = JSON.stringify([...settings, language, target?.href, isTest]);
  const cached = thanksPages.get(key);
  if (cached !== undefined) return cached;
  if (thanksPages.size >= MAX_CACHED_PAGES) thanksPages.clear();
  const texts = TEXTS[language];
  const heading = form.redirect_heading ?? texts.thanks;
  const rendered = frame({
    language,
    title: heading,
    form: withOwnButton(form),
    content: (
      <>
        <StatusIcon kind="good" />
        <h1 dir="auto">{heading}</h1>
        <p class="message" dir="auto">
          {form.redirect_message ?? texts.received}
        </p>
        {isTest ? (
          <p>
            <a class="button" href={`/dashboard/inbox?form_id=${form.id}`}>
              Open it in the inbox
            </a>
          </p>
        ) : target === undefined ? null : (
          <p>
            <a class="button" dir="auto" href={target.href}>
              {form.redirect_button_text ?? texts.backTo(target.host)}
            </a>
          </p>
        )}
      </>
    ),
  });
  thanksPages.set(key, rendered);
  return rendered;
}

/** The form with the colors of this page's button, if it has any. */
const withOwnButton = ({
  name,
  look,
  redirect_button_background_color: background,
  redirect_button_text_color: text,
}: ThanksPageInput["form"]): BrandedForm => ({
  name,
  look: {
    ...look,
    button_background_color: background ?? look.button_background_color,
    button_text_color: text ?? look.button_text_color,
  },
});

/** The referrer if it is safe to link to; other clients than browsers can send any text. */
function siteOf(referrer: string | undefined): URL | undefined {
  if (referrer === undefined || referrer.length > 2_000 || !URL.canParse(referrer))
    return undefined;
  const url = new URL(referrer);
  return url.protocol === "https:" || url.protocol === "http:" ? url : undefined;
}

interface ErrorPageInput {
  readonly error: AppError;
  readonly requestId: string;
  readonly language: Language;
  /** The input to offer for sending again; `undefined` if it is unknown or too large. */
  readonly resend: ResendInput | undefined;
  /** `undefined` if it was not found. */
  readonly form: (BrandedForm & Pick<IntakeForm, "rules">) | undefined;
}

/** Says why a post was rejected, and offers to send it again or to go back to the form. */
export function errorPage({
  error,
  requestId,
  language,
  resend,
  form,
}: ErrorPageInput): Promise<string> {
  const texts = TEXTS[language];
  const captcha = error instanceof UnansweredCaptchaError ? error.captcha : undefined;
  const title = captcha === undefined ? texts.notSent : texts.captcha.title;
  return frame({
    language,
    title,
    form,
    content: (
      <>
        {captcha === undefined ? <StatusIcon kind="bad" /> : null}
        <h1>{title}</h1>
        <p>{reasonIn(texts, error)}</p>
        <Again texts={texts} error={error} resend={resend} form={form} />
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

function Again({
  texts,
  error,
  resend,
  form,
}: Pick<ErrorPageInput, "error" | "resend" | "form"> & { readonly texts: PageTexts }) {
  const rules = form?.rules ?? null;
  const captcha = error instanceof UnansweredCaptchaError ? error.captcha : undefined;
  if (resend === undefined) return <p>{texts.goBack}</p>;
  if (error instanceof BrokenRulesError && rules !== null) {
    return <CorrectFields texts={texts} error={error} fields={rules.fields} input={resend} />;
  }
  return resend.shown.length === 0 ? (
    <p>{texts.goBack}</p>
  ) : (
    <SendAgain texts={texts} input={resend} captcha={captcha} />
  );
}

interface SendAgainProps {
  readonly texts: PageTexts;
  readonly input: ResendInput;
  readonly captcha: PublicCaptcha | undefined;
}

const SendAgain = ({ texts, input, captcha }: SendAgainProps) => (
  <>
    <p>{texts.sendAgainHint}</p>
    <form method="post" enctype="multipart/form-data">
      {input.pairs.map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      {captcha === undefined ? null : (
        <>
          <CaptchaWidget captcha={onThisServer(captcha)} />
          <noscript>
            <p>{texts.captcha.needsScript}</p>
          </noscript>
        </>
      )}
      <p>
        <button type="submit">{texts.sendAgain}</button>
      </p>
    </form>
    {input.hadFiles ? <p class="soft">{texts.filesAgain}</p> : null}
    <details>
      <summary>{texts.entered}</summary>
      <dl dir="auto">
        {input.shown.map(([name, value]) => (
          <>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </>
        ))}
      </dl>
    </details>
  </>
);

/** The policy of the page allows requests to its own origin, which may be another one than the public URL's. */
const onThisServer = (captcha: PublicCaptcha): PublicCaptcha => ({
  ...captcha,
  challenge_url: captcha.challenge_url && new URL(captcha.challenge_url).pathname,
});

/** The page for a GET request to a form's address. */
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

/** A sample form for the owner to test the form's address. English only, like the dashboard. */
export function tryPage(form: IntakeForm, action: string): Promise<string> {
  const captcha = publicCaptcha(form, action);
  return frame({
    language: "en",
    title: form.name,
    form,
    content: (
      <>
        <h1 dir="auto">{form.name}</h1>
        <form method="post" action={action} enctype="multipart/form-data">
          {form.rules === null ? <SampleInputs /> : <FieldInputs fields={form.rules.fields} />}
          <label class="trap" aria-hidden="true">
            Leave this empty <input name={form.honeypot_field} tabindex={-1} autocomplete="off" />
          </label>
          {captcha === null ? null : <CaptchaWidget captcha={captcha} />}
          <button type="submit">Send</button>
        </form>
      </>
    ),
  });
}

/** For a form without field rules, of which nothing is known. */
const SampleInputs = () => (
  <>
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
  </>
);
