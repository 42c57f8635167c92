/** What to do about a connection that failed, by the code of the error. Pure. */

/** The server answered a TLS handshake with something else: it speaks http. */
const ANSWERED_WITHOUT_TLS =
  /^(?:ERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST)|EPROTO)$/;
/** The server answered an http request with something else, such as a TLS alert. */
const ANSWERED_WITHOUT_HTTP = /^HPE_(?:INVALID_CONSTANT|INVALID_VERSION)$/;
/** The server closed the connection without a response, as some do for http on the port of https. */
const CLOSED = "UND_ERR_SOCKET";
const UNTRUSTED_CERTIFICATE =
  /^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(?:GET_ISSUER_CERT|GET_ISSUER_CERT_LOCALLY|VERIFY_LEAF_SIGNATURE)|CERT_UNTRUSTED)$/;

/** The name of the server cannot be looked up. */
const UNKNOWN_NAME = /^(?:ENOTFOUND|EAI_AGAIN|EAI_NODATA|EAI_NONAME)$/;

/** How the client and the server misunderstand each other; `undefined` for an ordinary network error. */
export type Mismatch = "server_without_tls" | "server_without_http" | "untrusted" | "other_name";

export function mismatchOf(code: string | undefined): Mismatch | undefined {
  if (code === undefined) return undefined;
  if (ANSWERED_WITHOUT_TLS.test(code)) return "server_without_tls";
  if (ANSWERED_WITHOUT_HTTP.test(code)) return "server_without_http";
  if (UNTRUSTED_CERTIFICATE.test(code)) return "untrusted";
  return code === "ERR_TLS_CERT_ALTNAME_INVALID" ? "other_name" : undefined;
}

const ADVICE: Readonly<Record<Mismatch, string>> = {
  server_without_tls:
    "The base URL starts with https://, but the server speaks http on this port. Write http://, or the port of https.",
  server_without_http:
    "The base URL starts with http://, but the server speaks another protocol on this port, perhaps https. Write https://, or the port of http.",
  untrusted:
    "Its certificate is not signed by a known authority. If it is your own, name the authority's PEM file in NODE_EXTRA_CA_CERTS.",
  other_name: "Its certificate is for another name. Use a name of the certificate as the base URL.",
};

/** A sentence that says what to check. */
export function adviceFor(
  code: string | undefined,
  { proxy, isProxys }: { readonly proxy: string | undefined; readonly isProxys: boolean },
): string {
  const mismatch = mismatchOf(code);
  if (mismatch !== undefined) return ADVICE[mismatch];
  if (code !== undefined && UNKNOWN_NAME.test(code)) {
    return proxy === undefined
      ? "The name is unknown here: check its spelling in the base URL, and the network."
      : `A name is unknown here: check the base URL, the proxy ${proxy}, and the network.`;
  }
  if (isProxys) return `Check the proxy ${proxy ?? ""}, and the user and password in its URL.`;
  if (code === CLOSED && proxy === undefined) {
    return "Check the base URL, also whether it must start with https://, and that the server is running.";
  }
  return proxy === undefined
    ? "Check the base URL, and that the server is running."
    : `Check the base URL, that the server is running, and the proxy ${proxy}.`;
}
