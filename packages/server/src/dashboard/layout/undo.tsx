/** The button that undoes an act. */
import type { Undo } from "../http/notice.ts";
import { Hidden } from "./fields.tsx";

type UndoButtonProps = Undo & { readonly about?: string; readonly isKey?: boolean };

/**
 * @param props.about What is undone, for a button among others of its kind.
 * @param props.isKey Whether the key z presses the button.
 */
export const UndoButton = ({ about, isKey = false, token, to }: UndoButtonProps) => (
  <form method="post" action="/dashboard/undo" data-in-place="">
    <Hidden values={{ undo: token, to }} />
    <button
      data-undo
      data-key={isKey ? "z" : undefined}
      aria-label={about === undefined ? undefined : `Undo ${about}`}
    >
      Undo
    </button>
  </form>
);
