/** What is known about a submission besides what was typed: where from, whether it is spam, how promising. */
import type { Child } from "hono/jsx";
import type { Submission } from "@intray/sdk/schemas";
import { Timestamp } from "../format/timestamp.tsx";
import { truncateAt } from "../format/truncation.ts";
import { visible } from "../format/safe-text.ts";
import { AddressLink, Text } from "../layout/user-text.tsx";
import { browserName } from "../account/user-agent.ts";

const MAX_QUERY_PAIRS = 20;
const MAX_CHARACTERS = 500;

export function SubmissionFacts({ submission }: { readonly submission: Submission }) {
  return (
    <div class="facts">
      <Lead submission={submission} />
      <Spam submission={submission} />
      <Claim submission={submission} />
      <Source submission={submission} />
      <section class="card">
        <h2>Times</h2>
        <dl>
          <Fact name="Arrived">
            <Timestamp at={submission.created_at} />
          </Fact>
          <Fact name="Changed">
            <Timestamp at={submission.updated_at} />
          </Fact>
          <Fact name="Sent on">
            <Timestamp at={submission.webhook_sent_at} otherwise="not yet" />
          </Fact>
        </dl>
      </section>
    </div>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children?: Child }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Source({ submission }: { readonly submission: Submission }) {
  const { source_url, source_query, referrer, ip, user_agent } = submission;
  const place = [
    submission.geocoded_city,
    submission.geocoded_region,
    submission.geocoded_country,
  ].filter((part) => part !== null);
  const campaign = (source_query ?? []).slice(0, MAX_QUERY_PAIRS);
  return (
    <section class="card">
      <h2>Where from</h2>
      <dl>
        <Fact name="Page">{source_url === null ? UNKNOWN : <SourceUrl of={source_url} />}</Fact>
        {referrer === null || referrer === source_url ? null : (
          <Fact name="Referrer">
            <SourceUrl of={referrer} />
          </Fact>
        )}
        {campaign.map(({ name, value }) => (
          <Fact name={UTM_LABELS.get(name.toLowerCase()) ?? visible(truncateAt(name, 60))}>
            <Text of={truncateAt(value, MAX_CHARACTERS)} />
          </Fact>
        ))}
        <Fact name="IP address">{ip ?? UNKNOWN}</Fact>
        {place.length === 0 ? null : (
          <Fact name="Place">
            <Text of={place.join(", ")} />
          </Fact>
        )}
        <Fact name="Browser">
          {user_agent === null ? (
            UNKNOWN
          ) : (
            <details>
              <summary>
                <Text of={browserName(user_agent)} />
              </summary>
              <span class="small">
                <Text of={truncateAt(user_agent, MAX_CHARACTERS)} />
              </span>
            </details>
          )}
        </Fact>
      </dl>
    </section>
  );
}

const UNKNOWN = <span class="soft">not told</span>;

/** What the parts of a campaign's link are called. */
const UTM_LABELS: ReadonlyMap<string, string> = new Map([
  ["utm_source", "Source"],
  ["utm_medium", "Medium"],
  ["utm_campaign", "Campaign"],
  ["utm_term", "Term"],
  ["utm_content", "Content"],
]);

function SourceUrl({ of }: { readonly of: string }) {
  return of.length > MAX_CHARACTERS ? (
    <Text of={`${truncateAt(of, MAX_CHARACTERS)} …`} />
  ) : (
    <AddressLink to={of} />
  );
}

function Spam({ submission }: { readonly submission: Submission }) {
  const { spam, spam_findings = [], spam_reason } = submission;
  // Ham keeps no findings.
  if (!spam) return null;
  const sum = spam_findings.reduce((total, { weight }) => total + weight, 0);
  return (
    <section class="card">
      <h2>Taken for spam</h2>
      <table class="findings">
        <thead class="visually-hidden">
          <tr>
            <th>Why</th>
            <th>Weight</th>
          </tr>
        </thead>
        <tbody>
          {spam_findings.map(({ check, sentence, weight }) => (
            <tr>
              <td>
                <Text of={sentence} /> <span class="small soft">{check}</span>
              </td>
              <td class="number">{signed(weight)}</td>
            </tr>
          ))}
          {spam_findings.length === 0 ? null : (
            <tr>
              <td>
                <strong>Together</strong>{" "}
                <span class="small soft">from 1 on it is taken for spam</span>
              </td>
              <td class="number">
                <strong>{signed(sum)}</strong>
              </td>
            </tr>
          )}
        </tbody>
      </table>
      {spam_findings.length > 0 || spam_reason === null ? null : (
        <p>
          Reason: <Text of={spam_reason} />
        </p>
      )}
    </section>
  );
}

const signed = (weight: number) => `${weight < 0 ? "\u2212" : "+"}${Math.abs(weight).toFixed(2)}`;

function Lead({ submission: { lead_agent, spam } }: { readonly submission: Submission }) {
  if (lead_agent === undefined || lead_agent === null) return null;
  const { score, score_reasoning, score_location_info } = lead_agent;
  return (
    <section class="card">
      <h2>Lead score</h2>
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
    </section>
  );
}

function Claim({ submission: { claim, claim_count } }: { readonly submission: Submission }) {
  if (claim === undefined && claim_count === 0) return null;
  return (
    <section class="card">
      <h2>In the queue</h2>
      {claim === undefined ? null : (
        <p>
          {claim.state === "dead"
            ? "Given up by its consumer: no claim takes it."
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
    </section>
  );
}
