/** The relay that sends the e-mails, as the URL in the settings names it. */
import { isIP } from "node:net";
import { tryOrUndefined } from "../../platform/errors.ts";

export interface Relay {
  readonly host: string;
  readonly port: number;
  /**
   * `implicit`: TLS from the start (smtps). `required`: STARTTLS, and no message without it. `off`: no TLS, also
   * if the relay offers it.
   */
  readonly tls: "implicit" | "required" | "off";
  /** Never logged. */
  readonly auth: { readonly user: string; readonly password: string } | undefined;
}

/** Of submission (RFC 6409), and of submission over TLS (RFC 8314). */
const PORTS = { "smtp:": 587, "smtps:": 465 } as const;

/** Completes "X must be …". Never contains the URL, which has the password in it. */
const EXPECTED =
  "the URL of an SMTP relay, such as smtp://user:password@mail.example.org:587 or smtps://user:password@mail.example.org, with ?tls=required or ?tls=off after smtp:// if needed";

export type ParsedRelay =
  | { readonly kind: "relay"; readonly relay: Relay }
  | { readonly kind: "invalid"; readonly problem: string };

/**
 * Reads `smtp://` and `smtps://` URLs. STARTTLS is required unless the relay is on this machine or the URL says
 * `?tls=off`; `?tls=required` requires it on this machine as well. User and password are percent-encoded.
 */
export function parseRelayUrl(text: string): ParsedRelay {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const invalid = (problem: string) => ({ kind: "invalid", problem }) as const;
  if (url === undefined || !isSmtp(url.protocol)) return invalid(EXPECTED);
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) !== 6 && !/^[\w.-]+$/.test(host)) return invalid(EXPECTED);
  if (!["", "/"].includes(url.pathname) || url.hash !== "") return invalid(EXPECTED);
  const user = decode(url.username);
  const password = decode(url.password);
  if (user === undefined || password === undefined) {
    return invalid(
      "a URL whose user and password are percent-encoded: write % as %25, @ as %40, / as %2F and # as %23",
    );
  }
  if ((user === "") !== (password === "")) {
    return invalid("a URL with both a user and a password, or with neither");
  }
  const tls = tlsOf(url, host);
  if (tls === undefined) {
    return invalid(
      "a URL with no parameter but ?tls=required or ?tls=off, which smtps:// does not take",
    );
  }
  return {
    kind: "relay",
    relay: {
      host,
      port: url.port === "" ? PORTS[url.protocol as keyof typeof PORTS] : Number(url.port),
      tls,
      auth: user === "" ? undefined : { user, password },
    },
  };
}

/** The relay as texts name it: host and port, without user and password. */
export const relayName = ({ host, port }: Relay): string =>
  `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;

/**
 * Returns a function that replaces user and password in a text, since relays may repeat a command that they do
 * not understand.
 */
export function withoutSecrets({ auth }: Relay): (text: string) => string {
  if (auth === undefined) return (text) => text;
  const base64 = (text: string) => Buffer.from(text).toString("base64");
  const { user, password } = auth;
  const secrets = [base64(`\0${user}\0${password}`), base64(password), password];
  return (text) => secrets.reduce((rest, secret) => rest.replaceAll(secret, "***"), text);
}

const isSmtp = (protocol: string): boolean => protocol in PORTS;

function tlsOf({ protocol, searchParams }: URL, host: string): Relay["tls"] | undefined {
  const given = [...searchParams];
  if (protocol === "smtps:") return given.length === 0 ? "implicit" : undefined;
  const [first, ...more] = given;
  if (first === undefined) return isLoopback(host) ? "off" : "required";
  const [name, value] = first;
  return more.length === 0 && name === "tls" && (value === "required" || value === "off")
    ? value
    : undefined;
}

const isLoopback = (host: string): boolean =>
  host.toLowerCase() === "localhost" || /^127\.\d+\.\d+\.\d+$/.test(host) || host === "::1";

const decode = (text: string) => tryOrUndefined(() => decodeURIComponent(text));
