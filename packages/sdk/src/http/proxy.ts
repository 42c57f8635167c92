/** Chooses the proxy of a client: by its option, else by the environment as curl and Go read it. */
import { IntrayError } from "../errors.ts";

/** Never reached through a proxy of the environment, as in Go: a proxy elsewhere would reach itself. */
const LOOPBACK = "localhost,127.0.0.1,::1";

/** The options of undici's EnvHttpProxyAgent. All are set, so that it does not read the environment itself. */
export interface ProxyChoice {
  readonly httpProxy: string;
  readonly httpsProxy: string;
  readonly noProxy: string;
}

/**
 * The proxies of a client; `undefined` without any.
 *
 * @param option Option `proxy` of the client.
 * @param variable Reads the environment.
 * @throws IntrayError of kind `usage` for an address that is no http or https URL.
 */
export function chooseProxy(
  option: string | null | undefined,
  variable: (name: string) => string | undefined,
): ProxyChoice | undefined {
  if (option === null) return undefined;
  if (option !== undefined) {
    const url = checkProxy(option, "The option proxy");
    return { httpProxy: url, httpsProxy: url, noProxy: "" };
  }
  const either = (name: string) => {
    const found = [name.toLowerCase(), name].find((one) => variable(one) !== undefined);
    return found === undefined ? undefined : ([variable(found) ?? "", found] as const);
  };
  const http = either("HTTP_PROXY");
  const https = either("HTTPS_PROXY") ?? http;
  if (https === undefined) return undefined;
  return {
    httpProxy: http === undefined ? "" : checkProxy(...http),
    httpsProxy: checkProxy(...https),
    noProxy: [either("NO_PROXY")?.[0], LOOPBACK].filter((part) => part !== undefined).join(","),
  };
}

/** The URL of a proxy, which may be written without `http://`. The error does not repeat a password. */
function checkProxy(text: string, source: string): string {
  const address = text.includes("://") ? text : `http://${text}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol === "http:" || url?.protocol === "https:") return url.href;
  throw new IntrayError(
    "usage",
    `${source} is not an http or https URL. Write it like http://proxy.example.org:3128.`,
  );
}

/** The address of the proxy for messages, without user and password. */
export const proxyName = (url: string): string => new URL(url).origin;
