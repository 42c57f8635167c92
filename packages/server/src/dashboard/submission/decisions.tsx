/** What the rules of the form decided about a submission, and why it was not sent somewhere. */
import type { DecisionList } from "@intray/sdk/schemas";
import { Card } from "../layout/card.tsx";
import { Table } from "../layout/lists.tsx";
import { Text } from "../layout/user-text.tsx";

export function SubmissionDecisions({
  of: { decisions, changed_since },
}: {
  readonly of: DecisionList;
}) {
  if (decisions.length === 0 && !changed_since) return null;
  return (
    <Card title="Rules">
      {changed_since ? (
        <p class="soft">
          The rules have changed since it was posted, so what they said then is not known any more.
        </p>
      ) : (
        <Table
          class="findings"
          rows={decisions}
          columns={[
            {
              heading: "Rule or destination",
              cell: ({ name, because }) => (
                <>
                  <Text of={name} />{" "}
                  <div class="small soft">
                    <Text of={because} />
                  </div>
                </>
              ),
            },
            {
              heading: "Result",
              cell: ({ kind, applies }) =>
                kind === "rule"
                  ? applies
                    ? "Applied"
                    : "Not applied"
                  : applies
                    ? "To be sent"
                    : "Not sent",
            },
          ]}
        />
      )}
    </Card>
  );
}
