/** `/dashboard/account`: the password, and where somebody is signed in. */
import { Hono } from "hono";
import { AppError } from "../../domain/errors.ts";
import { hashPassword, isPassword, passwordProblem } from "../../platform/password.ts";
import type { SessionEntry } from "../../store/accounts/sessions.ts";
import { dataOf } from "../http/api-client.ts";
import { recordAudit, recordWrongPassword } from "./record-audit.ts";
import { readPosted } from "../http/body.ts";
import type { DashboardContext, DashboardEnv, DashboardParts } from "../http/env.ts";
import { TextField } from "../layout/fields.tsx";
import { Timestamp } from "../format/timestamp.tsx";
import { redirectWithNotice } from "../http/notice.ts";
import { showPage } from "../layout/page.tsx";
import { ErrorMessage } from "../layout/error-page.tsx";
import { browserName } from "./user-agent.ts";

const HERE = "/dashboard/account";

export function accountRoutes(parts: DashboardParts): Hono<DashboardEnv> {
  const { store, clock, random, signInRate } = parts;
  const routes = new Hono<DashboardEnv>();
  routes.get("/", (c) => showAccount(c, parts));

  routes.post("/password", async (c) => {
    const { login_id, email, id } = c.get("session");
    if (login_id === null || email === null) throw new Error("A session here has a login.");
    const posted = await readPosted(c);
    const refuse = (code: "invalid" | "rate_limited", message: string) =>
      showAccount(c, parts, new AppError(code, message));
    if (signInRate.count(`password ${login_id}`, null).kind !== "within") {
      return refuse("rate_limited", "Those were too many tries. Wait a minute, then try again.");
    }
    const login = await store.read("findLogin", { email });
    if (
      login === undefined ||
      !(await isPassword(posted.text("current_password"), login.password_hash))
    ) {
      recordWrongPassword(c, parts, c.get("session").account_id, email);
      return refuse("invalid", "The current password is another one. Nothing was changed.");
    }
    const password = posted.text("new_password");
    const problem = passwordProblem(password);
    if (problem !== undefined) return refuse("invalid", problem);
    await store.write("changePassword", {
      login_id,
      password_hash: await hashPassword(password, random),
      kept_session_id: id,
      now: clock.now(),
    });
    await recordAudit(c, parts, c.get("session"), { action: "password.changed" });
    return redirectWithNotice(
      c,
      HERE,
      "You have a new password, and are signed out everywhere else.",
    );
  });

  routes.post("/sessions/end-others", async (c) => {
    const { login_id, id } = c.get("session");
    await store.write("endSessions", { login_id: login_id ?? 0, kept_id: id });
    const ended = { action: "session.ended", detail: "everywhere else" } as const;
    await recordAudit(c, parts, c.get("session"), ended);
    return redirectWithNotice(c, HERE, "You are signed out everywhere else.");
  });

  routes.post("/sessions/:id/end", async (c) => {
    const { login_id, id: own } = c.get("session");
    const id = Number(c.req.param("id"));
    const isThere =
      Number.isSafeInteger(id) &&
      (await store.write("endSession", { id, login_id: login_id ?? 0 }));
    if (!isThere) throw new AppError("not_found", "That session has ended already.");
    const ended = {
      action: "session.ended",
      detail: id === own ? undefined : "elsewhere",
    } as const;
    await recordAudit(c, parts, c.get("session"), ended);
    return redirectWithNotice(
      c,
      id === own ? "/dashboard/sign-in" : HERE,
      id === own ? "You are signed out." : "That session has ended.",
    );
  });
  return routes;
}

async function showAccount(
  c: DashboardContext,
  { store, clock }: DashboardParts,
  error?: AppError,
) {
  const { login_id, email, id, account_name } = c.get("session");
  const sessions = await store.read("listSessions", {
    login_id: login_id ?? 0,
    now: clock.now(),
  });
  const { account } = dataOf(await c.get("api").GET("/api/v1/me"));
  return showPage(c, {
    title: "Account",
    section: "account",
    status: error === undefined ? 200 : error.code === "rate_limited" ? 429 : 422,
    content: (
      <>
        <h1>Account</h1>
        <section class="card">
          <dl>
            <dt>Account</dt>
            <dd>{`${account_name} (${account.id})`}</dd>
            <dt>You sign in as</dt>
            <dd>{email}</dd>
          </dl>
        </section>
        <section class="card">
          <h2>Password</h2>
          <ErrorMessage error={error} />
          <form class="fields" method="post" action={`${HERE}/password`}>
            {/* Tells a keeper of passwords whose it is. */}
            <input type="text" autocomplete="username" value={email ?? ""} readonly hidden />
            <TextField
              name="current_password"
              label="Current password"
              type="password"
              required
              autocomplete="current-password"
            />
            <TextField
              name="new_password"
              label="New password"
              type="password"
              required
              hint="Ten characters or more. Every other session ends."
              autocomplete="new-password"
            />
            <div>
              <button class="main">Change the password</button>
            </div>
          </form>
        </section>
        <section class="card">
          <div class="head">
            <h2>Where you are signed in</h2>
            {sessions.length < 2 ? null : (
              <form method="post" action={`${HERE}/sessions/end-others`}>
                <button>Sign out everywhere else</button>
              </form>
            )}
          </div>
          <Sessions sessions={sessions} own={id} />
        </section>
      </>
    ),
  });
}

function Sessions({
  sessions,
  own,
}: {
  readonly sessions: readonly SessionEntry[];
  readonly own: number;
}) {
  return (
    <table class="stack">
      <thead>
        <tr>
          <th>Browser</th>
          <th>Address</th>
          <th>Signed in</th>
          <th>Last seen</th>
          <th>
            <span class="visually-hidden">What to do</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {sessions.map(({ id, ip, user_agent, created_at, last_seen_at }) => (
          <tr>
            <td title={user_agent ?? ""}>
              {browserName(user_agent)} {id === own ? <span class="badge">This one</span> : null}
            </td>
            <td data-label="Address">{ip ?? "unknown"}</td>
            <td data-label="Signed in">
              <Timestamp at={created_at} />
            </td>
            <td data-label="Last seen">
              <Timestamp at={last_seen_at} />
            </td>
            <td>
              <form method="post" action={`${HERE}/sessions/${id}/end`}>
                <button>{id === own ? "Sign out" : "End"}</button>
              </form>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
