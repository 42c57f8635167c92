/** What has just happened, with a button that undoes it if it can be undone. */
import type { Notice } from "../http/notice.ts";
import { UndoButton } from "./undo.tsx";

export function NoticeLine({ notice }: { readonly notice: Notice | undefined }) {
  if (notice === undefined) return null;
  const { sentence, undo } = notice;
  if (undo === undefined) {
    return (
      <p class="notice" role="status">
        {sentence}
      </p>
    );
  }
  return (
    <div class="notice row">
      <p role="status">{sentence}</p>
      <UndoButton {...undo} isKey />
    </div>
  );
}
