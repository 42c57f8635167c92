// A web site on its own origin, for pages with forms.
import { serveOnLoopback } from "../harness/loopback.ts";

export interface Page {
  readonly html: string;
  /** Defaults to utf-8. */
  readonly charset?: string;
}

/** A file that a page is given to send. */
export const textFile = (name: string, text: string, mimeType = "text/plain") => ({
  name,
  mimeType,
  buffer: Buffer.from(text),
});

export interface RecordedPost {
  readonly contentType: string;
  readonly body: Buffer;
}

export interface Site {
  readonly url: string;
  show(path: string, page: Page): void;
  /** Resolves with the oldest post that was not returned yet, or the next one to arrive. */
  nextPost(): Promise<RecordedPost>;
  close(): void;
}

/** Escapes all characters outside ASCII, so that a page has the same text in every encoding. */
export const asciiHtml = (html: string): string =>
  Array.from(html)
    .map((character) =>
      (character.codePointAt(0) ?? 0) > 0x7e ? `&#${character.codePointAt(0)};` : character,
    )
    .join("");

export async function openSite(): Promise<Site> {
  const pages = new Map<string, Page>();
  const posts: RecordedPost[] = [];
  let onPost = () => {};
  const { url, close } = await serveOnLoopback((incoming, answer) => {
    if (incoming.method === "POST") {
      void incoming.toArray().then((chunks) => {
        posts.push({
          contentType: incoming.headers["content-type"] ?? "",
          body: Buffer.concat(chunks as Buffer[]),
        });
        answer.end("posted");
        return onPost();
      });
      return;
    }
    const page = pages.get(new URL(incoming.url ?? "/", "http://site.test").pathname);
    if (page === undefined) {
      answer.writeHead(404).end();
      return;
    }
    const encoding = page.charset?.startsWith("utf-16") === true ? "utf16le" : "latin1";
    answer.writeHead(200, { "content-type": `text/html; charset=${page.charset ?? "utf-8"}` });
    answer.end(Buffer.from(asciiHtml(page.html), encoding));
  });
  const site: Site = {
    url,
    show: (path, page) => void pages.set(path, page),
    async nextPost() {
      const arrived = posts.shift();
      if (arrived !== undefined) return arrived;
      await new Promise<void>((resolve) => (onPost = resolve));
      return site.nextPost();
    },
    close,
  };
  return site;
}
