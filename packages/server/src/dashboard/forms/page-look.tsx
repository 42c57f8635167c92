/** The card about the daily look at the page with a form. */
import type { PageLook } from "../../store/forms/page-looks.ts";
import { Timestamp } from "../format/timestamp.tsx";
import { Card, Facts } from "../layout/card.tsx";
import { Text } from "../layout/user-text.tsx";

interface PageLookCardProps {
  readonly url: string;
  /** The name of its field. */
  readonly honeypot: string;
  readonly look: PageLook | undefined;
}

/** @param look `undefined` before the first look. */
export function PageLookCard({ url, honeypot, look }: PageLookCardProps) {
  const { problem = null, found = null, changes = [] } = look ?? {};
  return (
    <Card id="page-look" title="The page with the form">
      <p>
        <Text of={url} />{" "}
        {look === undefined ? (
          "is looked at within ten minutes."
        ) : (
          <>
            was looked at <Timestamp at={look.looked_at} />.
          </>
        )}
      </p>
      {problem === null ? null : (
        <p class="wrong">
          <Text of={problem} />
        </p>
      )}
      {problem === null || found === null ? null : <p>When the form was last found:</p>}
      {found === null ? null : (
        <Facts
          of={[
            ["Posts to", <Text of={found.action} />],
            ["Fields", <Text of={found.fields.join(", ") || "none"} />],
            ["Honeypot", found.fields.includes(honeypot) ? "yes" : "no"],
            ["Captcha", found.captcha ?? "none"],
            ["intray.js", found.script ? "yes" : "no"],
          ]}
        />
      )}
      {changes.length === 0 ? null : (
        <p>
          Changed <Timestamp at={look?.changed_at ?? null} />: <Text of={changes.join(" ")} />
        </p>
      )}
    </Card>
  );
}
