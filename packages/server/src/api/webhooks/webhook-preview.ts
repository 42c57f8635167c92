/** Previews and test deliveries: a preview renders a payload, a test delivery sends one. */
import { hash } from "node:crypto";
import type { Hono } from "hono";
import { zPreviewInput } from "@intray/sdk/schemas";
import type { Body } from "../../domain/delivery/delivery.ts";
import { formatOfUrl, renderPayload } from "../../delivery/payload/formats.ts";
import { AppError, invalid } from "../../domain/errors.ts";
import type { PayloadSubmission } from "../../domain/delivery/payload-source.ts";
import { payloadSource, sampleSubmission } from "../../domain/delivery/payload-source.ts";
import { webhookNotFound } from "../../domain/not-found.ts";
import { UNFILTERED } from "../../domain/submission/submission-filter.ts";
import { WEBHOOK_DEFAULTS, type WebhookSettings } from "../../domain/delivery/webhook.ts";
import { deliveryRecord } from "../deliveries/delivery-record.ts";
import type { ApiContext, ApiEnv, ApiParts } from "../http/env.ts";
import { parseBody, pathId } from "../http/request.ts";
import { requireForm } from "../http/scope.ts";
import { webhookSettings } from "./webhook-record.ts";
import { requireUsableTemplate } from "./webhook-template.ts";

export function webhookPreviewRoutes(app: Hono<ApiEnv>, parts: ApiParts): void {
  const { store, clock, ids, origins, onDue } = parts;
  const rendered = (
    webhook: Pick<WebhookSettings, "format" | "template" | "content_type">,
    of: PayloadSubmission,
  ): Body => {
    try {
      return renderPayload(webhook, payloadSource(of, origins));
    } catch (cause) {
      const detail = cause instanceof Error ? cause.message : String(cause);
      throw invalid("format", `The payload cannot be rendered: ${detail}`);
    }
  };
  const submissionOf = async (c: ApiContext, id: number): Promise<PayloadSubmission> => {
    const { account_id } = c.get("caller");
    const submission = await store.reads.getSubmission({ id, account_id });
    if (submission !== undefined) return submission;
    throw new AppError(
      "not_found",
      `There is no submission ${id} in this account. Leave submission_id out to use a sample.`,
    );
  };
  const formName = async (c: ApiContext, name: number | string | undefined) =>
    name === undefined
      ? "Sample form"
      : (await requireForm(parts, c.get("caller"), String(name))).name;

  app.post("/form_webhooks/preview", async (c) => {
    const { form_webhook: given, submission_id } = await parseBody(c, zPreviewInput);
    const asked = webhookSettings(given);
    const webhook = { ...WEBHOOK_DEFAULTS, format: formatOfUrl(given.url), ...asked };
    requireUsableTemplate(webhook);
    const form_name = await formName(c, given.form_id);
    const submission =
      submission_id === undefined
        ? sampleSubmission(form_name, clock.now())
        : await submissionOf(c, submission_id);
    const { contentType, bytes } = rendered(webhook, submission);
    return c.json({ content_type: contentType, body: Buffer.from(bytes).toString("utf8") });
  });

  app.post("/form_webhooks/:id/test", async (c) => {
    const scope = { account_id: c.get("caller").account_id, id: pathId(c) };
    const webhook = await store.reads.findWebhook(scope);
    if (webhook === undefined) throw webhookNotFound(scope.id);
    const [newest] = await store.reads.listSubmissions({
      ...UNFILTERED,
      account_id: scope.account_id,
      form_id: webhook.form_id,
      states: { spam: 0, trash: 0 },
      order: "date_desc",
      limit: 1,
      offset: 0,
    });
    const submission = newest ?? sampleSubmission(await formName(c, webhook.form_id), clock.now());
    const { contentType, bytes } = rendered(webhook, submission);
    const delivery = await store.writes.queueTest({
      ...scope,
      uid: ids.uid(clock.now()),
      submission_id: newest?.id ?? null,
      body: { content_type: contentType, body: bytes, sha256: hash("sha256", bytes, "buffer") },
      now: clock.now(),
    });
    onDue();
    return c.json({
      success: true,
      message:
        newest === undefined
          ? "Queued a test with a sample, because the form has no submission yet."
          : `Queued a test with the newest submission, ${newest.id}.`,
      deliveries: [deliveryRecord(delivery, parts, c.get("caller"))],
    });
  });
}
