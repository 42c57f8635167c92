/** Who has access to which projects of an account. */
import type { Role } from "../../domain/account/role.ts";
import type { Db } from "../engine/schema.ts";

export interface LoginAccess {
  /** In lower case. */
  readonly email: string;
  readonly role: Role;
  readonly hasAccepted: boolean;
  /** `null` = all projects, also those to come. */
  readonly project_ids: ReadonlySet<number> | null;
}

/** People who may sign in or are invited, oldest first. */
export async function listLogins(db: Db, account_id: number): Promise<readonly LoginAccess[]> {
  const logins = await db
    .selectFrom("login")
    .select(["id", "email", "role", "limited", "password_hash"])
    .where("account_id", "=", account_id)
    .where("removed_at", "is", null)
    .orderBy("id")
    .execute();
  const granted = await db
    .selectFrom("login_project")
    .innerJoin("login", "login.id", "login_project.login_id")
    .select(["login_id", "project_id"])
    .where("login.account_id", "=", account_id)
    .execute();
  const byLogin = Map.groupBy(granted, ({ login_id }) => login_id);
  return logins.map(({ id, email, role, limited, password_hash }) => ({
    email,
    role,
    hasAccepted: password_hash !== null,
    project_ids:
      limited === 0 ? null : new Set(byLogin.get(id)?.map(({ project_id }) => project_id)),
  }));
}
