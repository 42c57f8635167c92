/** The api_keys resource, and `GET /me`, which describes the caller. */
import type { Hono } from "hono";
import type { ApiKey, ApiKeyWithText, Me } from "@intray/sdk/schemas";
import { zApiKeyRotationInput, zApiKeySettings, zListApiKeysQuery } from "@intray/sdk/schemas";
import { areWithin, readAllowedIps, shownIps } from "../domain/account/allowed-ips.ts";
import { hashKey, keyPrefix, kindOf, newKey } from "../domain/account/api-key.ts";
import { readUserCode } from "../domain/account/user-code.ts";
import { expiryOf } from "../domain/account/key-expiry.ts";
import { mayAs } from "../domain/account/role.ts";
import { AppError, invalid } from "../domain/errors.ts";
import { noSuchProject } from "../domain/not-found.ts";
import type { ApiKeyRecord } from "../store/accounts/api-keys.ts";
import type { Caller } from "./http/caller.ts";
import type { ApiEnv, ApiParts } from "./http/env.ts";
import type { KeyExpiry } from "./http/expired-keys.ts";
import { writeOnce } from "./http/idempotency.ts";
import { isMasked } from "./http/masks.ts";
import { cutPage, pageOf } from "./http/pagination.ts";
import { parseBody, parseQuery, pathId } from "./http/request.ts";
import { namedScope, requireForm } from "./http/scope.ts";
import { isoTime, isoTimeOrNull } from "../platform/iso-time.ts";

const SHOWN_ONCE =
  "This key was created by an earlier request with the same Idempotency-Key. Its text was shown only in the response to that request and is not stored. If you did not receive it, revoke this key and create another.";

const DEFAULT_OVERLAP_S = 7 * 86_400;

const GIVEN_TO_PROGRAM = "The program that showed the code has the text of this key.";

