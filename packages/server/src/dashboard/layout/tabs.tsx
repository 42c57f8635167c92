/** Links to the pages that a record is spread over. */
import type { Child } from "hono/jsx";

interface Tab {
  readonly label: Child;
  readonly to: string;
  readonly isCurrent: boolean;
  /** Ids that links to an older page name; dashboard.js opens the tab. */
  readonly anchors?: readonly string[];
}

export const Tabs = ({ label, of }: { readonly label: string; readonly of: readonly Tab[] }) => (
  <nav aria-label={label}>
    <ul class="tabs">
      {of.map(({ label: name, to, isCurrent, anchors = [] }) => (
        <li>
          <a href={to} aria-current={isCurrent ? "page" : undefined}>
            {anchors.map((id) => (
              <span id={id} />
            ))}
            {name}
          </a>
        </li>
      ))}
    </ul>
  </nav>
);
