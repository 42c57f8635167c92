/** `/dashboard/account`: where alerts are sent, the spam filter, the password, and the user's sessions. */
import { ROLE_LABELS } from "../../domain/account/role.ts";
import { mayUse } from "../http/page-roles.tsx";
import { Hono } from "hono";
import { AlertSettings, addAlertUrlRoutes, type WrongUrl } from "./alert-url.tsx";
import { AppError, caught, HTTP_STATUS, invalid } from "../../domain/errors.ts";
import { hashPassword, isPassword } from "../../platform/password.ts";
import { passwordProblem } from "../../platform/password-strength.ts";
import { passwordSubject } from "../../domain/account/sign-in-delay.ts";
import { rememberBrowser } from "../http/known-browser.ts";
import { inTurn } from "../http/password-turns.ts";
import { SECOND_FACTOR } from "./second-factor.tsx";
import { checkAttempt } from "./password-attempt.ts";
import { SESSION_DAYS, type SessionEntry } from "../../store/accounts/sessions.ts";
import { dataOf } from "../http/api-client.ts";
import { recordAct, recordRejectedSignIn } from "./record-audit.ts";
import { readPosted } from "../http/body.ts";
import type { DashboardContext, DashboardEnv, DashboardParts } from "../http/env.ts";
import { Card, Facts } from "../layout/card.tsx";
import { type Column, Table } from "../layout/lists.tsx";
import { PasswordField, PostButton, PostForm, Select, LinkButton } from "../layout/fields.tsx";
import { plural } from "../format/quantities.ts";
import { Timestamp } from "../format/timestamp.tsx";
import { redirectWithNotice } from "../http/notice.ts";
import { showPage } from "../layout/page.tsx";
import { browserName } from "./user-agent.ts";
import { chooseZone, isZoneName } from "../http/preferences.ts";

const HERE = "/dashboard/account";
const DAY_MS = 86_400_000;

export function createAccountPages(parts: DashboardParts): Hono<DashboardEnv> {
  const { store, clock, random, passwordTurns } = parts;
  const routes = new Hono<DashboardEnv>();
  routes.get("/", (c) => showAccount(c, parts));
  addZoneRoutes(routes, parts);
  addAlertUrlRoutes(routes, (c, wrong) => showAccount(c, parts, undefined, wrong));

  routes.post("/spam-filter", async (c) => {
    const spam_prior = (await readPosted(c)).text("spam_prior") === "yes";
    dataOf(await c.var.api.PATCH("/api/v1/account", { body: { spam_prior } }));
    return redirectWithNotice(c, `${HERE}#spam-filter`, "The spam filter was saved.");
  });

  routes.post("/password", async (c) => {
    const { login_id, email, id } = c.var.session;
    if (login_id === null || email === null) throw new Error("A session here has a login.");
    const posted = await readPosted(c);
    const attempts = { by: "known", subjects: [passwordSubject(login_id)] } as const;
    const changed = await caught(async () => {
      const login = await store.reads.findLogin({ email });
      const check = () => isPassword(posted.text("current_password"), login?.password_hash ?? "");
      if (login === undefined || !(await checkAttempt(parts, attempts, check))) {
        recordRejectedSignIn(c, parts, c.var.session);
        throw new AppError(
          "invalid",
          "The current password is wrong. The password was not changed.",
        );
      }
      const password = posted.text("new_password");
      const problem = await passwordProblem(password, email);
      if (problem !== undefined) throw new AppError("invalid", problem);
      const password_hash = await inTurn(passwordTurns, "known", () =>
        hashPassword(password, random),
      );
      const keptSessionId = id;
      const change = { login_id, password_hash, keptSessionId, now: clock.now() };
      await store.writes.changePassword(change);
      rememberBrowser(c, { ...login, password_hash }, parts);
    });
    if (changed instanceof AppError) return showAccount(c, parts, changed);
    await recordAct(c, parts, c.var.session, { action: "password.changed" });
    return redirectWithNotice(c, HERE, "The password was changed. All other sessions were ended.");
  });

  routes.post("/sessions/end-others", async (c) => {
    const { login_id, email, id } = c.var.session;
    await store.writes.endSessions({ login_id: login_id ?? 0, keptId: id });
    const login = email === null ? undefined : await store.reads.findLogin({ email });
    if (login !== undefined) rememberBrowser(c, login, parts);
    const ended = { action: "session.ended", detail: "all other sessions" } as const;
    await recordAct(c, parts, c.var.session, ended);
    return redirectWithNotice(c, HERE, "All other sessions were ended.");
  });

  routes.post("/sessions/:id/end", async (c) => {
    const { login_id, id: own } = c.var.session;
    const id = Number(c.req.param("id"));
    const hasEnded =
      Number.isSafeInteger(id) && (await store.writes.endSession({ id, login_id: login_id ?? 0 }));
    if (!hasEnded) throw new AppError("not_found", "This session has already ended.");
    const ended = {
      action: "session.ended",
      detail: id === own ? undefined : "another session",
    } as const;
    await recordAct(c, parts, c.var.session, ended);
    return redirectWithNotice(
      c,
      id === own ? "/dashboard/sign-in" : HERE,
      id === own ? "You are signed out." : "The session was ended.",
    );
  });
  return routes;
}

