/** `/dashboard/webhooks/<id>/secret…`: what signs a webhook's deliveries, revealed and changed. */
import type { Hono } from "hono";
import type { FormWebhook, SigningSecret } from "@intray/sdk/schemas";
import { AppError } from "../../domain/errors.ts";
import { errorOf, dataOf } from "../http/api-client.ts";
import type { DashboardContext, DashboardEnv } from "../http/env.ts";
import { Timestamp } from "../format/timestamp.tsx";
import { redirectWithNotice } from "../http/notice.ts";
import { showPage } from "../layout/page.tsx";
import { webhookPath, findWebhook } from "./find-webhook.ts";

const ACTIVATED =
  "The prepared secret signs from now on; for 24 hours webhook-signature carries both.";

export function webhookSecretRoutes(routes: Hono<DashboardEnv>): void {
  const regenerate = (c: DashboardContext, id: number, body: { stage?: true; activate?: true }) =>
    c
      .get("api")
      .POST("/api/v1/form_webhooks/{id}/regenerate_secret", { params: { path: { id } }, body });

  routes.post("/:id/secret", async (c) => {
    const webhook = await findWebhook(c);
    const { id } = webhook;
    const secrets = dataOf(
      await c
        .get("api")
        .GET("/api/v1/form_webhooks/{id}/signing_secret", { params: { path: { id } } }),
    );
    return showSecrets(c, webhook, secrets);
  });

  routes.get("/:id/secret/replace", async (c) => showReplace(c, await findWebhook(c)));
  // What is shown once more by loading a page again must not be done once more: all of these redirect.
  routes.post("/:id/secret/replace", async (c) => {
    const webhook = await findWebhook(c);
    dataOf(await regenerate(c, webhook.id, {}));
    return redirectWithNotice(
      c,
      `${webhookPath(webhook)}#secret`,
      "The secret is replaced, and the old one signs nothing any more. Reveal the new one for the receiver.",
    );
  });

  routes.post("/:id/secret/stage", async (c) => {
    const webhook = await findWebhook(c);
    dataOf(await regenerate(c, webhook.id, { stage: true }));
    return redirectWithNotice(
      c,
      `${webhookPath(webhook)}#secret`,
      "The next secret is prepared, the current one goes on signing. Reveal it, give it to the receiver, then activate it.",
    );
  });

  routes.post("/:id/secret/activate", async (c) => {
    const webhook = await findWebhook(c);
    const refused = errorOf(await regenerate(c, webhook.id, { activate: true }));
    if (refused?.code === "conflict") {
      throw new AppError(
        "conflict",
        `No next secret is prepared for ${webhook.name}. Prepare one, give it to the receiver, then activate it.`,
      );
    }
    if (refused !== undefined) throw refused;
    return redirectWithNotice(c, `${webhookPath(webhook)}#secret`, ACTIVATED);
  });
}

/** How far a rotation is. */
export interface Rotation {
  readonly isStaged: boolean;
  readonly previousUntil: number | null;
}

/** The card on the webhook's page; it holds four characters of the secret. */
export function SecretCard({
  webhook,
  rotation: { isStaged, previousUntil },
}: {
  readonly webhook: FormWebhook;
  readonly rotation: Rotation;
}) {
  const to = `${webhookPath(webhook)}/secret`;
  return (
    <section class="card" id="secret">
      <h2>Signing secret</h2>
      <p>
        Every delivery is signed with it: <code>X-Service-Signature: sha256=…</code>. The receiver
        checks that with the same secret.
      </p>
      <div class="row">
        <code class="secret">{webhook.signing_secret}</code>
        <form method="post" action={to}>
          <button>{isStaged ? "Reveal both" : "Reveal"}</button>
        </form>
      </div>
      {previousUntil === null ? null : (
        <p class="soft">
          The secret before signs as well, in webhook-signature, until{" "}
          <Timestamp at={previousUntil} />.
        </p>
      )}
      <h3>Rotate without a gap</h3>
      <ol class="steps">
        <li>
          <form method="post" action={`${to}/stage`} class="row">
            <span>
              {isStaged
                ? "The next secret is prepared; the current one goes on signing."
                : "Prepare the next secret; the current one goes on signing."}
            </span>
            {isStaged ? null : <button>Prepare the next</button>}
          </form>
        </li>
        <li>Reveal it and give it to the receiver, beside the current one.</li>
        <li>
          <form method="post" action={`${to}/activate`} class="row">
            <span>Let it sign. For 24 hours webhook-signature carries both.</span>
            {isStaged ? <button>Activate it</button> : null}
          </form>
        </li>
      </ol>
      <p>
        <a href={`${to}/replace`}>Replace it at once</a>, if somebody has it who should not.
      </p>
    </section>
  );
}

async function showSecrets(c: DashboardContext, webhook: FormWebhook, secrets: SigningSecret) {
  const { signing_secret, next_signing_secret } = secrets;
  return showPage(c, {
    title: "Signing secret",
    section: "webhooks",
    content: (
      <>
        <Head webhook={webhook} title="Signing secret" />
        <Secret id="current" title="It signs now" text={signing_secret} />
        {next_signing_secret === null ? null : (
          <>
            <Secret id="next" title="Prepared as the next" text={next_signing_secret} />
            <form method="post" action={`${webhookPath(webhook)}/secret/activate`}>
              <button>The receiver has it: activate it</button>
            </form>
          </>
        )}
        <p>
          <a class="button" href={`${webhookPath(webhook)}#secret`}>
            Done
          </a>
        </p>
      </>
    ),
  });
}

function Secret({
  id,
  title,
  text,
}: {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}) {
  return (
    <section class="card">
      <div class="head">
        <h2>{title}</h2>
        <button type="button" data-copy={id} hidden>
          Copy
        </button>
      </div>
      <pre id={id} class="wrap" tabindex={0}>
        {text}
      </pre>
    </section>
  );
}

async function showReplace(c: DashboardContext, webhook: FormWebhook) {
  return showPage(c, {
    title: "Replace the secret",
    section: "webhooks",
    content: (
      <>
        <Head webhook={webhook} title="Replace the secret at once?" />
        <section class="card">
          <p>
            The new secret alone signs from the next attempt on, retries included. Until the
            receiver has it, it refuses what is sent; that is retried for about a day.
          </p>
          <div class="row">
            <form method="post" action={`${webhookPath(webhook)}/secret/replace`}>
              <button class="danger">Replace the secret</button>
            </form>
            <a class="button" href={`${webhookPath(webhook)}#secret`}>
              Leave it as it is
            </a>
          </div>
        </section>
      </>
    ),
  });
}

const Head = ({ webhook, title }: { readonly webhook: FormWebhook; readonly title: string }) => (
  <div>
    <p class="crumbs">
      <a href="/dashboard/webhooks">Webhooks</a> / <a href={webhookPath(webhook)}>{webhook.name}</a>
    </p>
    <h1>{title}</h1>
  </div>
);
