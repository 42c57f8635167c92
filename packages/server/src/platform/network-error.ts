/** What an error of a lookup, a connection or TLS means for the attempt that met it. */
import { messageOf } from "./errors.ts";

export type NetworkErrorCode =
  "dns_error" | "connection_refused" | "connection_reset" | "timeout" | "tls_error";

const CODES: Readonly<Record<string, NetworkErrorCode>> = {
  ENOTFOUND: "dns_error",
  ECONNREFUSED: "connection_refused",
  EHOSTUNREACH: "connection_refused",
  ENETUNREACH: "connection_refused",
  EADDRNOTAVAIL: "connection_refused",
  ECONNRESET: "connection_reset",
  EPIPE: "connection_reset",
  ETIMEDOUT: "timeout",
};

/** Codes of Node, and of OpenSSL about certificates. */
const TLS_CODE =
  /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH|EPROTO$)/;

/** Returns what the code of a system or TLS error means, `undefined` for another one. */
export function meaningOfNetworkCode(code: string): NetworkErrorCode | undefined {
  const known = CODES[code];
  if (known !== undefined) return known;
  if (code.startsWith("EAI_")) return "dns_error";
  return TLS_CODE.test(code) ? "tls_error" : undefined;
}

/** If several addresses failed, lists the error of each: the AggregateError has no message of its own. */
export function networkErrorDetail(error: unknown): string {
  if (error instanceof AggregateError && error.message === "") {
    return error.errors.map(networkErrorDetail).join("; ");
  }
  return messageOf(error);
}
