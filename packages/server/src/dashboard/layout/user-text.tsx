/** Texts of strangers as elements: apart from their neighbours, and linked where that is safe. */
import { isEmail } from "../../domain/submission.ts";
import { textParts, visible, webAddress } from "../format/safe-text.ts";

/** Of whatever strangers chose: nothing is told to the target, and nothing vouches for it. */
const REL = "noopener noreferrer nofollow ugc";

/** A word or a line. */
export function Text({ of }: { readonly of: string }) {
  return <bdi>{visible(of)}</bdi>;
}

/** Lines kept, web addresses linked. */
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

/** The whole text is one address; anything but http and https stays text. */
export function AddressLink({ to }: { readonly to: string }) {
  const href = webAddress(to);
  if (href === undefined) return <Text of={to} />;
  return (
    <a href={href} rel={REL}>
      <Text of={to} />
    </a>
  );
}

export function MailLink({ to }: { readonly to: string }) {
  return (
    <a href={`mailto:${encodeURIComponent(to).replace("%40", "@")}`} rel={REL}>
      <Text of={to} />
    </a>
  );
}
