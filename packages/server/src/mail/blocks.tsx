/** What mails are built from: headings, entries, links and buttons. Styles are written into the elements. */
import type { Child } from "hono/jsx";
import { type Brand, buttonColors } from "../domain/brand.ts";
import { LIGHT } from "../platform/palette.ts";

export const TABLE = {
  role: "presentation",
  width: "100%",
  cellpadding: 0,
  cellspacing: 0,
  border: 0,
} as const;

export const Heading = ({ children }: { readonly children: Child }) => (
  <h1
    class="ink"
    dir="auto"
    style={`margin:0 0 8px;color:${LIGHT.ink};font-size:24px;line-height:1.25;font-weight:700;letter-spacing:-0.01em;`}
  >
    {children}
  </h1>
);

export const Subheading = ({ children }: { readonly children: Child }) => (
  <h2
    class="ink"
    style={`margin:28px 0 8px;color:${LIGHT.ink};font-size:17px;line-height:1.3;font-weight:700;`}
  >
    {children}
  </h2>
);

export const Soft = ({ children }: { readonly children: Child }) => (
  <p class="soft" style={`margin:0 0 20px;color:${LIGHT.soft};font-size:14px;line-height:1.5;`}>
    {children}
  </p>
);

export const Paragraph = ({ children }: { readonly children: Child }) => (
  <p dir="auto" style="margin:0 0 16px;">
    {children}
  </p>
);

/** Lines of text, since not every mail program keeps line breaks of the source. */
export const Lines = ({ text }: { readonly text: string }) => (
  <>
    {text.split("\n").map((line, index) =>
      index === 0 ? (
        line
      ) : (
        <>
          <br />
          {line}
        </>
      ),
    )}
  </>
);

export type Entry = { readonly name: string; readonly value: Child };

/** Names with their values, one below the other. */
export const Entries = ({ entries }: { readonly entries: readonly Entry[] }) => (
  <table {...TABLE} style="margin:0 0 8px;">
    {entries.map(({ name, value }) => (
      <tr>
        <td class="line" style={`padding:12px 0;border-top:1px solid ${LIGHT.line};`}>
          <div
            class="soft"
            dir="auto"
            style={`margin:0 0 2px;color:${LIGHT.soft};font-size:13px;line-height:1.4;`}
          >
            {name}
          </div>
          <div class="ink" dir="auto" style={`color:${LIGHT.ink};`}>
            {value}
          </div>
        </td>
      </tr>
    ))}
  </table>
);

export function Facts({ facts }: { readonly facts: readonly Entry[] }) {
  if (facts.length === 0) return null;
  return (
    <div
      class="line"
      style={`margin:0 0 16px;padding:14px 0 0;border-top:1px solid ${LIGHT.line};`}
    >
      <table {...TABLE}>
        {facts.map(({ name, value }) => (
          <tr>
            <td
              class="soft"
              valign="top"
              style={`${FACT}width:96px;padding:3px 12px 3px 0;color:${LIGHT.soft};`}
            >
              {name}
            </td>
            <td
              class="ink"
              dir="auto"
              valign="top"
              style={`${FACT}padding:3px 0;color:${LIGHT.ink};`}
            >
              {value}
            </td>
          </tr>
        ))}
      </table>
    </div>
  );
}

const FACT = "font-size:14px;line-height:1.45;";

export const InlineEntry = ({ name, value }: { readonly name: string; readonly value: string }) => (
  <div dir="auto" style="font-size:14px;line-height:1.5;">
    <SoftSpan>{name}:</SoftSpan> {value}
  </div>
);

export const SoftSpan = ({ children }: { readonly children: Child }) => (
  <span class="soft" style={`color:${LIGHT.soft};`}>
    {children}
  </span>
);

export function TextLink({ href, children }: { readonly href: string; readonly children: Child }) {
  return (
    <a href={href} style="color:inherit;text-decoration:underline;">
      {children}
    </a>
  );
}

interface ButtonProps {
  readonly href: string;
  readonly brand: Brand;
  readonly isSecondary?: boolean;
  readonly children: Child;
}

export function Button({ href, brand, isSecondary = false, children }: ButtonProps) {
  const own = buttonColors(brand);
  const { background, text } = own ?? { background: LIGHT.ink, text: LIGHT.card };
  const look = isSecondary
    ? `font-weight:500;color:${LIGHT.ink};border:1px solid ${LIGHT.line};`
    : `font-weight:600;background-color:${background};color:${text};border:1px solid ${background};`;
  // The form's own colors stay in dark mode.
  return (
    <a
      class={`button ${isSecondary ? "secondary" : own === undefined ? "primary" : ""}`.trim()}
      href={href}
      style={`display:inline-block;margin:8px 8px 0 0;padding:11px 20px;border-radius:8px;font-size:15px;line-height:1.3;text-decoration:none;${look}`}
    >
      {children}
    </a>
  );
}
