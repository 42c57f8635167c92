/** The latest submissions. */
import type { Submission } from "@intray/sdk/schemas";
import { isUnseen, messagePreview, senderName } from "../inbox/row-text.ts";
import { Timestamp } from "../format/timestamp.tsx";
import { Text } from "../layout/user-text.tsx";

export function Latest({ submissions }: { readonly submissions: readonly Submission[] }) {
  return (
    <section class="card" aria-labelledby="latest">
      <h2 id="latest">Latest submissions</h2>
      {submissions.length === 0 ? (
        <p class="empty">The inbox is empty.</p>
      ) : (
        <>
          <ul class="latest">
            {submissions.map((submission) => (
              <Row submission={submission} />
            ))}
          </ul>
          <p>
            <a href="/dashboard/inbox">All submissions</a>
          </p>
        </>
      )}
    </section>
  );
}

function Row({ submission }: { readonly submission: Submission }) {
  const { id, form, created_at } = submission;
  const preview = messagePreview(submission);
  return (
    <li>
      <a href={`/dashboard/submissions/${id}`} class={isUnseen(submission) ? "unseen" : undefined}>
        <Text of={senderName(submission) ?? `Submission ${id}`} />
      </a>
      <span class="soft small">
        <Timestamp at={created_at} />
      </span>
      <div class="soft small excerpt">
        <Text of={form.name} />
        {preview === "" ? null : (
          <>
            {": "}
            <Text of={preview} />
          </>
        )}
      </div>
    </li>
  );
}
