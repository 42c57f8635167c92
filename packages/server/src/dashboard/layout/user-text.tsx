/** Untrusted text as elements: isolated from its neighbors, and linked only where a link is safe. */
import { isEmail } from "../../domain/submission/submission.ts";
import { textParts, visible, webAddress } from "../../platform/text/safe-text.ts";

/** For links to untrusted URLs: no opener, no referrer, and no endorsement for search engines. */
const REL = "noopener noreferrer nofollow ugc";

/** Plain text without links. */
export const Text = ({ of }: { readonly of: string }) => <bdi>{visible(of)}</bdi>;

/** Text with line breaks; web addresses and a value that is an e-mail address become links. */
export function LinkedText({ of }: { readonly of: string }) {
  if (isEmail(of)) return <MailLink to={of} />;
  return (
    <bdi>
      {textParts(of).map(({ text, href }) =>
        href === undefined ? (
          visible(text)
        ) : (
          <a href={href} rel={REL}>
            {visible(text)}
          </a>
        ),
      )}
    </bdi>
  );
}

/** A text that is one URL; only http and https URLs become links. */
export function AddressLink({ to }: { readonly to: string }) {
  const href = webAddress(to);
  if (href === undefined) return <Text of={to} />;
  return (
    <a href={href} rel={REL}>
      <Text of={to} />
    </a>
  );
}

const MailLink = ({ to }: { readonly to: string }) => (
  <a href={`mailto:${encodeURIComponent(to).replace("%40", "@")}`} rel={REL}>
    <Text of={to} />
  </a>
);
