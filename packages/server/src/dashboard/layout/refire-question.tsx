/** Asks before receivers get something again that they have already accepted. */
import type { Posted } from "../http/body.ts";
import type { DashboardContext } from "../http/env.ts";
import { RequestKeyInput } from "../http/request-key.tsx";
import { type PageContent, showPage } from "./page.tsx";

/** Name of the buttons that answer the question; their value is the answer. */
export const ANSWER = "confirmed";

export const ONLY_UNDELIVERED = ["undelivered", "Send only what was not delivered"] as const;

interface Question {
  readonly section: NonNullable<PageContent["section"]>;
  readonly title: string;
  /** What is sent, and what that means. */
  readonly text: string;
  /** The address that was posted to, which is posted to again with the same inputs. */
  readonly action: string;
  readonly posted: Posted;
  /** Names of the inputs that are posted again. */
  readonly inputs: readonly string[];
  /** Value and label; the first one is the safest. */
  readonly answers: readonly (readonly [value: string, label: string])[];
  /** The page to go back to. */
  readonly back: string;
}

export async function askBeforeRefire(c: DashboardContext, question: Question): Promise<Response> {
  const { section, title, text, action, posted, inputs, answers, back } = question;
  return showPage(c, {
    title,
    section,
    content: (
      <>
        <h1>{`${title}?`}</h1>
        <form class="card" method="post" action={action}>
          <p>{text}</p>
          <RequestKeyInput />
          {inputs.map((name) => (
            <input type="hidden" name={name} value={posted.text(name)} />
          ))}
          <div class="row">
            {answers.map(([value, label], index) => (
              <button class={index === 0 ? "main" : undefined} name={ANSWER} value={value}>
                {label}
              </button>
            ))}
            <a class="button" href={back}>
              Cancel
            </a>
          </div>
        </form>
      </>
    ),
  });
}
