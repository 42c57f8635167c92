/** Parts that pages are made of: cards, and figures. */
import type { Child } from "hono/jsx";

interface CardProps {
  readonly id?: string;
  readonly title?: Child;
  /** Id of the title, which then names the card as a region for screen readers. */
  readonly region?: string;
  /** Below the title. */
  readonly note?: Child;
  /** Beside the title. */
  readonly actions?: Child;
  /** The address that `refresh.js` updates it from. */
  readonly refresh?: string;
  readonly class?: string;
  readonly children?: Child;
}

export function Card(props: CardProps) {
  const { id, title, region, note, actions, refresh, class: look, children } = props;
  const name = title === undefined ? null : <h2 id={region}>{title}</h2>;
  const heading =
    note === undefined ? (
      name
    ) : (
      <div>
        {name}
        <p class="soft">{note}</p>
      </div>
    );
  return (
    <section
      class={look === undefined ? "card" : `card ${look}`}
      id={id}
      aria-labelledby={region}
      data-refresh={refresh}
    >
      {actions === undefined ? (
        heading
      ) : (
        <div class="head">
          {heading}
          {actions}
        </div>
      )}
      {children}
    </section>
  );
}

/** Names and values. @param props.isTotal For few, large numbers. */
export const Stats = ({
  of,
  isTotal = false,
}: {
  readonly of: readonly (readonly [name: string, value: Child])[];
  readonly isTotal?: boolean;
}) => (
  <dl class={isTotal ? "stats totals" : "stats"}>
    {of.map(([name, value]) => (
      <div>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

type FactsProps = { readonly of: readonly (readonly [name: string, value: Child])[] };

/** Names and values below each other, without those that are null. */
export const Facts = ({ of }: FactsProps) => (
  <dl>
    {of.map(([name, value]) =>
      value === null ? null : (
        <>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </>
      ),
    )}
  </dl>
);