async function showAccount(
  c: DashboardContext,
  { store, clock, sessionMaxMs }: DashboardParts,
  error?: AppError,
  wrongUrl?: WrongUrl,
) {
  const { login_id, email, id, account_id, account_name } = c.var.session;
  const sessions = await store.reads.listSessions({
    login_id: login_id ?? 0,
    now: clock.now(),
    maxMs: sessionMaxMs,
  });
  const account = mayUse(c.var.session.role, `${HERE}/alert-url`)
    ? dataOf(await c.var.api.GET("/api/v1/account"))
    : undefined;
  const problem = error ?? wrongUrl?.error;
  return showPage(c, {
    title: "Account",
    section: "account",
    status: problem === undefined ? 200 : HTTP_STATUS[problem.code],
    content: (
      <>
        <div class="side-by-side">
          <Card>
            <Facts
              of={[
                ["Account", `${account_name} (${account_id})`],
                ["Signed in as", email],
                ["Role", ROLE_LABELS[c.var.session.role]],
              ]}
            />
          </Card>
          <ZoneSettings c={c} />
          {account === undefined ? null : <AlertSettings account={account} wrong={wrongUrl} />}
          {account === undefined ? null : (
            <Card id="spam-filter" title="Spam filter">
              <PostForm action={`${HERE}/spam-filter`} button="Save spam filter" look="other">
                <Select
                  name="spam_prior"
                  label="Compare posts with"
                  value={account.spam_prior === false ? "" : "yes"}
                  options={PRIOR_CHOICES}
                />
              </PostForm>
            </Card>
          )}
          <Card title="Second factor">
            <p>
              {c.var.session.hasFactor
                ? "Signing in asks for a second factor after the password."
                : "Signing in asks for the password alone."}
            </p>
            <p>
              <LinkButton
                to={SECOND_FACTOR}
                label={c.var.session.hasFactor ? "Passkeys, app and recovery codes" : "Set up"}
              />
            </p>
          </Card>
          {c.var.provider?.isOnly === true ? null : (
            <Card title="Password">
              <PostForm action={`${HERE}/password`} error={error} button="Change password">
                {/* For password managers. */}
                <input type="text" autocomplete="username" value={email ?? ""} readonly hidden />
                <PasswordField name="current_password" label="Current password" />
                <PasswordField
                  name="new_password"
                  label="New password"
                  hint="At least 10 characters, and not a common password. All other sessions will be ended."
                  isNew
                />
              </PostForm>
            </Card>
          )}
        </div>
        <Card
          title="Sessions"
          actions={
            <PostButton action={`${HERE}/sessions/end-others`} label="End all other sessions" />
          }
        >
          <p class="soft">
            {`A session ends after ${SESSION_DAYS} days without use, and ${plural(sessionMaxMs / DAY_MS, "day")} after signing in at the latest. A browser that has signed in before is not delayed by wrong passwords from elsewhere. Ending all other sessions, or a new password, makes other browsers unknown again.`}
          </p>
          <Table class="stack" rows={sessions} columns={sessionColumns(id, sessionMaxMs)} />
        </Card>
      </>
    ),
  });
}

const PRIOR_CHOICES = [
  ["yes", "Common spam, and what is marked in this account"],
  ["", "What is marked in this account"],
] as const;

const sessionColumns = (own: number, maxMs: number): readonly Column<SessionEntry>[] => [
  {
    heading: "Browser",
    cell: ({ id, user_agent }) => (
      <>
        <span title={user_agent ?? ""}>{browserName(user_agent)}</span>{" "}
        {id === own ? <span class="badge">This session</span> : null}
      </>
    ),
  },
  { heading: "IP address", class: "address", cell: ({ ip }) => ip ?? "unknown" },
  {
    heading: "Signed in",
    cell: ({ created_at }) => (
      <>
        <Timestamp at={created_at} />
        <div class="soft small">
          ends <Timestamp at={created_at + maxMs} /> at the latest
        </div>
      </>
    ),
  },
  { heading: "Last seen", cell: ({ last_seen_at }) => <Timestamp at={last_seen_at} /> },
  {
    heading: "Actions",
    look: "actions",
    cell: ({ id }) => (
      <PostButton
        action={`${HERE}/sessions/${id}/end`}
        label={id === own ? "Sign out" : "End session"}
      />
    ),
  },
];

function addZoneRoutes(
  routes: Hono<DashboardEnv>,
  { publicUrl }: Pick<DashboardParts, "publicUrl">,
): void {
  routes.post("/zone", async (c) => {
    const zone = (await readPosted(c)).text("zone");
    if (zone !== "" && !isZoneName(zone)) {
      throw invalid("zone", `"${zone.slice(0, 40)}" is not a time zone. Choose one from the list.`);
    }
    chooseZone(c, zone === "" ? undefined : zone, publicUrl());
    const notice =
      zone === ""
        ? "Times are shown in the time zone of the browser."
        : `Times are shown in ${zone}.`;
    return redirectWithNotice(c, HERE, notice);
  });
}

const SOURCES = {
  chosen: "chosen on this page",
  browser: "as this browser reports",
  form: "that of the form",
  default: "since this browser reports none; pages of a form use the form's",
} as const;

function ZoneSettings({ c }: { readonly c: DashboardContext }) {
  const { name, source } = c.var.zone;
  return (
    <Card id="zone-settings" title="Time zone">
      <p>
        {`Days and times are shown in ${name}, ${SOURCES[source]}. The setting applies to this browser.`}
      </p>
      <PostForm action={`${HERE}/zone`} button="Save time zone" look="other">
        <Select
          name="zone"
          label="Time zone"
          value={source === "chosen" ? name : ""}
          options={ZONES}
        />
      </PostForm>
    </Card>
  );
}

const ZONES: readonly (readonly [string, string])[] = [
  ["", "That of the browser"],
  ...["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")].map(
    (zone) => [zone, zone] as const,
  ),
];
