/** `/dashboard/account/second-factor`: passkeys, the authenticator app and recovery codes of the person. */
import { Hono } from "hono";
import { encode } from "uqr";
import {
  isTotpSecret,
  newRecoveryCodes,
  newTotpSecret,
  stepOfCode,
  totpAddress,
} from "../../domain/account/second-factor.ts";
import { AppError, caught, HTTP_STATUS, invalid } from "../../domain/errors.ts";
import type { PasskeyEntry } from "../../store/accounts/second-factors.ts";
import { plural } from "../format/quantities.ts";
import { Timestamp } from "../format/timestamp.tsx";
import { assetUrl } from "../http/assets.ts";
import { readPosted } from "../http/body.ts";
import type { DashboardContext, DashboardEnv, DashboardParts } from "../http/env.ts";
import { redirectWithNotice } from "../http/notice.ts";
import { Card } from "../layout/card.tsx";
import { CopyCard } from "../layout/copy-card.tsx";
import { PostButton, PostForm, TextField, LinkButton } from "../layout/fields.tsx";
import { type Column, Table } from "../layout/lists.tsx";
import { showPage } from "../layout/page.tsx";
import { PasskeyForm } from "./passkey-form.tsx";
import type { Passkeys } from "./passkeys.ts";
import { recordAct } from "./record-audit.ts";

export const SECOND_FACTOR = "/dashboard/account/second-factor";
const CRUMBS = [["Account", "/dashboard/account"]] as const;

export function createSecondFactorPages(
  parts: DashboardParts,
  passkeys: Passkeys,
): Hono<DashboardEnv> {
  const { store, clock, random } = parts;
  const routes = new Hono<DashboardEnv>();
  routes.get("/", (c) => showFactors(c, parts));

  routes.post("/passkeys/options", async (c) => c.json(await passkeys.creationOptions(whoIs(c))));

  routes.post("/passkeys", async (c) => {
    const { login_id } = whoIs(c);
    const posted = await readPosted(c);
    const added = await caught(async () => {
      const [response, name] = [posted.text("response"), posted.text("name")];
      const passkey = await passkeys.created(login_id, response, name);
      await store.writes.addPasskey({ login_id, ...passkey, now: clock.now() });
      return passkey;
    });
    if (added instanceof AppError) return showFactors(c, parts, added);
    return showAdded(c, `passkey ${added.name}`);
  });

  routes.post("/app", async (c) => showNewApp(c, newTotpSecret(random)));

  routes.post("/app/confirm", async (c) => {
    const { login_id } = whoIs(c);
    const posted = await readPosted(c);
    const secret = posted.text("secret");
    if (!isTotpSecret(secret)) {
      throw invalid("secret", "The secret of the authenticator app is missing. Begin again.");
    }
    const step = stepOfCode(secret, posted.text("code"), clock.now());
    if (step === undefined) {
      const message =
        "The code is wrong. Check that the clock of the device is right, and type the current code.";
      return showNewApp(c, secret, invalid("code", message));
    }
    await store.writes.setTotpSecret({ login_id, secret, step });
    return showAdded(c, "authenticator app");
  });

  routes.post("/recovery-codes", async (c) => {
    const { hasFactor } = c.var.session;
    if (hasFactor) return showNewCodes(c, "Recovery codes");
    return showFactors(
      c,
      parts,
      new AppError("conflict", "Add a passkey or an authenticator app first."),
    );
  });

  const remove = async (c: DashboardContext, passkey_id?: number) => {
    const { login_id } = whoIs(c);
    const isNeeded = (c.var.session.factorDueAt ?? Infinity) <= clock.now();
    const factor = { login_id, passkey_id, isNeeded };
    const name = await caught(() => store.writes.removeFactor(factor));
    if (name instanceof AppError) return showFactors(c, parts, name);
    await recordAct(c, parts, c.var.session, { action: "factor.removed", detail: name });
    return redirectWithNotice(c, SECOND_FACTOR, `The ${name} was removed.`);
  };
  routes.post("/app/remove", (c) => remove(c));
  routes.post("/passkeys/:id/remove", (c) => remove(c, Number(c.req.param("id"))));
  return routes;

  /** Records the new factor; with the first one the person gets recovery codes. */
  async function showAdded(c: DashboardContext, detail: string) {
    const { session } = c.var;
    await recordAct(c, parts, session, { action: "factor.added", detail });
    if (!session.hasFactor) return showNewCodes(c, `The ${detail} was added`);
    return redirectWithNotice(c, SECOND_FACTOR, `The ${detail} was added.`);
  }

  async function showNewCodes(c: DashboardContext, title: string) {
    const { login_id } = whoIs(c);
    const codes = newRecoveryCodes(random);
    await store.writes.setRecoveryCodes({ login_id, codes });
    await recordAct(c, parts, c.var.session, { action: "codes.made" });
    return showPage(c, {
      title,
      section: "account",
      crumbs: [...CRUMBS, ["Second factor", SECOND_FACTOR]],
      content: (
        <>
          <CopyCard id="codes" title="Your recovery codes" text={codes.join("\n")}>
            <p>
              Each of them replaces the second factor once. Keep them where you find them without
              this device; earlier ones are no longer accepted. They are not shown again.
            </p>
          </CopyCard>
          <p>
            <LinkButton to={SECOND_FACTOR} label="I have kept them" look="main" />
          </p>
        </>
      ),
    });
  }
}

