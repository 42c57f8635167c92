/** The search of the API reference: a script in the page, which the page's policy allows by its hash. */
import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { raw } from "hono/html";
import { packageFile } from "../platform/package-files.ts";

const SCRIPT = readFileSync(packageFile("assets/docs-search.js"), "utf8");

/** The script's source in a Content-Security-Policy. */
export const SEARCH_SOURCE = `'sha256-${hash("sha256", SCRIPT, "base64")}'`;

/** Hidden until its script runs. */
export function Search() {
  return (
    <div id="search" role="search" hidden>
      <label for="query">Search operations and schemas</label>
      <input id="query" type="search" autocomplete="off" aria-describedby="query-hint" />
      <p class="note" id="query-hint">
        Press <kbd>/</kbd> to search, <kbd>Enter</kbd> to open the first result.
      </p>
      <p class="note" role="status"></p>
      <ul></ul>
    </div>
  );
}

/** To be right behind {@link Search}, so that nothing has been painted when the search appears. */
export const SearchScript = () => <script>{raw(SCRIPT)}</script>;
