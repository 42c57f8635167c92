/** The scope of a run, which is the same from run to run. */
import { createHash } from "node:crypto";
import type { Intray, Me } from "@intray/sdk";
import { isMissingEndpoint } from "../errors/sdk-problem.ts";

interface KeyScope {
  readonly scope: string;
  /** The form, if `--form` is set. */
  readonly formId: number | undefined;
  /** The key, if it cannot mark submissions read. */
  readonly readOnlyKey?: string;
  /** What the server says about the key; without it the server was not asked, or does not know. */
  readonly me?: Me;
}

/** Resolves the scope from `--form`, else from `GET /me`, else from a hash of the key. */
export async function resolveScope(
  client: Intray,
  apiKey: string,
  form: string | undefined,
  options: { readonly signal?: AbortSignal } = {},
): Promise<KeyScope> {
  if (form !== undefined) {
    const formId = FORM_ID.test(form) ? Number(form) : (await client.forms.get(form, options)).id;
    return { scope: `form:${formId}`, formId };
  }
  try {
    const me = await client.me(options);
    return {
      scope: me.form_id === null ? `account:${me.account.id}` : `form:${me.form_id}`,
      formId: undefined,
      me,
      ...(!["write", "submissions:mark"].includes(me.scope) && { readOnlyKey: me.key_name }),
    };
  } catch (error) {
    if (!isMissingEndpoint(error)) throw error;
    const hash = createHash("sha256").update(apiKey).digest("hex").slice(0, 12);
    return { scope: `key:${hash}`, formId: undefined };
  }
}

/** Up to 11 digits: a form's uuid has 12 hex digits, which may all be decimal. */
export const FORM_ID = /^[1-9]\d{0,10}$/;
