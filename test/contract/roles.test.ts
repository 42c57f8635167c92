// Every operation and every page of the dashboard, for every role: who has less than is needed is refused, and nobody else.
import { format, resolveConfig } from "prettier";
import { readFile } from "node:fs/promises";
import { mayAs, ROLES, type Role } from "../../packages/server/src/domain/account/role.ts";
import { PASSWORD_HASH, useDashboard } from "../../packages/server/test/dashboard.ts";
import { pathsOf } from "../../packages/server/test/dashboard-pages.ts";
import { keyed } from "./operation-requests.ts";

const server = useDashboard();
const ofRole = (role: Role) => `${role}@example.org`;
const keys: Partial<Record<Role, string>> = {};
beforeAll(async () => {
  for (const role of ROLES) {
    const person = { email: ofRole(role), role, password_hash: PASSWORD_HASH };
    const { id } = await server.insert("login", person);
    keys[role] = await server.createKey();
    const newest = "(select max(id) from api_key)";
    await server.sql(`update api_key set login_id = ? where id = ${newest}`, id);
  }
});

/** The first part of a path, and what a page does. */
const PAGES = {
  viewer: {
    open: "account attachments confirm device inbox keys palette reply_templates statistics submissions welcome",
    post: "account confirm device inbox keys projects sign-out welcome",
  },
  responder: {
    open: "account attachments confirm device inbox keys palette reply_templates statistics submissions welcome",
    post: "account confirm device inbox keys projects sign-out submissions undo welcome",
  },
} as const;

describe.each(ROLES)("with the role %s", (role) => {
  it.each(keyed)("a key may call $id if x-role says so", async ({ method, path, role: needed }) => {
    const at = path.replace("/api/v1", "").replace(/\{\w+\}/, "999999999");
    const answer = await fetch(`${server.url}/api/v1${at}`, {
      method,
      headers: { authorization: `Bearer ${keys[role]}` },
    });
    const text = answer.status === 403 ? await answer.text() : "";
    if (!answer.bodyUsed) await answer.body?.cancel();

    expect(/A key made with your role, \w+, is not enough: this needs \w+\./.test(text)).toBe(
      needed !== "none" && !mayAs(role, needed),
    );
  });

  it("a person opens and posts to the pages of the role", async () => {
    const person = await server.signedIn(ofRole(role));
    const answered = { GET: new Set<string>(), POST: new Set<string>() };
    for (const method of ["POST", "GET"] as const) {
      for (const path of pathsOf(method).filter((one) =>
        /^\/(?!assets|events|link|sign-in)\w/.test(one),
      )) {
        const at = path.replaceAll(/:\w+/g, "999999999");
        // It would end the session.
        const { status, text } = /sign-out|sessions/.test(path)
          ? { status: 0, text: "" }
          : method === "GET"
            ? await person.get(at)
            : await person.post(at, {});
        const isRefused = status === 403 && /Your role, \w+, is not enough/.test(text);
        if (!isRefused) answered[method].add(path.split("/")[1] ?? "");
      }
    }
    const shown = (paths: ReadonlySet<string>) => [...paths].toSorted().join(" ");

    const wanted = role === "viewer" || role === "responder" ? PAGES[role] : undefined;
    const used = { open: shown(answered.GET), post: shown(answered.POST) };
    expect(used).toEqual(wanted ?? used);
    expect(answered.GET.has("people")).toBe(mayAs(role, "admin"));
    expect(answered.POST.has("forms")).toBe(mayAs(role, "editor"));
  });
});

it("docs/use/people.md lists who may call what; `npx vitest -u` writes it", async () => {
  const file = new URL("../../docs/use/people.md", import.meta.url);
  const rows = keyed.map(({ id, role: needed, scopes }) => {
    const cells = ROLES.map((role) => (needed === "none" || mayAs(role, needed) ? "yes" : ""));
    return `| ${[`\`${id}\``, ...cells, scopes.join(", ")].join(" | ")} |`;
  });
  const head = [
    `| operation | ${ROLES.join(" | ")} | scopes besides write |`,
    "|---|---|---|---|---|---|---|",
  ];
  const text = (await readFile(file, "utf8")).replace(
    /^\| operation [^]*$/m,
    `${[...head, ...rows].join("\n")}\n`,
  );
  const options = await resolveConfig(file);

  await expect(await format(text, { ...options, parser: "markdown" })).toMatchFileSnapshot(
    "../../docs/use/people.md",
  );
});
