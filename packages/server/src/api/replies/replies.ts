/** Replies: e-mails that people of the account write to the submitter of a submission. Need an account key. */
import { hash } from "node:crypto";
import type { Hono } from "hono";
import { type ReplyPreview, zReplyInput } from "@intray/sdk/schemas";
import type { z } from "zod";
import { AppError, invalid } from "../../domain/errors.ts";
import { addressKey, parseAddress } from "../../domain/mail/address.ts";
import { replyInApi, type ReplySource } from "../../domain/mail/written-reply.ts";
import { submissionNotFound, templateNotFound } from "../../domain/not-found.ts";
import { isOneLine } from "../../platform/text/safe-text.ts";
import { authorOf, type Caller } from "../http/caller.ts";
import type { ApiEnv, ApiParts } from "../http/env.ts";
import { findRecordedResult, writeOnce } from "../http/idempotency.ts";
import { isMasked } from "../http/masks.ts";
import { parseBody, pathId } from "../http/request.ts";
import { refuseUnrenderable } from "../mail/preview.ts";

export function replyRoutes(app: Hono<ApiEnv>, parts: ApiParts): void {
  const { store, clock, ids, recipients, replies } = parts;

  app.get("/submissions/:id/replies", async (c) => {
    const caller = c.get("caller");
    const scope = { account_id: caller.account_id, submission_id: pathId(c) };
    const found = await store.reads.listReplies(scope);
    return c.json({ replies: found.map((reply) => replyInApi(reply, isMasked(caller))) });
  });

  app.post("/submissions/:id/replies/preview", async (c) => {
    const caller = c.get("caller");
    const source = await sourceOf(caller, pathId(c), await parseBody(c, zReplyInput, "reply"));
    const draft = await refuseUnrenderable(() => replies.draft(source), unrenderable);
    return c.json({ ...draft, sending_notice: recipients.notice } satisfies ReplyPreview);
  });

  app.post("/submissions/:id/replies", async (c) => {
    const caller = c.get("caller");
    const input = await parseBody(c, zReplyInput, "reply");
    // Before checks that a repeat may fail, such as after the template was deleted.
    const known = await findRecordedResult(c, parts, store.writes.createReply);
    if (known !== undefined) return c.json(replyInApi(known), 201);
    const source = await sourceOf(caller, pathId(c), input, { isToBeSent: true });
    const composed = await refuseUnrenderable(() => replies.compose(source), unrenderable);
    const { uid, content_type, bytes, ...content } = composed;
    const sha256 = hash("sha256", bytes, "buffer");
    const { result } = await writeOnce(c, parts, store.writes.createReply, {
      ...content,
      account_id: caller.account_id,
      submission_id: source.submission.id,
      to: source.to,
      reply_to: source.reply_to,
      mail: { uid, body: { content_type, body: bytes, sha256 } },
      destination_uid: ids.uid(clock.now()),
      author: authorOf(caller),
      author_name: caller.key_name,
      daily_limit: replies.dailyLimit,
      now: clock.now(),
    });
    return c.json(replyInApi(result), 201);
  });

  async function sourceOf(
    caller: Caller,
    submission_id: number,
    { text, template_id, subject }: z.infer<typeof zReplyInput>,
    { isToBeSent = false } = {},
  ): Promise<ReplySource> {
    const { account_id } = caller;
    const scope = { account_id, submission_id };
    const submission = await store.reads.getSubmission({ account_id, id: submission_id });
    const form = await store.reads.notifiedForm({ submission_id });
    if (submission === undefined || form === undefined) throw submissionNotFound(submission_id);
    if (isToBeSent && recipients.notice !== null) {
      throw new AppError("conflict", `The reply cannot be sent. ${recipients.notice}`);
    }
    const content = await contentOf({ account_id, text, template_id });
    return {
      form,
      submission,
      conversation: await store.reads.findConversation(scope),
      to: submitterOf(submission),
      reply_to: await replyToOf(caller, form.mail.autoreply_email),
      subject: subject === undefined ? undefined : oneLineOf(subject),
      content,
    };
  }

  async function contentOf({
    account_id,
    text,
    template_id: id,
  }: {
    readonly account_id: number;
    readonly text: string | undefined;
    readonly template_id: number | undefined;
  }): Promise<ReplySource["content"]> {
    if (text !== undefined && id !== undefined) {
      throw invalid("template_id", "A reply has text or template_id, not both.");
    }
    if (text !== undefined) return { text };
    if (id === undefined) throw invalid("text", "A reply needs text or template_id.");
    const template = await store.reads.findReplyTemplate({ account_id, id });
    if (template === undefined) throw templateNotFound(id);
    return { template: template.body };
  }

  /** Answers reach the form's own address for them, or else the person who writes. */
  async function replyToOf({ account_id, email }: Caller, ofForm: string | null): Promise<string> {
    const address = ofForm ?? email ?? (await store.reads.firstLoginAddress({ account_id }));
    const parsed = parseAddress(address ?? "");
    if ("address" in parsed) return parsed.address;
    throw new AppError(
      "conflict",
      "An answer to the reply would reach nobody. Set the form's address for answers (autoreply_email), or a sign-in address on the page Account.",
    );
  }

  /** @throws AppError `conflict`: nothing but the submission can change that. */
  function submitterOf({ id, email }: { readonly id: number; readonly email: string | null }) {
    const refused = (why: string) => new AppError("conflict", `The submission ${id} ${why}`);
    if (email === null) throw refused("has no e-mail address to reply to.");
    const parsed = parseAddress(email.trim(), true);
    if ("problem" in parsed) throw refused(`cannot be replied to: ${parsed.problem}`);
    const { fromAddress } = replies;
    if (fromAddress !== undefined && addressKey(parsed.address) === addressKey(fromAddress)) {
      throw refused("has the address that this server sends from, so a reply would reach nobody.");
    }
    return parsed.address;
  }
}

const unrenderable = (problem: string) => invalid("text", problem);

/** @throws AppError `invalid` for control characters. */
function oneLineOf(subject: string): string {
  if (isOneLine(subject)) return subject;
  throw invalid("subject", "The subject must be one line, without control characters.");
}
