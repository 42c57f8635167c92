/** `/dashboard/device`: allows a program that shows a code an API key (RFC 8628). */
import { Hono } from "hono";
import type { Child } from "hono/jsx";
import { AppError } from "../../domain/errors.ts";
import { readUserCode, showUserCode } from "../../domain/account/user-code.ts";
import { type DeviceLogin, noDeviceLogin } from "../../store/accounts/device-logins.ts";
import { readPosted } from "../http/body.ts";
import type { DashboardContext, DashboardEnv, DashboardParts } from "../http/env.ts";
import { redirectWithNotice } from "../http/notice.ts";
import { Card } from "../layout/card.tsx";
import { PostButton, PostForm, TextField } from "../layout/fields.tsx";
import { showPage } from "../layout/page.tsx";
import { Text } from "../layout/user-text.tsx";
import { createTypedKey, EMPTY, NewKeyForm, readTypedKey, type TypedKey } from "./new-key-form.tsx";

/** The proposed life of a key that a person allows with a click. */
const PROPOSED_DAYS = "90";

export function createDevicePages({
  store,
  clock,
}: Pick<DashboardParts, "store" | "clock">): Hono<DashboardEnv> {
  const routes = new Hono<DashboardEnv>();

  const findWaiting = async (typed: string): Promise<DeviceLogin | undefined> => {
    const user_code = readUserCode(typed);
    const login = await store.reads.findDeviceLogin({ user_code, now: clock.now() });
    return login?.denied === 0 ? login : undefined;
  };

  routes.get("/", async (c) => {
    const code = c.req.query("user_code") ?? "";
    if (code.trim() === "") return askForCode(c);
    const login = await findWaiting(code);
    if (login === undefined) return askForCode(c, { code, error: noDeviceLogin() });
    const { name, scope } = login;
    return showProgram(c, login, { typed: { ...EMPTY, name, scope, expires: PROPOSED_DAYS } });
  });

  routes.post("/", async (c) => {
    const posted = await readPosted(c);
    const user_code = posted.text("user_code");
    const key = await createTypedKey(c, posted, { user_code });
    if (!(key instanceof AppError)) {
      const notice = `The program has the key ${key.name} now. You can close this page.`;
      return redirectWithNotice(c, "/dashboard/keys", notice);
    }
    const login = await findWaiting(user_code);
    if (login === undefined) return askForCode(c, { code: user_code, error: key });
    return showProgram(c, login, { typed: readTypedKey(posted), error: key });
  });

  routes.post("/deny", async (c) => {
    const user_code = readUserCode((await readPosted(c)).text("user_code"));
    await store.writes.denyDeviceLogin({ user_code });
    return redirectWithNotice(c, "/dashboard/keys", "The program gets no key.");
  });

  async function showProgram(
    c: DashboardContext,
    login: DeviceLogin,
    { typed, error }: { readonly typed: TypedKey; readonly error?: AppError },
  ) {
    const forms = await store.reads.listFormNames(c.var.scope);
    return showDevice(
      c,
      error === undefined ? 200 : 422,
      <>
        <p>
          <strong>
            <Text of={login.name} />
          </strong>{" "}
          asks for an API key
          {login.ip === null ? "" : `, from the address ${login.ip}`}. Allow it only if you started
          it yourself just now, and it shows the code <code>{showUserCode(login.user_code)}</code>.
        </p>
        <NewKeyForm
          userCode={login.user_code}
          forms={forms}
          projects={await c.var.listProjects()}
          typed={typed}
          error={error}
        />
        <PostButton
          action="/dashboard/device/deny"
          label="Deny"
          look="danger"
          values={{ user_code: login.user_code }}
        />
      </>,
    );
  }
  return routes;
}

async function askForCode(
  c: DashboardContext,
  { code = "", error }: { readonly code?: string; readonly error?: AppError } = {},
) {
  return showDevice(
    c,
    error === undefined ? 200 : 404,
    <PostForm action="/dashboard/device" method="get" error={error} button="Continue">
      <TextField
        name="user_code"
        label="Code"
        value={code}
        hint="The program that asks for a key shows it, such as BCDF-GHJK."
      />
    </PostForm>,
  );
}

const showDevice = (c: DashboardContext, status: 200 | 404 | 422, content: Child) =>
  showPage(c, {
    title: "Allow a program",
    section: "keys",
    status,
    content: <Card>{content}</Card>,
  });
