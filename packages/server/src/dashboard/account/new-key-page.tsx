/** The page that shows a new API key. */
import type { ApiKey } from "@intray/sdk/schemas";
import type { DashboardContext } from "../http/env.ts";
import { CopyCard } from "../layout/copy-card.tsx";
import { showPage } from "../layout/page.tsx";
import { Expiry, hasExpired } from "./key-table.tsx";

/** @param props.text `undefined` if it is not known any more. @param props.old The key that the new one replaces. */
export async function showNewKey(
  c: DashboardContext,
  {
    key,
    now,
    text,
    old,
  }: {
    readonly key: ApiKey;
    readonly now: number;
    readonly text: string | undefined;
    readonly old: ApiKey | undefined;
  },
) {
  return showPage(c, {
    title: "New API key",
    section: "keys",
    content: (
      <>
        <div>
          <p class="crumbs">
            <a href="/dashboard/keys">API keys</a>
          </p>
          <h1>{key.name}</h1>
          <p class="soft">
            Scope: {key.scope}. Expires: <Expiry of={key} now={now} />
          </p>
        </div>
        {text === undefined ? (
          <section class="card">
            <p>
              The key <code>{`${key.prefix}…`}</code> was created. Its text is not shown any more,
              since the server stores only a hash. If nobody has copied it, rotate or revoke the key
              in the list of <a href="/dashboard/keys">API keys</a>.
            </p>
          </section>
        ) : (
          <CopyCard id="key" title="New key" text={text} wraps>
            <p>
              <strong>Copy the key now.</strong> The server stores only a hash. This page shows the
              key for ten minutes, then never again.
            </p>
          </CopyCard>
        )}
        {old === undefined ? null : (
          <section class="card">
            <h2>Old key</h2>
            <p>
              The key <code>{`${old.prefix}…`}</code>{" "}
              {hasExpired(old, now)
                ? "has expired. Revoke it once every program has the new one."
                : "still works. Revoke it once no program uses it."}
            </p>
            <form method="post" action={`/dashboard/keys/${old.id}/revoke`}>
              <button class="danger">Revoke old key</button>
            </form>
          </section>
        )}
        <p>
          <a class="button" href="/dashboard/keys">
            Done
          </a>
        </p>
      </>
    ),
  });
}