export function apiKeyRoutes(app: Hono<ApiEnv>, parts: ApiParts, keyExpiry: KeyExpiry): void {
  const { store, clock, random } = parts;

  app.get("/me", async (c) => {
    const caller = c.get("caller");
    const { kind, form_id = null, project_id, member_id, key_name, scope, expires_at } = caller;
    const { account_id, login_id, role } = caller;
    const [account, member] = await Promise.all([
      store.reads.findAccount({ id: account_id }),
      store.reads.findMember({ account_id, id: member_id ?? login_id ?? 0 }),
    ]);
    const granted = member_id === undefined ? null : (member?.project_ids ?? []);
    return c.json({
      kind,
      form_id,
      key_name,
      scope,
      role,
      project_ids:
        project_id === undefined
          ? granted && [...granted]
          : [project_id].filter((id) => granted?.includes(id) !== false),
      expires_at: isoTimeOrNull(expires_at),
      account: { id: account_id, name: account?.name ?? "" },
    } satisfies Me);
  });

  app.get("/api_keys", async (c) => {
    const query = parseQuery(c, zListApiKeysQuery);
    const { scope } = await namedScope(parts, c.get("caller"), query);
    const boundTo = { list: "api_keys", ...scope };
    const reach = reachOf(c.get("caller"));
    const found = await store.reads.listApiKeys({ ...scope, ...reach, ...pageOf(query, boundTo) });
    const { records, meta } = cutPage(query, boundTo, found);
    return c.json({ api_keys: records.map((key) => keyRecord(key, c.get("caller"))), meta });
  });

  app.post("/api_keys", async (c) => {
    const {
      kind,
      form_id,
      project_id,
      name,
      can_delete = false,
      scope = "write",
      allowed_ips,
      user_code,
      ...expiry
    } = await parseBody(c, zApiKeySettings, "api_key");
    if (kind === undefined)
      throw invalid(
        "kind",
        "A key needs a kind: account (access to every form), project (to the forms of a project) or form (to one form).",
      );
    const hasForm = form_id !== undefined && form_id !== null;
    if (kind === "form" && !hasForm)
      throw invalid("form_id", "A form key needs the form_id of its form.");
    if (kind !== "form" && hasForm)
      throw invalid("form_id", "Only a key of kind form has a form_id. Leave it out.");
    const hasProject = project_id !== undefined && project_id !== null;
    if (kind === "project" && !hasProject)
      throw invalid("project_id", "A project key needs the project_id of its project.");
    if (kind !== "project" && hasProject)
      throw invalid("project_id", "Only a key of kind project has a project_id. Leave it out.");
    const caller = c.get("caller");
    const { account_id } = caller;
    const project = hasProject
      ? await store.reads.findProject({ account_id, id: project_id })
      : undefined;
    if (hasProject && project === undefined) throw noSuchProject(project_id);
    if (caller.project_id !== undefined && kind === "account")
      throw invalid("kind", "A project key can make keys of its project and of its forms only.");
    if (kind === "form" && can_delete && scope !== "write")
      throw invalid(
        "can_delete",
        `A key with the scope ${scope} cannot delete submissions. Leave can_delete out, or create a key with the scope write.`,
      );
    const expires_at = expiryOf(expiry, keyExpiry.now());
    const form = hasForm ? await requireForm(parts, caller, String(form_id)) : undefined;
    const key = user_code === undefined ? newKey(kind, random) : null;
    const { result: record, isRepeat } = await writeOnce(c, parts, store.writes.createApiKey, {
      account_id,
      form_id: form?.id ?? null,
      project_id: project?.id ?? null,
      login_id: caller.login_id,
      name: name ?? nameOfKey(form ?? project),
      can_delete: kind !== "form" ? scope === "write" : can_delete,
      scope,
      allowed_ips: readAllowedIps(allowed_ips, caller.allowed_ips),
      expires_at,
      now: clock.now(),
      ...(key === null
        ? { user_code: readUserCode(user_code) }
        : { hash: hashKey(key), prefix: keyPrefix(key) }),
    });
    const message = key === null ? GIVEN_TO_PROGRAM : isRepeat ? SHOWN_ONCE : undefined;
    const text = message === undefined ? { key } : { key: null, message };
    return c.json({ ...keyRecord(record, caller), ...text } satisfies ApiKeyWithText, 201);
  });

  app.post("/api_keys/:id/rotation", async (c) => {
    const { overlap = DEFAULT_OVERLAP_S } = await parseBody(c, zApiKeyRotationInput);
    const caller = c.get("caller");
    const { account_id, login_id, role } = caller;
    const which = { account_id, id: pathId(c), ...reachOf(caller) };
    const old = await store.reads.findApiKey(which);
    if (!areWithin(old.allowed_ips, caller.allowed_ips))
      throw new AppError(
        "forbidden",
        "The key that you use is limited to some addresses, and cannot rotate a key for others.",
      );
    const key = newKey(kindOf(old), random);
    const { result: record, isRepeat } = await writeOnce(c, parts, store.writes.rotateApiKey, {
      account_id,
      old,
      login_id,
      role,
      hash: hashKey(key),
      prefix: keyPrefix(key),
      until: keyExpiry.now() + overlap * 1_000,
      now: clock.now(),
    });
    const text = isRepeat ? { key: null, message: SHOWN_ONCE } : { key };
    return c.json({ ...keyRecord(record, caller), ...text } satisfies ApiKeyWithText, 201);
  });

  app.delete("/api_keys/:id", async (c) => {
    const caller = c.get("caller");
    const which = { account_id: caller.account_id, id: pathId(c), ...reachOf(caller) };
    return c.json(keyRecord(await store.writes.deleteApiKey(which), caller));
  });
}

const nameOfKey = (of: { readonly name: string } | undefined) =>
  of === undefined ? "Account key" : `Key of ${of.name}`;

/** People whose task is not the account see and revoke the keys that they made; a project key those of its project. */
const reachOf = ({ role, login_id, project_id: within }: Caller) => ({
  maker_id: mayAs(role, "admin") ? undefined : (login_id ?? 0),
  within,
});

const keyRecord = (key: ApiKeyRecord, caller: Caller): ApiKey => ({
  id: key.id,
  kind: kindOf(key),
  form_id: key.form_id,
  project_id: key.project_id,
  made_by: key.login_id,
  replaces: key.replaces,
  name: key.name,
  scope: key.scope,
  can_delete: key.can_delete === 1,
  prefix: key.prefix,
  expires_at: isoTimeOrNull(key.expires_at),
  last_used_at: isoTimeOrNull(key.last_used_at),
  created_at: isoTime(key.created_at),
  ...(!isMasked(caller) && {
    allowed_ips: shownIps(key.allowed_ips),
    last_used_ip: key.last_used_ip,
  }),
});
