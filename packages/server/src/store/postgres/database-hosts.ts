/**
 * Reads the servers that a PostgreSQL URL names. There may be several, a primary and its standbys, in the form
 * of libpq, which node-postgres does not know:
 * `postgres://user:password@a:5432,b:5433/intray?target_session_attrs=read-write`.
 * https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-MULTIPLE-HOSTS
 */

export interface DatabaseHost {
  /** For logs: `a:5432`. */
  readonly name: string;
  readonly host: string;
  readonly port: number;
  readonly url: string;
}

const DEFAULT_PORT = 5_432;
const MAX_HOSTS = 16;
/** The last `@` before the path ends the password, as in a URL. */
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]+)([/?#].*)?$/;
/** All mean the same here, since Intray always writes. The others of libpq ask for a standby. */
const WRITABLE = new Set(["any", "read-write", "primary"]);

/** The servers in the order of the URL; none if it is not the URL of a database that Intray can use. */
export function databaseHosts(url: string): readonly DatabaseHost[] {
  const [, start, hosts, rest = ""] = PARTS.exec(url) ?? [];
  if (start === undefined || hosts === undefined) return [];
  const names = hosts.split(",");
  const found = names.flatMap((name) => hostOf(name, `${start}${name}${rest}`) ?? []);
  if (found.length < names.length || found.length > MAX_HOSTS) return [];
  const parameters = new URL(found[0]?.url ?? "").searchParams;
  const wanted = parameters.get("target_session_attrs") ?? "any";
  // These parameters would replace every name in the list.
  const isReplaced = found.length > 1 && (parameters.has("host") || parameters.has("port"));
  return isReplaced || !WRITABLE.has(wanted) ? [] : found;
}

function hostOf(name: string, url: string): DatabaseHost | undefined {
  if (!URL.canParse(url)) return undefined;
  const { hostname, port } = new URL(url);
  if (hostname === "") return undefined;
  return {
    name: port === "" ? `${name}:${DEFAULT_PORT}` : name,
    host: decodeURIComponent(hostname.replace(/^\[(.+)\]$/, "$1")),
    port: port === "" ? DEFAULT_PORT : Number(port),
    url,
  };
}