/** The login of the session. */
function whoIs(c: DashboardContext): { readonly login_id: number; readonly email: string } {
  const { login_id, email } = c.var.session;
  if (login_id === null || email === null) throw new Error("A session here has a login.");
  return { login_id, email };
}

async function showFactors(
  c: DashboardContext,
  { store, clock, publicUrl }: DashboardParts,
  error?: AppError,
) {
  const { login_id } = whoIs(c);
  const { passkeys, hasApp, recoveryCodes } = await store.reads.listSecondFactors({ login_id });
  const { hasFactor, factorDueAt } = c.var.session;
  const isMissing = !hasFactor && (factorDueAt ?? Infinity) <= clock.now();
  return showPage(c, {
    title: "Second factor",
    section: "account",
    scripts: [assetUrl("passkeys.js")],
    status: error === undefined ? 200 : HTTP_STATUS[error.code],
    crumbs: CRUMBS,
    note: "After the password, signing in asks for one of these. A passkey also signs in alone.",
    content: (
      <>
        {error === undefined ? null : (
          <p class="wrong" role="alert">
            {error.message}
          </p>
        )}
        {isMissing ? (
          <p class="notice">
            The account needs a second factor of you. Add one, and the other pages open again.
          </p>
        ) : null}
        <div class="side-by-side">
          <Card title="Passkeys">
            <Table
              class="stack"
              rows={passkeys}
              columns={PASSKEY_COLUMNS}
              empty="No passkeys yet."
            />
            <PasskeyForm
              action={`${SECOND_FACTOR}/passkeys`}
              options={`${SECOND_FACTOR}/passkeys/options`}
              button="Add a passkey"
              publicUrl={publicUrl()}
            >
              <TextField name="name" label="Name" hint="Such as the device that keeps it." />
            </PasskeyForm>
          </Card>
          <Card title="Authenticator app">
            <p>
              {hasApp
                ? "An app on your device shows the codes."
                : "An app on your device shows a new code every 30 seconds. It also works without script."}
            </p>
            <div class="row">
              <PostButton
                action={`${SECOND_FACTOR}/app`}
                label={hasApp ? "Replace it" : "Set up an app"}
              />
              {hasApp ? (
                <PostButton action={`${SECOND_FACTOR}/app/remove`} label="Remove" look="danger" />
              ) : null}
            </div>
          </Card>
          {hasFactor ? (
            <Card title="Recovery codes">
              <p>{`${plural(recoveryCodes, "code")} left. Each replaces the second factor once.`}</p>
              <PostButton action={`${SECOND_FACTOR}/recovery-codes`} label="Make new codes" />
            </Card>
          ) : null}
        </div>
      </>
    ),
  });
}

const PASSKEY_COLUMNS: readonly Column<PasskeyEntry>[] = [
  { heading: "Name", cell: ({ name }) => name },
  { heading: "Added", cell: ({ created_at }) => <Timestamp at={created_at} /> },
  {
    heading: "Last used",
    cell: ({ last_used_at }) => (last_used_at === null ? "never" : <Timestamp at={last_used_at} />),
  },
  {
    heading: "Actions",
    look: "actions",
    cell: ({ id, name }) => (
      <PostButton
        action={`${SECOND_FACTOR}/passkeys/${id}/remove`}
        label="Remove"
        about={name}
        look="plain small"
      />
    ),
  },
];

function showNewApp(c: DashboardContext, secret: string, error?: AppError) {
  const { email } = whoIs(c);
  const address = totpAddress(secret, email);
  return showPage(c, {
    title: "Set up an authenticator app",
    section: "account",
    status: error === undefined ? 200 : 422,
    crumbs: [...CRUMBS, ["Second factor", SECOND_FACTOR]],
    content: (
      <Card>
        <p>Scan this with the app, or type the key into it.</p>
        <QrCode text={address} />
        <p>
          <code class="secret">{secret.replaceAll(/(.{4})(?=.)/g, "$1 ")}</code>
        </p>
        <PostForm
          action={`${SECOND_FACTOR}/app/confirm`}
          error={error}
          button="Turn on"
          values={{ secret }}
        >
          <TextField
            name="code"
            label="Code that the app shows"
            required
            autocomplete="one-time-code"
          />
        </PostForm>
      </Card>
    ),
  });
}

/** Light around dark also in a dark scheme, since apps read it so. */
function QrCode({ text }: { readonly text: string }) {
  const { data, size } = encode(text, { border: 3 });
  const dark = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR code of the key">
      <rect width={size} height={size} fill="#fff" />
      <path d={dark.join("")} fill="#000" />
    </svg>
  );
}
