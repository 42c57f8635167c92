/** What has just happened, with a button that undoes it if it can be undone. */
import type { Notice } from "../http/notice.ts";

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
    <div class="notice row" role="status">
      <p>{sentence}</p>
      <form method="post" action={undo.action}>
        <input type="hidden" name="undo" value="yes" />
        <button name={undo.name} value={undo.value} data-key="z">
          Undo
        </button>
      </form>
    </div>
  );
}
