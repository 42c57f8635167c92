/**
 * Loads at the start what packages would read from disk at their first use. By then the process may have no
 * file handle left, and the request or the delivery that came first would fail.
 */
import { handlebars } from "../delivery/template/handlebars.ts";
import { isDisposableDomain } from "../domain/disposable-domain.ts";

export function loadAhead(): void {
  isDisposableDomain("example.org");
  handlebars();
}
