// All pages, found in the router: each opens, is reached from the menu, and what its buttons post without script is
// done once, however often they are pressed.
import { useShared } from "../../../../test/harness/use.ts";
import type { DashboardServer, Visitor } from "../../test/dashboard.ts";
import { PASSWORD, startDashboard } from "../../test/dashboard.ts";
import { openPages, pagePaths, pathsOf } from "../../test/dashboard-pages.ts";
import { startRelay } from "../../test/mail/relay.ts";
import { formsOn, type ShownButton, type ShownForm } from "../../test/shown-form.ts";

const SCRIPT = "A script posts it.";
const SESSION = "It begins or ends the session itself: account/sign-in.test.ts.";
const FACTOR = "It needs a second factor: account/second-factor.test.ts.";
/** Routes that no button of `openPages` posts to, and why. */
const WITHOUT_BUTTON: Readonly<Record<string, string>> = {
  "/account/second-factor/app/confirm": FACTOR,
  "/account/second-factor/app/remove": FACTOR,
  "/account/second-factor/passkeys": FACTOR,
  "/account/second-factor/passkeys/:id/remove": FACTOR,
  "/account/second-factor/passkeys/options": SCRIPT,
  "/account/second-factor/recovery-codes": FACTOR,
  "/confirm/passkey": SCRIPT,
  "/deliveries/stop": "Its button is shown while deliveries are due: deliveries/send.test.ts.",
  "/device/deny": "A program is allowed or denied, not both: account/device.test.ts.",
  "/link/:token": SESSION,
  "/sign-in": SESSION,
  "/sign-in/passkey": SESSION,
  "/sign-in/passkey/options": SCRIPT,
  "/sign-out": SESSION,
  "/submissions/:id/seen": SCRIPT,
  "/webhooks/preview": SCRIPT,
  "/welcome": SESSION,
};
/** Routes that do it again when a button is pressed again, and why. */
const EACH_TIME: Readonly<Record<string, string>> = {
  "/webhooks/:id": "Its second button sends a test; another one is harmless, and may be wanted.",
};
const ONE_SETTING = "It saves one value, which everybody who changes it has read.";
/** Routes that save what a page has shown, whatever somebody else has saved since, and why. */
const LAST_ONE_WINS: Readonly<Record<string, string>> = {
  "/account/alert-url": ONE_SETTING,
  "/account/spam-filter": ONE_SETTING,
  "/forms/:form_id/grid/columns": "It saves one list, which everybody who changes it has read.",
  "/inbox/bulk": "It saves nothing that is shown: it acts on what is selected.",
  "/people/:id": "It saves the whole access of a person, which everybody who changes it has read.",
  "/projects/:id": ONE_SETTING,
  "/reply_templates/:id": ONE_SETTING,
  "/submissions/:id/notes/:note": ONE_SETTING,
};

/** What is typed into the forms of a route; a `*` is a name that nothing has yet. */
const TYPED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "/account/alert-url": { alert_url: "https://example.org/alerts" },
  "/account/password": { current_password: PASSWORD, new_password: "another horse battery" },
  "/confirm": { password: PASSWORD },
  "/forms": { name: "*" },
  "/forms/:form_id/delete": { confirm_name: "My project / Contact" },
  "/forms/:form_id/import": { content: btoa("name\nAda"), time: "", act: "import" },
  "/forms/:form_id/fields": { new_fields: "zip" },
  "/inbox/bulk": { tags: "mine", snooze: "2099-01-01" },
  "/inbox/views": { name: "*" },
  "/keys": { name: "*" },
  "/people": { email: "*@example.org" },
  "/projects": { name: "*" },
  "/reply_templates": { name: "*", body: "Dear all," },
  "/submissions/:id/notes": { note: "Called." },
  "/submissions/:id/replies": { reply: "It is yours." },
  "/submissions/:id/tags": { tags: "VIP" },
  "/webhooks/:id/delete": { confirm_name: "CRM" },
  "/webhooks/new": { name: "*", url: "https://receiver.invalid/" },
};

/** A second press of a button must add no row to these. */
const TABLES = [
  "api_key",
  "delivery",
  "form",
  "login",
  "project",
  "reply_template",
  "saved_view",
  "submission_note",
  "submission_reply",
  "webhook",
];

/** Those that delete come last, and notes before submissions, keys before projects before forms. */
const posted = pathsOf("POST").toSorted((a, b) => {
  const isLast = (path: string) =>
    Number(/\/(?:replace|delete|revoke|remove|password)$/.test(path));
  return isLast(a) - isLast(b) || b.localeCompare(a);
});

let server: DashboardServer;
const relay = useShared(startRelay);
beforeAll(async () => {
  server = await startDashboard({
    INTRAY_SMTP_URL: relay.url,
    INTRAY_MAIL_FROM: "forms@example.org",
    INTRAY_MAIL_RATE: "off",
    INTRAY_RETRY_SCHEDULE: "6h",
    INTRAY_WEBHOOK_ALLOW: "127.0.0.1",
  });
});
afterAll(async () => {
  await server.close();
});

