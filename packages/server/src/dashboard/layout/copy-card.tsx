/** A card with a text and a button that copies it. */
import type { Child } from "hono/jsx";
import { Card } from "./card.tsx";

interface CopyCardProps {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly wraps?: boolean;
  readonly children?: Child;
}

/** @param props.id Of the element with the text. @param props.wraps Whether long lines are wrapped. */
export const CopyCard = ({ id, title, text, wraps = false, children }: CopyCardProps) => (
  <Card
    title={title}
    actions={
      <button type="button" data-copy={id} hidden>
        Copy
      </button>
    }
  >
    <pre id={id} class={wraps ? "wrap" : undefined} tabindex={0}>
      {text}
    </pre>
    {children}
  </Card>
);
