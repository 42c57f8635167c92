// Mutations of the account: keys, projects, the alert URL, the password, and sessions.
import type { Account, Project } from "@intray/sdk/schemas";
import { PASSWORD } from "../../../packages/server/test/dashboard.ts";
import { creation } from "./creation.ts";
import type { Mutation } from "./mutation.ts";
import type { World } from "./world.ts";

const ALERT_URL = "https://example.org/alerts";
const IN_30_DAYS = "expires_at between created_at + 2591999000 and created_at + 2592001000";

export function accountMutations(world: World): Readonly<Record<string, Mutation>> {
  const { record, newName, server, count } = world;
  /** Another session, that of a visitor, is ended. */
  const endedSession = async () => {
    await server().visitor().signIn();
    const [row] = await server().sql("select max(id) as id from session");
    const { id } = row as { readonly id: number };
    return {
      id,
      path: "/dashboard/account",
      state: () => count(`session where id = ${id}`),
      done: 0,
    };
  };
  const newKey = async (name: string) =>
    (await server().create("/api_keys", { kind: "account", name })).id;
  const newProject = async () => {
    const { id } = await server().create("/projects", { name: newName() });
    return { id, path: `/dashboard/projects/${id}` };
  };
  const hash = async () => {
    const [row] = await server().sql("select password_hash from login where account_id = 1");
    return (row as { readonly password_hash: string }).password_hash;
  };
  let oldHash: string | undefined;

  return {
    "creates a key": {
      route: "/keys",
      subject: creation(world, { path: "/dashboard/keys", table: "api_key", button: "Create key" }),
    },
    "creates a key that only reads, for 30 days": {
      route: "/keys",
      subject: creation(world, {
        path: "/dashboard/keys",
        table: "api_key",
        button: "Create key",
        typed: { scope: "read", expires: "30" },
        where: `scope = 'read' and ${IN_30_DAYS}`,
      }),
    },
    "rotates a key": {
      route: "/keys/:id/rotate",
      async subject() {
        const name = newName();
        const id = await newKey(name);
        return {
          path: "/dashboard/keys",
          button: `Rotate ${name}`,
          action: `/dashboard/keys/${id}/rotate`,
          state: () => count(`api_key where name = '${name}'`),
          done: 2,
          doneTwice: 3,
        };
      },
    },
    "revokes a key": {
      route: "/keys/:id/revoke",
      async subject() {
        const name = newName();
        const id = await newKey(name);
        return {
          path: "/dashboard/keys",
          button: `Revoke ${name}`,
          state: () => count(`api_key where id = ${id}`),
          done: 0,
        };
      },
    },
    "creates a project": {
      route: "/projects",
      subject: creation(world, {
        path: "/dashboard/projects",
        table: "project",
        button: "Create project",
      }),
    },
    "renames a project": {
      route: "/projects/:id",
      async subject() {
        const { id, path } = await newProject();
        return {
          path,
          button: "Save name",
          typed: { name: "After" },
          state: async () => (await record<Project>(`/projects/${id}`)).name,
          done: "After",
        };
      },
    },
    "deletes a project": {
      route: "/projects/:id/delete",
      async subject() {
        const { id, path } = await newProject();
        const state = () => count(`project where id = ${id}`);
        return { path, button: "Delete project", state, done: 0 };
      },
    },
    "sets the URL of alerts": {
      route: "/account/alert-url",
      async subject() {
        await server().request("PATCH", "/account", { json: { alert_url: null } });
        return {
          path: "/dashboard/account",
          button: "Save",
          typed: { alert_url: ALERT_URL },
          state: async () => (await record<Account>("/account")).alert_url,
          done: ALERT_URL,
        };
      },
    },
    "ends a session": {
      route: "/account/sessions/:id/end",
      async subject() {
        const { id, ...ended } = await endedSession();
        const action = `/dashboard/account/sessions/${id}/end`;
        return { ...ended, button: "End session", action };
      },
    },
    "ends all other sessions": {
      route: "/account/sessions/end-others",
      subject: async () => ({ ...(await endedSession()), button: "End all other sessions" }),
    },
    // The last one, since nobody can sign in with the old password after it.
    "changes the password": {
      route: "/account/password",
      async subject() {
        oldHash ??= await hash();
        await server().sql("update login set password_hash = ? where account_id = 1", oldHash);
        return {
          path: "/dashboard/account",
          button: "Change password",
          typed: { current_password: PASSWORD, new_password: "another horse battery" },
          state: async () => (await hash()) !== oldHash,
          done: true,
        };
      },
      without: {
        "expired session": "The page that asks to sign in again does not repeat passwords.",
      },
    },
  };
}
