/** The metadata of a submission: lead score, spam findings, queue state, source and dates. */
import type { Child } from "hono/jsx";
import type { Submission } from "@intray/sdk/schemas";
import { UNKNOWN_PLACE } from "../../domain/submission/geo-location.ts";
import { FormTime, Timestamp } from "../format/timestamp.tsx";
import { timeZoneOrUtc } from "../../platform/time-zone.ts";
import { truncateAt } from "../../platform/text/truncation.ts";
import { visible } from "../../platform/text/safe-text.ts";
import { Card, Facts } from "../layout/card.tsx";
import { Table } from "../layout/lists.tsx";
import { AddressLink, Text } from "../layout/user-text.tsx";
import { browserName } from "../account/user-agent.ts";

const MAX_QUERY_PAIRS = 20;
const MAX_CHARACTERS = 500;

interface SubmissionFactsProps {
  readonly submission: Submission;
  /** Of the form. */
  readonly timezone: string;
  /** Cards above the facts. */
  readonly children?: Child;
}

export const SubmissionFacts = ({ submission, timezone, children }: SubmissionFactsProps) => (
  <div class="facts">
    {children}
    <Lead submission={submission} />
    <Spam submission={submission} />
    <Claim submission={submission} />
    <Source submission={submission} />
    <Card title="Dates">
      <Facts
        of={[
          [
            "Created",
            <>
              <Timestamp at={submission.created_at} />
              <div class="small soft">
                <FormTime at={submission.created_at} timezone={timeZoneOrUtc(timezone)} />
              </div>
            </>,
          ],
          [
            "Imported",
            submission.imported === undefined ? null : (
              <>
                from <Text of={submission.imported.from} />, posted there:{" "}
                <Timestamp at={submission.imported.submitted_at} otherwise="not known" />
              </>
            ),
          ],
          ...(
            [
              ["Seen", submission.seen_at],
              ["First answer", submission.answered_at ?? null],
              ["Updated", submission.updated_at],
              ["First sent to a webhook", submission.webhook_sent_at],
            ] as const
          ).map(([name, at]) => [name, <Timestamp at={at} otherwise="not yet" />] as const),
        ]}
      />
    </Card>
  </div>
);

function Source({ submission }: { readonly submission: Submission }) {
  const { source_url, source_query, referrer, ip, user_agent } = submission;
  const location = [
    submission.geocoded_city,
    submission.geocoded_region,
    submission.geocoded_country,
  ].filter((part) => part !== UNKNOWN_PLACE);
  const campaign = (source_query ?? []).slice(0, MAX_QUERY_PAIRS);
  return (
    <Card title="Source">
      <Facts
        of={[
          ["Page URL", source_url === null ? UNKNOWN : <SourceUrl of={source_url} />],
          [
            "Referrer",
            referrer === null || referrer === source_url ? null : <SourceUrl of={referrer} />,
          ],
          ...campaign.map(
            ({ name, value }) =>
              [
                UTM_LABELS.get(name.toLowerCase()) ?? visible(truncateAt(name, 60)),
                <Text of={truncateAt(value, MAX_CHARACTERS)} />,
              ] as const,
          ),
          ["IP address", ip ?? UNKNOWN],
          ["Location", location.length === 0 ? null : <Text of={location.join(", ")} />],
          ["Browser", user_agent === null ? UNKNOWN : <Browser of={user_agent} />],
        ]}
      />
    </Card>
  );
}

const Browser = ({ of }: { readonly of: string }) => (
  <details>
    <summary>
      <Text of={browserName(of)} />
    </summary>
    <span class="small">
      <Text of={truncateAt(of, MAX_CHARACTERS)} />
    </span>
  </details>
);

const UNKNOWN = <span class="soft">unknown</span>;

/** Labels of the UTM parameters of a campaign link. */
const UTM_LABELS: ReadonlyMap<string, string> = new Map([
  ["utm_source", "UTM source"],
  ["utm_medium", "UTM medium"],
  ["utm_campaign", "UTM campaign"],
  ["utm_term", "UTM term"],
  ["utm_content", "UTM content"],
]);

const SourceUrl = ({ of }: { readonly of: string }) =>
  of.length > MAX_CHARACTERS ? (
    <Text of={`${truncateAt(of, MAX_CHARACTERS)} …`} />
  ) : (
    <AddressLink to={of} />
  );

function Spam({ submission }: { readonly submission: Submission }) {
  const { spam, spam_findings = [], spam_reason } = submission;
  if (!spam && spam_findings.length === 0) return null;
  const sum = spam_findings.reduce((total, { weight }) => total + weight, 0);
  return (
    <Card title={spam ? "Spam findings" : "Possible spam"}>
      {spam ? null : (
        <p class="soft">Mark it as spam or not spam: such verdicts teach the classifier most.</p>
      )}
      <Table
        class="findings"
        rows={[
          ...spam_findings,
          ...(spam_findings.length === 0 ? [] : [{ check: null, sentence: "Total", weight: sum }]),
        ]}
        columns={[
          {
            heading: "Finding",
            cell: ({ check, sentence }) => (
              <>
                <Text of={sentence} />{" "}
                <span class="small soft">{check ?? "1.00 or more is spam"}</span>
              </>
            ),
          },
          { heading: "Weight", look: "number", cell: ({ weight }) => formatWeight(weight) },
        ]}
      />
      {spam_findings.length > 0 || spam_reason === null ? null : (
        <p>
          Reason: <Text of={spam_reason} />
        </p>
      )}
    </Card>
  );
}

const formatWeight = (weight: number) =>
  `${weight < 0 ? "\u2212" : "+"}${Math.abs(weight).toFixed(2)}`;

function Lead({ submission: { lead_agent, spam } }: { readonly submission: Submission }) {
  if (lead_agent === undefined || lead_agent === null) return null;
  const { score, score_reasoning, score_location_info } = lead_agent;
  return (
    <Card title="Lead score">
      {score === null ? (
        <p class="soft">{spam ? "Spam is not scored." : "Not scored yet."}</p>
      ) : (
        <p class="score">
          <strong>{String(score)}</strong>
          <span class="soft"> of 100</span>
          <meter min={0} max={100} value={score} aria-label="Lead score"></meter>
        </p>
      )}
      {score_reasoning === null ? null : (
        <p>
          <Text of={score_reasoning} />
        </p>
      )}
      {score_location_info === null ? null : (
        <p class="small soft">
          <Text of={score_location_info} />
        </p>
      )}
    </Card>
  );
}

function Claim({ submission: { claim, claim_count } }: { readonly submission: Submission }) {
  if (claim === undefined && claim_count === 0) return null;
  return (
    <Card title="Queue">
      {claim === undefined ? null : (
        <p>
          {claim.state === "dead"
            ? "Dead: given up by a consumer, no longer claimed."
            : claim.state === "leased"
              ? "Leased"
              : "Put off"}
          {claim.consumer === null ? null : (
            <>
              {" by "}
              <Text of={claim.consumer} />
            </>
          )}
          {claim.until === null ? null : (
            <>
              {" until "}
              <Timestamp at={claim.until} />
            </>
          )}
        </p>
      )}
      <p class="small soft">
        {claim_count === 1 ? "Claimed once." : `Claimed ${claim_count} times.`}
      </p>
    </Card>
  );
}
