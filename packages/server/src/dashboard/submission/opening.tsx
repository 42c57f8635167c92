/** What opening a submission does to it: it is seen, and on forms with the switch also done. */
import type { Form, Submission } from "@intray/sdk/schemas";

/** A submission that a consumer leased or put off stays in the queue. */
export const isDoneWhenOpened = (
  { opening_marks_read }: Pick<Form, "opening_marks_read">,
  { read, claim }: Pick<Submission, "read" | "claim">,
): boolean => opening_marks_read && !read && claim === undefined;

/** What says what opening a submission of a form does. */
export interface OpenedForm extends Pick<Form, "id" | "opening_marks_read"> {
  readonly queue_consumer: object | null;
}

const SENTENCES = {
  done: "Opening marks as done.",
  seen: "Opening marks as seen, not as done.",
  program: "Opening does not mark as done, because a program reads this queue.",
} as const;

const modeOf = ({ opening_marks_read, queue_consumer }: OpenedForm): keyof typeof SENTENCES =>
  queue_consumer !== null ? "program" : opening_marks_read ? "done" : "seen";

/** @param props.forms One form, or all whose submissions are on the page. */
export function OpeningNote({ forms }: { readonly forms: readonly OpenedForm[] }) {
  const [first, ...others] = forms;
  if (first === undefined) return null;
  const mode = modeOf(first);
  const isSame = others.every((form) => modeOf(form) === mode);
  return (
    <p class="small soft opening">
      {isSame ? SENTENCES[mode] : "Whether opening marks as done is a setting of each form."}{" "}
      {others.length === 0 ? (
        <a href={`/dashboard/forms/${first.id}/advanced#opening-settings`}>
          {mode === "program" ? "Why?" : "Change"}
        </a>
      ) : null}
    </p>
  );
}
