/**
 * The keyboard shortcuts of the inbox and of a submission's page: the one list of them, shown as a dialog, which
 * keys.js reads. Hidden until that script runs. They can be turned off, as WCAG 2.1.4 requires of single letters.
 */

type ShortcutPage = "inbox" | "submission";

/** Key, what it does, and the only page that has it. Enter is the browser's own. */
const SHORTCUTS: readonly (readonly [key: string, action: string, only?: ShortcutPage])[] = [
  ["j", "Next submission"],
  ["k", "Previous submission"],
  ["Enter", "Open the submission", "inbox"],
  ["x", "Select the submission", "inbox"],
  ["e", "Done, or not done"],
  ["s", "Spam, or not spam"],
  ["#", "Trash, or restore"],
  ["z", "Undo the last move"],
  ["r", "Write a reply", "submission"],
  ["n", "Write a note", "submission"],
  ["t", "Add tags", "submission"],
  ["u", "Back to the list", "submission"],
  ["/", "Search"],
  ["?", "Keyboard shortcuts"],
];

export const Shortcuts = ({ page }: { readonly page: ShortcutPage }) => (
  <div class="keys" hidden>
    <button type="button" class="plain small" data-key="?">
      Keyboard shortcuts
    </button>
    <dialog id="shortcuts" aria-labelledby="shortcuts-title">
      <h2 id="shortcuts-title">Keyboard shortcuts</h2>
      <dl>
        {SHORTCUTS.filter(([, , only = page]) => only === page).map(([key, action]) => (
          <>
            <dt>
              <kbd data-shortcut={key}>{key}</kbd>
            </dt>
            <dd>{action}</dd>
          </>
        ))}
      </dl>
      <p class="small soft">
        {page === "inbox"
          ? "Without a selection, e, s and # apply to the focused row."
          : "e, s and # open the next submission of the list that you came from."}
      </p>
      <div class="check">
        <input type="checkbox" id="keys-on" checked />
        <label for="keys-on">Enable keyboard shortcuts</label>
      </div>
      <button type="button" data-close-shortcuts="">
        Close
      </button>
    </dialog>
  </div>
);
