/** Where requests go: to the one origin of the client, and nowhere else. */
import { IntrayError } from "../errors.ts";
import type { QueryValue } from "../options.ts";

type Steps = readonly (string | number)[];

/** Under `/api/v1`: text as it is, or steps of which each is encoded. `outside`: beside it. */
export type Path = string | Steps | { readonly outside: Steps };

const API = "/api/v1";

export class Address {
  readonly #origin: string;
  readonly #root: string;

  /** @throws IntrayError of kind `usage` for what is no address of a server. */
  constructor(baseUrl: string) {
    if (!URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol)) {
      throw new IntrayError(
        "usage",
        `The base URL "${baseUrl}" is no address of a server; write it as https://forms.example.org.`,
      );
    }
    const url = new URL(baseUrl);
    this.#origin = url.origin;
    this.#root = url.pathname.replace(/\/+$/, "").replace(/\/api\/v1$/, "");
  }

  /** @throws IntrayError of kind `usage` for another server, or a step that would leave the path. */
  of(path: Path, query: Readonly<Record<string, QueryValue>> = {}): string {
    const target =
      typeof path === "object" && "outside" in path
        ? this.#root + encoded(path.outside)
        : this.#resolve(typeof path === "string" ? path : encoded(path));
    if (!URL.canParse(target, this.#origin)) {
      throw new IntrayError("usage", `"${target}" is no path; write it as /submissions/7.`);
    }
    const url = new URL(target, this.#origin);
    if (url.origin !== this.#origin) {
      throw new IntrayError(
        "usage",
        `${url.origin} is not the server of this client; the key is sent to ${this.#origin} only.`,
      );
    }
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined && value !== null) url.searchParams.set(name, String(value));
    }
    return url.href;
  }

  /** The path as the API's document has it, `/api/v1` included and a query left out. */
  inDocument(path: Path): string {
    return new URL(this.of(path)).pathname.slice(this.#root.length);
  }

  #resolve(path: string): string {
    if (/^[a-z][a-z0-9+.-]*:/i.test(path) || path.startsWith("//")) return path;
    const inner = path.startsWith(`${API}/`) ? path.slice(API.length) : path;
    return `${this.#root}${API}${inner.startsWith("/") ? "" : "/"}${inner}`;
  }
}

/** For messages. */
export function pathText(path: Path): string {
  if (typeof path === "string") return path;
  return `/${("outside" in path ? path.outside : path).join("/")}`;
}

/** An id that a URL would read as "here", "above" or nothing names some other record, or a list. */
function encoded(steps: Steps): string {
  const parts = steps.map((step) => String(step).toWellFormed());
  const wrong = parts.find((part) => part === "" || part === "." || part === "..");
  if (wrong !== undefined) {
    throw new IntrayError("usage", `"${wrong}" is no id; give the id or the uuid of a record.`);
  }
  return `/${parts.map(encodeURIComponent).join("/")}`;
}
