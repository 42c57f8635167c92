/** Previews of the e-mails about a submission, and tests that the signed-in user sends to the own address. */
import type { Hono } from "hono";
import { type EmailPreview, type TestEmail, zEmailPreviewInput } from "@intray/sdk/schemas";
import { RenderError } from "../../delivery/template/problem.ts";
import { AppError } from "../../domain/errors.ts";
import type { PreviewedMail, PreviewSource } from "../../domain/mail/preview.ts";
import { PREVIEW_SETTINGS } from "../../domain/mail/preview.ts";
import { type MailSettings, RECIPIENT_LISTS } from "../../domain/mail/settings.ts";
import { sampleSubmission } from "../../domain/delivery/payload-source.ts";
import { submissionNotFound } from "../../domain/not-found.ts";
import type { FormRecord } from "../../store/forms/form-rows.ts";
import type { SubmissionRecord } from "../../store/submissions/submissions.ts";
import type { ApiContext, ApiEnv, ApiParts } from "../http/env.ts";
import { parseBody } from "../http/request.ts";
import { requireFormRecord } from "../http/scope.ts";
import { usableSettings } from "./settings.ts";

export function mailPreviewRoutes(app: Hono<ApiEnv>, parts: ApiParts): void {
  const { store, clock, recipients, mailPreviews, testMailRate } = parts;

  const sourceOf = async (c: ApiContext): Promise<PreviewSource> => {
    const caller = c.get("caller");
    const form = await requireFormRecord(parts, caller, c.req.param("form_id") ?? "");
    const { kind, form: given = {}, submission_id: id } = await parseBody(c, zEmailPreviewInput);
    const settings = { ...form, ...usableSettings(settingsOf(kind, given)) };
    const scope = { account_id: caller.account_id, form_id: form.id };
    const submission =
      id === undefined ? undefined : await store.reads.getSubmission({ ...scope, id });
    if (id !== undefined && submission === undefined) throw submissionNotFound(id);
    const { account_id } = caller;
    const [label = form] = await store.reads.listFormNames({ account_id, ids: [form.id] });
    const shown = submission ?? sampleSubmission(form.name, clock.now());
    return sourceFrom(kind, { ...settings, label: label.name }, shown);
  };

  app.post("/forms/:form_id/email_preview", async (c) => {
    const source = await sourceOf(c);
    const { to, cc, ...shown } = await refuseUnrenderable(
      () => mailPreviews.render(source),
      unrenderable,
    );
    return c.json({ ...shown, to: [...to], cc: [...cc] } satisfies EmailPreview);
  });

  app.post("/forms/:form_id/test_email", async (c) => {
    const source = await sourceOf(c);
    const { account_id, email } = c.get("caller");
    if (recipients.notice !== null) {
      throw new AppError("conflict", `The e-mail cannot be sent. ${recipients.notice}`);
    }
    const to = email ?? (await store.reads.firstLoginAddress({ account_id }));
    if (to === undefined) throw new AppError("conflict", NO_ADDRESS);
    const rate = testMailRate.count(account_id, null);
    if (rate.kind !== "within") throw tooOften(rate.retryAfterS);
    const { isAccepted, ...outcome } = await refuseUnrenderable(
      () => mailPreviews.send(source, to),
      unrenderable,
    );
    return c.json({ success: isAccepted, to, ...outcome } satisfies TestEmail);
  });
}

const NO_ADDRESS =
  "The e-mail cannot be sent: this account has no sign-in address yet. Choose one on the page Account.";

const unrenderable = (problem: string) =>
  new AppError("invalid", `The e-mail cannot be rendered: ${problem}`);

const tooOften = (seconds: number) =>
  new AppError(
    "rate_limited",
    `Too many test e-mails were sent. Try again in ${seconds} seconds.`,
    { headers: { "Retry-After": String(seconds) } },
  );

/** The settings that change this mail. Others, which may be half typed, are not checked. */
function settingsOf(kind: PreviewedMail, given: Partial<MailSettings>): Partial<MailSettings> {
  const names: readonly string[] = PREVIEW_SETTINGS[kind];
  return Object.fromEntries(Object.entries(given).filter(([name]) => names.includes(name)));
}

function sourceFrom(
  mail: PreviewedMail,
  form: FormRecord & { readonly label: string },
  submission: SubmissionRecord | ReturnType<typeof sampleSubmission>,
): PreviewSource {
  const { name, label, uuid, timezone, origin_service, form_webhooks } = form;
  const addresses = (list: string) => list.split(", ").filter((one) => one !== "");
  return {
    mail,
    form: {
      name,
      label,
      uuid,
      timezone,
      origin_service,
      mail: form,
      to: addresses(form[RECIPIENT_LISTS.to]),
      cc: addresses(form[RECIPIENT_LISTS.cc]),
      hasWebhooks: form_webhooks.length > 0,
      location: "location" in submission ? submission.location : null,
    },
    submission,
  };
}

/** @throws AppError, made by `refused`, if a template renders nothing or too much, or an address is not valid. */
export async function refuseUnrenderable<Result>(
  render: () => Promise<Result>,
  refused: (problem: string) => AppError,
): Promise<Result> {
  try {
    return await render();
  } catch (error) {
    if (!(error instanceof RenderError || error instanceof RangeError)) throw error;
    throw refused(error.message);
  }
}