describe("the pages of the dashboard", () => {
  const withoutParameter = pagePaths().filter((path) => !path.includes(":"));

  it.each(withoutParameter)("%s opens, for people who are signed in", async (path) => {
    const { status, text } = await server.ada.get(path);

    expect([status, (await server.visitor().get(path)).status]).toEqual([200, 303]);
    expect(text).not.toBe("");
  });

  const ofRecords = pagePaths().filter((path) => path.includes(":"));
  it.each(ofRecords)("%s answers 404 for a record that does not exist", async (path) => {
    for (const id of ["999999", "x", "0", "-1", "1e3", "%252e%252e"]) {
      const { status } = await server.ada.get(path.replaceAll(/:\w+/g, id));

      expect([id, status]).toEqual([id, 404]);
    }
  });

  it("are all reached from the menu", async () => {
    const { text } = await server.ada.get("/");
    const menu = [...text.matchAll(/<a href="\/dashboard([^"?#]*)"/g)].map(
      (match) => match[1] ?? "",
    );

    for (const path of menu) {
      const { status } = await server.ada.get(path === "" ? "/" : path);

      expect([path, status]).toEqual([path, 200]);
    }
    expect(menu.length).toBeGreaterThan(8);
    expect(withoutParameter.length).toBeGreaterThan(8);
  });
});

/** A button, and the page that shows it. */
type Found = { readonly page: string; readonly form: ShownForm; readonly button: ShownButton };

describe("the buttons of the dashboard", () => {
  const found: Found[] = [];
  beforeAll(async () => {
    for (const page of await openPages(server)) found.push(...(await buttonsOn(server.ada, page)));
  });

  const pressed = posted.filter((route) => !(route in WITHOUT_BUTTON));
  it.each(pressed)("that post to %s do it once, signed in", async (route) => {
    // A reply that also marks as done would leave nothing to do to the others: see replies.test.
    const own = found.filter(({ button: b }) => routeOf(b) === route && b.name !== "after");
    const kinds = [...new Set(own.map(({ button }) => kindOf(button)))];
    expect(kinds).not.toEqual([]);

    for (const kind of kinds) {
      const first = own.find(({ button }) => kindOf(button) === kind);
      if (first !== undefined) await pressTwice(route, first);
    }
  });

  it("are found for every route that has an exception", () => {
    const listed = Object.keys({ ...WITHOUT_BUTTON, ...EACH_TIME, ...LAST_ONE_WINS, ...TYPED });

    expect(listed.filter((route) => !posted.includes(route))).toEqual([]);
  });

  let names = 0;
  const kindOf = ({ name = "", value }: Pick<ShownButton, "name" | "value">) => `${name}=${value}`;
  const routeOf = ({ action }: ShownButton) =>
    posted.find((route) =>
      new RegExp(`^/dashboard${route.replaceAll(/:\w+/g, "\\d+")}(?:[?#]|$)`).test(action),
    ) ?? action;
  async function buttonsOn(visitor: Visitor, page: string): Promise<readonly Found[]> {
    const { text } = await visitor.get(page);
    return formsOn(text).flatMap((form) => form.buttons.map((button) => ({ page, form, button })));
  }

  const lastIds = async () => {
    const all = TABLES.map((table) => `select '${table}' as name, max(id) as id from ${table}`);
    return (await server.sql(all.join(" union all "))) as readonly { readonly id: number }[];
  };

  /** Opens the page again, and posts as a browser without script does: signed out, signed in, and the same again. */
  async function pressTwice(route: string, { page, button: { name, value } }: Found) {
    const { ada } = server;
    // A session of another browser, for the buttons that end one.
    await server.visitor().signIn();
    const shown = await buttonsOn(ada, page);
    const kind = kindOf({ name, value });
    const one = shown.find(({ button }) => routeOf(button) === route && kindOf(button) === kind);
    if (one === undefined) throw new Error(`${page} has no button ${kind} any more.`);
    const { form, button } = one;
    const fields = {
      ...form.fields,
      ...Object.fromEntries(
        Object.entries(TYPED[route] ?? {}).map(([field, text]) => [
          field,
          text.replace("*", () => `New-${(names += 1)}`),
        ]),
      ),
      ...(button.name === undefined ? {} : { [button.name]: button.value }),
    };
    const press = (visitor: Visitor) =>
      visitor.post(button.action.replace("/dashboard", ""), fields, { accept: "text/html" });

    const signedOut = await press(server.visitor());
    const once = await press(ada);
    const last = await lastIds();
    const twice = await press(ada);
    // The other pages list all projects again.
    ada.cookies.delete("intray_project");

    const about = `${page}: ${kind}`;
    expect([about, signedOut.status, signedOut.words]).toEqual([
      about,
      401,
      expect.stringContaining("Your session has ended"),
    ]);
    expect([about, once.status, twice.status]).toEqual([
      about,
      expect.toBeOneOf([200, 303]),
      expect.toSatisfy((status: number) => status < 500),
    ]);
    const created = (await lastIds()).filter(({ id }, table) => id > (last[table]?.id ?? 0));
    expect([about, route in EACH_TIME ? [] : created]).toEqual([about, []]);
    // What somebody else has saved since is compared with what the page has shown, see lost-update.test.ts.
    const savesShown = form.isFilled && button.action === form.action;
    const isKnown = "original" in fields || "request" in fields;
    expect([about, savesShown && !isKnown]).toEqual([about, route in LAST_ONE_WINS]);
  }
});
