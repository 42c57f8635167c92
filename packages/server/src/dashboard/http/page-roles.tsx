/** Who sees which pages. What a page changes is checked again by the API; a button that would be refused is not shown. */
import { type Child, createContext, useContext } from "hono/jsx";
import type { MiddlewareHandler } from "hono";
import { mayAs, type Role } from "../../domain/account/role.ts";
import { AppError } from "../../domain/errors.ts";
import type { DashboardEnv } from "./env.ts";

/** The least role to open pages, and to post to them, by the begin of the path; the first that fits. */
const ROLES: readonly (readonly [path: RegExp, open: Role, post: Role])[] = [
  [/^\/account\/(?:alert-|spam-)/, "admin", "admin"],
  [/^\/(?:account|confirm|device|keys|sign-out|welcome)\b/, "viewer", "viewer"],
  [/^\/(?:assets|attachments|events|palette|statistics)\b/, "viewer", "viewer"],
  [/^\/(?:inbox\/(?:density|export|views)|projects\/show)\b/, "viewer", "viewer"],
  [/^\/submissions\/[^/]+\/(?:refire|delete)\b/, "editor", "editor"],
  [/^\/(?:inbox|submissions|undo)\b/, "viewer", "responder"],
  [/^\/reply_templates\b/, "viewer", "editor"],
  [/^\/(?:audit|people|projects)\b/, "admin", "admin"],
];

const OTHERS = ["editor", "editor"] as const;

/** @param address Of a page, with or without a query. */
function roleFor(address: string, method: "GET" | "POST"): Role {
  const path = address.replace(/^\/dashboard/, "");
  const [, open, post] = ROLES.find(([begin]) => begin.test(path)) ?? [undefined, ...OTHERS];
  return method === "GET" ? open : post;
}

/** Whether somebody with the role may open the page, or post to it. */
export const mayUse = (role: Role, address: string, method: "GET" | "POST" = "GET"): boolean =>
  mayAs(role, roleFor(address, method));

/** Rejects pages that the person's role is not enough for; who reads submissions begins in the inbox. */
export const requirePageRole: MiddlewareHandler<DashboardEnv> = async (c, next) => {
  const { role } = c.var.session;
  const method = c.req.method === "POST" ? "POST" : "GET";
  if (mayUse(role, c.req.path, method)) return next();
  if (/^\/dashboard\/?$/.test(c.req.path)) return c.redirect("/dashboard/inbox", 303);
  throw new AppError(
    "forbidden",
    `Your role, ${role}, is not enough for this page: it needs ${roleFor(c.req.path, method)}. Ask an owner or admin of the account.`,
  );
};

/** The role of the person that a page is for. */
export const RoleContext = createContext<Role>("owner");

/** Whether the person may post to an address. */
export const useMayPost = (address: string): boolean =>
  mayUse(useContext(RoleContext), address, "POST");

/** Content for those who may post to an address. */
export const IfMayPost = ({ to, children }: { readonly to: string; readonly children: Child }) =>
  useMayPost(to) ? <>{children}</> : null;
