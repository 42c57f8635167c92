/** A form whose every post is rejected, as an issue of the overview. */
import type { RejectingForm } from "../../store/statistics/rejected-posts.ts";
import { EXPLANATIONS } from "../forms/rejected-posts.tsx";
import { Text } from "../layout/user-text.tsx";

export function RejectedPosts({
  form: { id, name, total, count, reason },
}: {
  readonly form: RejectingForm;
}) {
  const most = count === total ? "all" : String(count);
  return (
    <>
      {`The last ${total} posts to `}
      <a href={`/dashboard/forms/${id}`}>
        <Text of={name} />
      </a>
      {` were rejected and not stored, ${most} because ${EXPLANATIONS[reason].because}. `}
      <a href={`/dashboard/forms/${id}#rejected`}>What to do</a>
    </>
  );
}
