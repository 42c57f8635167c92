/** The members resource: the people of an account, and what each has access to. */
import { hash } from "node:crypto";
import type { Hono } from "hono";
import type { Member, MemberWithInvitation } from "@intray/sdk/schemas";
import { zListMembersQuery, zMemberChange, zMemberInput } from "@intray/sdk/schemas";
import { MASK } from "../domain/delivery/webhook.ts";
import {
  hashToken,
  type InvitationMail,
  newToken,
  signInAddress,
} from "../domain/account/sign-in-link.ts";
import { invalid } from "../domain/errors.ts";
import { memberNotFound } from "../domain/not-found.ts";
import { isEmail } from "../domain/submission/submission.ts";
import { isoTime } from "../platform/iso-time.ts";
import type { MemberRecord } from "../store/accounts/members.ts";
import type { Caller } from "./http/caller.ts";
import type { ApiContext, ApiEnv, ApiParts } from "./http/env.ts";
import { isMasked } from "./http/masks.ts";
import { findRecordedResult, writeOnce } from "./http/idempotency.ts";
import { cutPage, pageOf } from "./http/pagination.ts";
import { parseBody, parseQuery, pathId } from "./http/request.ts";

/** How long a person may take to accept. */
const INVITATION_MS = 72 * 3_600_000;

/** An e-mail names no more; it would be too long. */
const MAX_NAMED_PROJECTS = 1_000;

/** Ids of projects; `null` = all. */
type Granted = MemberRecord["project_ids"];

const SHOWN_ONCE =
  "The link was shown only in the response to the first request with this Idempotency-Key. Make a new one with POST /members/:id/invitation.";

export function memberRoutes(app: Hono<ApiEnv>, parts: ApiParts): void {
  const { store, clock, random, ids, publicUrl, recipients } = parts;
  const which = (c: ApiContext) => ({ account_id: c.get("caller").account_id, id: pathId(c) });
  const actor = (c: ApiContext) => ({ actorRole: c.get("caller").role, now: clock.now() });

  /** Makes a link, and the e-mail with it. */
  async function invite(c: ApiContext, who: Pick<InvitationMail, "to" | "role">, granted: Granted) {
    const { account_id, email, key_name } = c.get("caller");
    const token = newToken(random);
    const url = signInAddress(publicUrl(), token);
    const now = clock.now();
    const link = { token_hash: hashToken(token), expires_at: now + INVITATION_MS };
    const { composeInvitation } = recipients;
    if (composeInvitation === undefined) return { url, link: { ...link, mail: undefined } };
    const account = await store.reads.findAccount({ id: account_id });
    const named = {
      inviter: email ?? key_name,
      account: account?.name ?? "",
      projects: await namesOf(account_id, granted),
    };
    const uid = ids.uid(now);
    const body = await composeInvitation({ ...who, ...named, url, ...link }, { uid, date: now });
    const sha256 = hash("sha256", body, "buffer");
    const mail = { uid, body: { content_type: "message/rfc822", body, sha256 } };
    return { url, link: { ...link, mail } };
  }

  async function namesOf(account_id: number, granted: Granted) {
    if (granted === null) return null;
    const page = { account_id, query: undefined, limit: MAX_NAMED_PROJECTS, offset: 0 };
    const { records } = await store.reads.listProjects(page);
    return records.filter(({ id }) => granted.includes(id)).map(({ name }) => name);
  }

  app.get("/members", async (c) => {
    const { account_id } = c.get("caller");
    const query = parseQuery(c, zListMembersQuery);
    const boundTo = { list: "members", account_id };
    const found = await store.reads.listMembers({ account_id, ...pageOf(query, boundTo) });
    const { records, meta } = cutPage(query, boundTo, found);
    return c.json({ members: records.map((one) => memberRecord(one, c.get("caller"))), meta });
  });

  app.post("/members", async (c) => {
    const { email, role, ...settings } = await parseBody(c, zMemberInput, "member");
    if (email === undefined || !isEmail(email)) {
      throw invalid("email", "A member needs the e-mail address of one person.");
    }
    if (role === undefined) throw invalid("role", "A member needs a role.");
    const { link, url } = await invite(c, { to: email, role }, settings.project_ids ?? null);
    const { result: member, isRepeat } = await writeOnce(c, parts, store.writes.inviteMember, {
      account_id: c.get("caller").account_id,
      email,
      role,
      ...settings,
      ...link,
      ...actor(c),
    });
    return c.json(withUrl(member, isRepeat ? null : url), 201);
  });

  app.get("/members/:id", async (c) => {
    const member = await store.reads.findMember(which(c));
    if (member === undefined) throw memberNotFound(pathId(c));
    return c.json(memberRecord(member, c.get("caller")));
  });

  app.patch("/members/:id", async (c) => {
    const settings = await parseBody(c, zMemberChange, "member");
    const changed = await store.writes.updateMember({ ...which(c), ...settings, ...actor(c) });
    return c.json(memberRecord(changed));
  });

  app.delete("/members/:id", async (c) => {
    const removed = await store.writes.removeMember({ ...which(c), ...actor(c) });
    return c.json(memberRecord(removed));
  });

  app.post("/members/:id/invitation", async (c) => {
    const known = await findRecordedResult(c, parts, store.writes.inviteAgain);
    if (known !== undefined) return c.json(withUrl(known, null), 201);
    const member = await store.reads.findMember(which(c));
    if (member === undefined) throw memberNotFound(pathId(c));
    const { link, url } = await invite(c, { ...member, to: member.email }, member.project_ids);
    const again = { ...which(c), ...link, ...actor(c) };
    const { result, isRepeat } = await writeOnce(c, parts, store.writes.inviteAgain, again);
    return c.json(withUrl(result, isRepeat ? null : url), 201);
  });
}

const withUrl = (member: MemberRecord, invitation_url: string | null): MemberWithInvitation => ({
  ...memberRecord(member),
  invitation_url,
  ...(invitation_url === null && { message: SHOWN_ONCE }),
});

/** @param caller Who may see no addresses of people. */
const memberRecord = (
  { isInvited, hasFactor, project_ids, created_at, ...member }: MemberRecord,
  caller?: Caller,
): Member => ({
  ...member,
  ...(caller !== undefined && isMasked(caller) && { email: MASK }),
  project_ids: project_ids === null ? null : [...project_ids],
  state: isInvited ? "invited" : "active",
  second_factor: hasFactor,
  created_at: isoTime(created_at),
});
