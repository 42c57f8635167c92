/** Renders a description of openapi.yaml: paragraphs, and code between backticks. No other Markdown. */

export function Prose({ text }: { readonly text: string }) {
  const paragraphs = text.split(/\n\s*\n/).filter((one) => one.trim() !== "");
  return (
    <>
      {paragraphs.map((paragraph) => (
        <p>{paragraph.split("`").map((part, n) => (n % 2 === 0 ? part : <code>{part}</code>))}</p>
      ))}
    </>
  );
}
