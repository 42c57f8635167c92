/** The domains resource: the hosts under which this server is reached, which are settings of the server. */
import type { Hono } from "hono";
import type { Domain } from "@intray/sdk/schemas";
import { zListDomainsQuery } from "@intray/sdk/schemas";
import { isoTime } from "../platform/iso-time.ts";
import type { ApiEnv, ApiParts } from "./http/env.ts";
import { cutPage, pageOf } from "./http/pagination.ts";
import { parseQuery } from "./http/request.ts";
import { accountCaller } from "./http/scope.ts";

export function domainRoutes(app: Hono<ApiEnv>, { store, domains }: ApiParts): void {
  app.get("/domains", async (c) => {
    const { account_id } = accountCaller(c);
    const query = parseQuery(c, zListDomainsQuery);
    const account = await store.reads.findAccount({ id: account_id });
    const created_at = account?.created_at ?? 0;
    const found = domains
      .map((name, position) => ({ id: position + 1, name, created_at }))
      .filter(({ name }) => name.includes(query.query?.toLowerCase() ?? ""));
    const boundTo = { list: "domains", account_id, searched: query.query };
    const { after_id = 0, limit, offset } = pageOf(query, boundTo);
    const rest = found.filter(({ id }) => id > after_id).slice(offset, offset + limit);
    const { records, meta } = cutPage(query, boundTo, { records: rest, count: found.length });
    return c.json({ domains: records.map(domainRecord), meta });
  });
}

function domainRecord(of: {
  readonly id: number;
  readonly name: string;
  readonly created_at: number;
}): Domain {
  const created = isoTime(of.created_at);
  return { id: of.id, name: of.name, created_at: created, updated_at: created };
}
