/** The card about a form's rejected posts: how many, why, from which page, and what to do. */
import type {
  Form,
  PostRejectionReason,
  RejectedPostCounts,
  RejectedPostReason,
} from "@intray/sdk/schemas";
import { plural } from "../format/quantities.ts";
import { Timestamp } from "../format/timestamp.tsx";
import { Card } from "../layout/card.tsx";
import { Text } from "../layout/user-text.tsx";
import { type Tab, TABS, tabUrl } from "./groups.ts";

interface Explanation {
  /** Follows "because". */
  readonly because: string;
  readonly toDo: string;
  /** The tab where it is done. */
  readonly at?: Tab;
}

export const EXPLANATIONS: Readonly<Record<PostRejectionReason, Explanation>> = {
  origin: {
    because: "their site is not among the allowed domains",
    toDo: "If the site is yours, add its domain.",
    at: "spam",
  },
  rule: {
    because: "fields break the field rules",
    toDo: "Compare the page with the rules.",
    at: "fields",
  },
  size: {
    because: "they exceed a limit of the server",
    toDo: "Have the page send less, or raise the limits in the settings of the server.",
  },
  rate: {
    because: "too many came from one address",
    toDo: "If they are wanted, switch off the check of the rate.",
    at: "spam",
  },
  method: {
    because: "their fields did not arrive by POST",
    toDo: 'Add method="post" to the form of the page.',
    at: "install",
  },
  format: {
    because: "their content could not be read",
    toDo: "Compare the page with the snippet.",
    at: "install",
  },
  empty: {
    because: "they had no data",
    toDo: "Check that the inputs of the page have names.",
    at: "install",
  },
  timeout: { because: "they did not arrive in time", toDo: "Their senders can send them again." },
  storage: {
    because: "the quota for files is used up",
    toDo: "Delete submissions with files, or raise the quota in the settings of the server.",
  },
  loop: {
    because: "a webhook leads back to the form",
    toDo: "Change the URL of the webhook.",
    at: "webhooks",
  },
  archived: {
    because: "the form is archived",
    toDo: "Take it off the page, or bring it back.",
    at: "advanced",
  },
  server: {
    because: "the server was overloaded, stopping, or without its database",
    toDo: "The log of the server says more.",
  },
};

/** Nothing if no post was rejected. */
export function RejectedPostsCard({
  form,
  counts: { count, reasons },
}: {
  readonly form: Pick<Form, "id">;
  readonly counts: RejectedPostCounts;
}) {
  if (count === 0) return null;
  return (
    <Card id="rejected" title="Rejected posts">
      <p>
        {`${plural(count, "post")} of the last 7 days ${count === 1 ? "was" : "were"} rejected and not stored:`}
      </p>
      <ul>
        {reasons.map((reason) => (
          <Reason form={form} of={reason} />
        ))}
      </ul>
    </Card>
  );
}

type ReasonProps = { readonly form: Pick<Form, "id">; readonly of: RejectedPostReason };

function Reason({ form, of: { reason, count, last_at, examples } }: ReasonProps) {
  const { because, toDo, at } = EXPLANATIONS[reason];
  const [newest] = examples;
  const pages = new Set(examples.flatMap(({ page }) => page ?? []));
  const wrong = new Set(examples.flatMap(({ problems }) => problems.map(({ field }) => field)));
  return (
    <li>
      <strong>{count.toLocaleString("en")}</strong>
      {` because ${because}. ${toDo} `}
      {at === undefined ? null : <a href={tabUrl(form.id, at)}>{`Tab ${TABS[at][0]}`}</a>}
      <div class="soft small">
        The newest came <Timestamp at={last_at} />
      </div>
      <Names label="Pages" of={pages} />
      <Names label="Wrong fields" of={wrong} />
      <Names label="Fields of the newest" of={new Set(newest?.fields)} />
    </li>
  );
}

function Names({ label, of }: { readonly label: string; readonly of: ReadonlySet<string> }) {
  if (of.size === 0) return null;
  return (
    <div class="soft small">
      {`${label}: `}
      <Text of={[...of].join(", ")} />
    </div>
  );
}
