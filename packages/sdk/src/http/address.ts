/** Builds request URLs, only for the origin of the client. */
import { IntrayError } from "../errors.ts";
import type { QueryValue } from "../options.ts";

type Segments = readonly (string | number)[];

/** A path below `/api/v1`: text used as is, or segments that are encoded. `outsideApi`: below the server's root. */
export type Path = string | Segments | { readonly outsideApi: Segments };

const API = "/api/v1";

export class Address {
  readonly #origin: string;
  readonly #root: string;

  /** @throws IntrayError of kind `usage` if the base URL is not an http or https URL. */
  constructor(baseUrl: string) {
    if (!URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol)) {
      throw new IntrayError(
        "usage",
        `The base URL "${baseUrl}" is not an http or https URL. Write it as https://forms.example.org.`,
      );
    }
    const url = new URL(baseUrl);
    this.#origin = url.origin;
    this.#root = url.pathname.replace(/\/+$/, "").replace(/\/api\/v1$/, "");
  }

  /** Returns the URL. @throws IntrayError of kind `usage` for another server, or an invalid path segment. */
  of(path: Path, query: Readonly<Record<string, QueryValue>> = {}): string {
    const target =
      typeof path === "object" && "outsideApi" in path
        ? this.#root + encode(path.outsideApi)
        : this.#resolve(typeof path === "string" ? path : encode(path));
    if (!URL.canParse(target, this.#origin)) {
      throw new IntrayError("usage", `"${target}" is not a path. Write it as /submissions/7.`);
    }
    const url = new URL(target, this.#origin);
    if (url.origin !== this.#origin) {
      throw new IntrayError(
        "usage",
        `${url.origin} is not the server of this client. The key is only sent to ${this.#origin}.`,
      );
    }
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined && value !== null) url.searchParams.set(name, String(value));
    }
    return url.href;
  }

  /** The path as in the API document: with `/api/v1`, without the query. */
  documentPath(path: Path): string {
    return new URL(this.of(path)).pathname.slice(this.#root.length);
  }

  #resolve(path: string): string {
    if (/^[a-z][a-z0-9+.-]*:/i.test(path) || path.startsWith("//")) return path;
    const inner = path.startsWith(`${API}/`) ? path.slice(API.length) : path;
    return `${this.#root}${API}${inner.startsWith("/") ? "" : "/"}${inner}`;
  }
}

/** The path as text, for messages. */
export function pathText(path: Path): string {
  if (typeof path === "string") return path;
  return `/${("outsideApi" in path ? path.outsideApi : path).join("/")}`;
}

/** Encodes path segments. Rejects an empty id, `.` and `..`: a URL would resolve them to another path. */
function encode(segments: Segments): string {
  const parts = segments.map((segment) => String(segment).toWellFormed());
  const invalid = parts.find((part) => part === "" || part === "." || part === "..");
  if (invalid !== undefined) {
    throw new IntrayError(
      "usage",
      `"${invalid}" is not an id. Use the id or the uuid of a record.`,
    );
  }
  return `/${parts.map(encodeURIComponent).join("/")}`;
}
