/** The mail with the link by which an invited person chooses a password. */
import { ROLE_LABELS } from "../domain/account/role.ts";
import type { InvitationMail } from "../domain/account/sign-in-link.ts";
import { PLAIN } from "../domain/brand.ts";
import { Button, Heading, Paragraph } from "./blocks.tsx";
import type { Mail } from "./compose.ts";
import { longDate } from "./dates.ts";
import type { Envelope } from "./envelope.ts";
import { headerText } from "./header-text.ts";
import { layout } from "./layout.tsx";
import { paragraphs } from "./plain-text.ts";

/** Enough to recognize a name, too short for an advertisement to a stranger. */
const MAX_NAME_CHARACTERS = 60;
const MAX_PROJECTS_CHARACTERS = 200;
const OPEN = "Choose a password";
const IGNORE = "If you do not know why you got this e-mail, ignore it. Do not forward it.";

/** In English: an account has no language. */
export function invitation(
  { inviter, account, role, projects, url, expires_at }: InvitationMail,
  envelope: Envelope,
): Mail {
  const { host } = new URL(url);
  const nameOf = (text: string) => headerText(text, MAX_NAME_CHARACTERS);
  const subject = `Invitation to ${nameOf(account)}`;
  const names = projects?.map(nameOf).join(", ");
  const facts = [
    `${nameOf(inviter)} invites you to the account "${nameOf(account)}" on ${host}.`,
    `Your role is ${ROLE_LABELS[role]}.`,
    `Projects: ${names === undefined ? "all" : headerText(names, MAX_PROJECTS_CHARACTERS) || "none"}`,
    `The link works once, for 72 hours: until ${longDate({ language: "en", timezone: "UTC" }, expires_at)}.`,
  ];
  return {
    from: { name: host, address: envelope.fromAddress },
    to: envelope.to,
    subject,
    text: paragraphs([...facts, `${OPEN}: ${url}`, IGNORE]),
    html: layout({
      language: "en",
      brand: PLAIN,
      name: host,
      subject,
      preview: facts[0] ?? "",
      content: (
        <>
          <Heading>{subject}</Heading>
          {facts.map((fact) => (
            <Paragraph>{fact}</Paragraph>
          ))}
          <Button href={url} brand={PLAIN}>
            {OPEN}
          </Button>
        </>
      ),
      footer: IGNORE,
    }),
    messageId: envelope.messageId,
    date: envelope.date,
    autoSubmitted: "auto-generated",
  };
}
