/** The pages behind the links in e-mails. They work without scripts; only their buttons change something. */
import { frame, StatusIcon } from "../intake/page-frame.tsx";
import type { Language } from "../platform/language.ts";
import type { Subscription } from "../store/mail/subscriptions.ts";
import { LINK_TEXTS } from "./link-texts.ts";

interface Notice {
  readonly language: Language;
  readonly title: string;
  readonly text: string;
  readonly icon?: "good" | "bad";
  /** A button that posts to `action`, or to the page's own address. */
  readonly button?: { readonly label: string; readonly action?: string };
}

const notice = ({ language, title, text, icon, button }: Notice): Promise<string> =>
  frame({
    language,
    title,
    content: (
      <>
        {icon === undefined ? null : <StatusIcon kind={icon} />}
        <h1>{title}</h1>
        <p dir="auto">{text}</p>
        {button === undefined ? null : (
          <form method="post" action={button.action}>
            <button type="submit">{button.label}</button>
          </form>
        )}
      </>
    ),
  });

/** Asks whether an address should be confirmed. @param host The host of this installation. */
export function confirmPage(language: Language, address: string, host: string): Promise<string> {
  const { confirmTitle: title, confirmQuestion, confirm } = LINK_TEXTS[language];
  return notice({
    language,
    title,
    text: confirmQuestion(address, host),
    button: { label: confirm },
  });
}

export function confirmedPage(language: Language, address: string): Promise<string> {
  const { done: title, confirmed } = LINK_TEXTS[language];
  return notice({ language, title, text: confirmed(address), icon: "good" });
}

/**
 * Asks whether a subscription should end, or says that it has ended and offers to send a link that begins it again.
 */
export function subscriptionPage(
  language: Language,
  { address, form_name, is_subscribed }: Subscription,
  resubscribeAction: string,
): Promise<string> {
  const texts = LINK_TEXTS[language];
  return is_subscribed
    ? notice({
        language,
        title: texts.unsubscribeTitle,
        text: texts.unsubscribeQuestion(address, form_name),
        button: { label: texts.unsubscribe },
      })
    : notice({
        language,
        title: texts.done,
        text: texts.unsubscribed(address, form_name),
        icon: "good",
        button: { label: texts.subscribeAgain, action: resubscribeAction },
      });
}

/** Says that a link which subscribes again was sent. */
export function askedPage(language: Language, address: string): Promise<string> {
  const { askedTitle: title, asked } = LINK_TEXTS[language];
  return notice({ language, title, text: asked(address) });
}

/** Says that no such link can be sent now. */
export function cannotAskPage(language: Language, address: string): Promise<string> {
  const { subscribeAgain: title, cannotAsk } = LINK_TEXTS[language];
  return notice({ language, title, text: cannotAsk(address), icon: "bad" });
}

/** Asks whether an ended subscription should begin again. */
export function subscribePage(
  language: Language,
  { address, form_name }: Pick<Subscription, "address" | "form_name">,
): Promise<string> {
  const { subscribeAgain: title, subscribeQuestion } = LINK_TEXTS[language];
  const text = subscribeQuestion(address, form_name);
  return notice({ language, title, text, button: { label: title } });
}

export function subscribedPage(
  language: Language,
  { address, form_name }: Pick<Subscription, "address" | "form_name">,
): Promise<string> {
  const { done: title, subscribed } = LINK_TEXTS[language];
  return notice({ language, title, text: subscribed(address, form_name), icon: "good" });
}

/** Says why a link does nothing. If one of a confirmation has expired, the form's owner can send the message again. */
export function linkProblemPage(
  language: Language,
  problem: "unknown" | "expired" | "tooOften",
): Promise<string> {
  const { [`${problem}Title` as const]: title, [problem]: text } = LINK_TEXTS[language];
  return notice({ language, title, text, icon: "bad" });
}
