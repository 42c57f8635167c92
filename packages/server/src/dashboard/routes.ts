/** The routes under `/dashboard`, with their security headers and error handling. */
import { Hono } from "hono";
import { secureHeaders } from "hono/secure-headers";
import { readBodies } from "../bodies/read-body.ts";
import { limitResponses } from "../bodies/unsent-responses.ts";
import { AppError, unknownHost } from "../domain/errors.ts";
import { lacksHandles, Outage } from "../domain/outage.ts";
import { createAccountPages } from "./account/account.tsx";
import { createAssetRoutes } from "./http/assets.ts";
import { createAttachmentPages } from "./submission/files.tsx";
import { createDeliveryPages } from "./deliveries/deliveries.tsx";
import { createAuditPages } from "./account/audit.tsx";
import { compressPages } from "./http/compression.ts";
import { CONTENT_POLICY } from "./http/content-policy.ts";
import type { DashboardEnv, DashboardParts } from "./http/env.ts";
import { createConfirmPages, requireProof } from "./account/confirm-identity.tsx";
import { createPasskeys } from "./account/passkeys.ts";
import { createSecondFactorPages } from "./account/second-factor.tsx";
import { createDevicePages } from "./account/device.tsx";
import { createEmailPages } from "./email/email.tsx";
import { createEventRoutes } from "./http/events.ts";
import { createFormPages } from "./forms/forms.tsx";
import { MAX_IMPORT_BYTES, tooLargeImport } from "./forms/import.tsx";
import { createInboxPages } from "./inbox/inbox.tsx";
import { createKeyPages } from "./account/keys.tsx";
import { createPeoplePages } from "./account/people.tsx";
import { createProjectPages } from "./account/projects.tsx";
import { createOverviewPages } from "./overview/overview.tsx";
import { requirePageRole } from "./http/page-roles.tsx";
import { readZone } from "./http/preferences.ts";
import { createReplyTemplatePages } from "./submission/reply-templates.tsx";
import { requireSession } from "./http/session.ts";
import { createSignInPages, showInterrupted } from "./account/sign-in.tsx";
import { createSubmissionPages } from "./submission/submission.tsx";
import { showErrorPage } from "./layout/error-page.tsx";
import { createPalettePages } from "./inbox/palette.tsx";
import { createUndoPages } from "./inbox/undo.tsx";
import { createWebhookPages } from "./webhooks/webhooks.tsx";

const MAX_BODY_BYTES = 1_024 * 1_024;

/** Keeps sign-in links out of the log: their token is a credential. */
const withoutToken = (path: string) => path.replace(/\/link\/.*/, "/link/…");

export function dashboardRoutes(parts: DashboardParts): Hono<DashboardEnv> {
  const { log, publicUrl, knownHost } = parts;
  const app = new Hono<DashboardEnv>();
  app.use(
    secureHeaders({
      contentSecurityPolicy: CONTENT_POLICY,
      referrerPolicy: "same-origin",
      xFrameOptions: "DENY",
      // Set for every response, see bootstrap/app.ts.
      strictTransportSecurity: false,
      // Keeps the policies of proxied files and of pages that show e-mails.
      overwrite: false,
    }),
  );
  app.route("/assets", createAssetRoutes());
  app.use(async (c, next) => {
    c.set("zone", readZone(c));
    c.set("provider", parts.provider);
    c.header("Cache-Control", "private, no-store");
    await next();
  });
  app.use(limitResponses(parts.unsent));
  app.use(compressPages());
  app.use(async (c, next) => {
    if (knownHost(c.env.incoming) === undefined) throw unknownHost(c.req.header("host"));
    await next();
  });
  app.use(async (c, next) => {
    const { origin, "sec-fetch-site": site } = c.req.header();
    const host = URL.parse(origin ?? "")?.host;
    const isOwn =
      site === "same-origin" ||
      (host !== undefined && (origin === publicUrl() || host === knownHost(c.env.incoming)));
    // Of every type: a page of another site may also send JSON once a proxy or plugin adds CORS headers.
    if (!["GET", "HEAD"].includes(c.req.method) && !isOwn) throw fromAnotherSite();
    await next();
  });
  app.use(
    "/forms/:form_id/import",
    readBodies(parts, { maxBytes: MAX_IMPORT_BYTES, tooLarge: tooLargeImport }),
  );
  app.use(readBodies(parts, { maxBytes: MAX_BODY_BYTES, tooLarge }));
  const passkeys = createPasskeys(parts);
  app.route("/", createSignInPages(parts, passkeys));
  app.use(requireSession(parts, showInterrupted(parts)));
  app.use(requirePageRole);
  app.route("/confirm", createConfirmPages(parts, passkeys));
  app.use(requireProof(parts));
  app.route("/events", createEventRoutes());
  app.route("/submissions", createSubmissionPages(parts));
  app.route("/reply_templates", createReplyTemplatePages(parts));
  app.route("/attachments", createAttachmentPages());
  app.route("/deliveries", createDeliveryPages(parts));
  app.route("/forms", createFormPages(parts));
  app.route("/webhooks", createWebhookPages(parts));
  app.route("/inbox", createInboxPages(parts));
  app.route("/palette", createPalettePages(parts));
  app.route("/undo", createUndoPages());
  app.route("/email", createEmailPages(parts));
  app.route("/keys", createKeyPages(parts));
  app.route("/device", createDevicePages(parts));
  app.route("/projects", createProjectPages(parts));
  app.route("/people", createPeoplePages());
  app.route("/account/second-factor", createSecondFactorPages(parts, passkeys));
  app.route("/account", createAccountPages(parts));
  app.route("/audit", createAuditPages(parts));
  app.route("/", createOverviewPages(parts));
  app.all("*", (c) =>
    showErrorPage(c, new AppError("not_found", `There is no page at ${c.req.path}.`)),
  );
  app.onError(async (error, c) => {
    if (error instanceof AppError) return showErrorPage(c, error);
    log.error(
      { err: error, method: c.req.method, path: withoutToken(c.req.path) },
      "A dashboard page failed.",
    );
    return showErrorPage(
      c,
      lacksHandles(error)
        ? new Outage("out_of_handles", { cause: error })
        : new AppError(
            "internal",
            "The server could not show this page. Try again; the cause is in the server's log.",
          ),
    );
  });
  return app;
}

const fromAnotherSite = () =>
  new AppError("forbidden", "The request came from another site, so it was rejected.");

const tooLarge = () =>
  new AppError("too_large", "The form data is larger than 1 MiB, the limit of the dashboard.", {
    headers: { Connection: "close" },
  });
