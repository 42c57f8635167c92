/** Pages that ask before something is done: what is deleted, or what receivers get again. */
import type { Child } from "hono/jsx";
import { AppError } from "../../domain/errors.ts";
import { assetUrl } from "../http/assets.ts";
import type { Posted } from "../http/body.ts";
import type { DashboardContext } from "../http/env.ts";
import { RequestKeyInput } from "../http/request-key.tsx";
import { Card } from "./card.tsx";
import { Hidden, type HiddenValues, PostForm, TextField, LinkButton } from "./fields.tsx";
import { type PageContent, showPage } from "./page.tsx";

/** Name of the buttons that answer the question; their value is the answer. */
export const ANSWER = "confirmed";

export const ONLY_UNDELIVERED = ["undelivered", "Send only what was not delivered"] as const;

interface Question {
  readonly section: NonNullable<PageContent["section"]>;
  readonly title: string;
  /** Default: the title as a question. */
  readonly heading?: string;
  /** What is done, and what that means. */
  readonly text: Child;
  /** Where the answer is posted. */
  readonly action: string;
  /** Posted with the answer: what was posted to get here. */
  readonly values?: HiddenValues;
  /** More inputs. */
  readonly inputs?: Child;
  /** Value and label; the first one is the safest. */
  readonly answers: readonly (readonly [value: string, label: string])[];
  /** Name of the buttons. */
  readonly answer?: string;
  readonly isDangerous?: boolean;
  /** The page to go back to. */
  readonly back: string;
  readonly backLabel?: string;
  /** What the inbox's script does: `post` shows the response in this page, `continue` also answers by itself. */
  readonly script?: "post" | "continue";
}

export function askFirst(c: DashboardContext, question: Question): Promise<Response> {
  const { section, title, heading = `${title}?`, text, action, values = {}, inputs } = question;
  const { answers, answer = ANSWER, isDangerous = false, back, script } = question;
  return showPage(c, {
    title,
    section,
    scripts: script === undefined ? [] : [assetUrl("inbox.js")],
    heading,
    content: (
      <form
        class="card"
        method="post"
        action={action}
        data-in-place={script === undefined ? undefined : ""}
        data-continue={script === "continue" ? "" : undefined}
      >
        <p role={script === "continue" ? "status" : undefined}>{text}</p>
        <RequestKeyInput />
        <Hidden values={values} />
        {inputs}
        <div class="row">
          {answers.map(([value, label], index) => (
            <button
              class={isDangerous ? "danger" : index === 0 ? "main" : undefined}
              name={answer}
              value={value}
            >
              {label}
            </button>
          ))}
          <LinkButton to={back} label={question.backLabel ?? "Cancel"} />
        </div>
      </form>
    ),
  });
}

type Deletable = "form" | "webhook";

const NAME_FIELD = "confirm_name";

/** Returns an error unless the name was typed correctly. */
export function deletionError(posted: Posted, what: Deletable, name: string): AppError | undefined {
  if (posted.text(NAME_FIELD).trim() === name.trim()) return undefined;
  return new AppError(
    "invalid",
    `Nothing was deleted. To confirm, type the ${what}'s exact name: ${name}`,
  );
}

interface DeletionCardProps {
  readonly what: Deletable;
  readonly name: string;
  readonly action: string;
  readonly error: AppError | undefined;
  readonly children: Child;
}

/** Deletion that is confirmed by typing the name. @param props.children What else is deleted. */
export const DeletionCard = ({ what, name, action, error, children }: DeletionCardProps) => (
  <Card id="delete" title={`Delete ${what}`}>
    <p>{children}</p>
    <PostForm action={action} error={error} button={`Delete ${what} permanently`} look="danger">
      <TextField
        name={NAME_FIELD}
        label={`Name of the ${what}`}
        hint={`To confirm, type ${name}`}
        autocomplete="off"
        required
      />
    </PostForm>
  </Card>
);
