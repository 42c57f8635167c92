/** Code that posts a form from a script or a framework, for the dashboard and docs/use/snippets.md. */
import { type SnippetForm, snippetParts } from "@intray/sdk/snippet";

interface FrameworkSnippet {
  /** For the element with the code. */
  readonly id: string;
  readonly name: string;
  /** Where the code belongs, and what to know. */
  readonly hint: string;
  readonly language: "html" | "jsx" | "astro";
  readonly code: string;
}

/** @param origin The server's public origin. */
export function frameworkSnippets(form: SnippetForm, origin: string): readonly FrameworkSnippet[] {
  const { address, encoding, lines } = snippetParts(form, origin);
  return [
    {
      id: "snippet-fetch",
      name: "fetch",
      hint: "In a page of your site: sends the form without leaving the page.",
      language: "html",
      code: `<form id="contact">
${indentLines(lines, 2)}
  <button>Send</button>
  <p id="answer" role="status"></p>
</form>
<script type="module">
  const form = document.querySelector("#contact");
  const answer = document.querySelector("#answer");

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const response = await fetch("${address}", { method: "POST", body: new FormData(form) });
      const { success, message } = await response.json();
      if (success) form.reset();
      answer.textContent = message;
    } catch {
      answer.textContent = "Not sent. Please try again.";
    }
  });
</script>`,
    },
    {
      id: "snippet-react",
      name: "React",
      hint: "A component for React 19 or newer.",
      language: "jsx",
      code: `${importing("useActionState", "react")}

async function send(_previous, fields) {
  try {
    const response = await fetch("${address}", { method: "POST", body: fields });
    const { success, message } = await response.json();
    return { success, message };
  } catch {
    return { success: false, message: "Not sent. Please try again." };
  }
}

export function ContactForm() {
  const [answer, action, isSending] = useActionState(send, undefined);
  if (answer?.success) return <p role="status">{answer.message}</p>;
  return (
    <form action={action}>
${indentLines(jsx(lines), 6)}
      <button disabled={isSending}>Send</button>
      {answer && <p role="alert">{answer.message}</p>}
    </form>
  );
}`,
    },
    {
      id: "snippet-next",
      name: "Next",
      hint: "app/contact/page.jsx: a server action, which works without script. The form sees the address of your server instead of the visitor's.",
      language: "jsx",
      code: `${importing("redirect", "next/navigation")}

async function send(fields) {
  "use server";
  const body = new FormData();
  for (const [name, value] of fields) {
    if (!name.startsWith("$ACTION")) body.append(name, value);
  }
  const response = await fetch("${address}", { method: "POST", body });
  if (!response.ok) throw new Error(\`The form answered with \${response.status}.\`);
  redirect("/thanks");
}

export default function Contact() {
  return (
    <form action={send}>
${indentLines(jsx(lines), 6)}
      <button>Send</button>
    </form>
  );
}`,
    },
    {
      id: "snippet-astro",
      name: "Astro",
      hint: "src/pages/contact.astro",
      language: "astro",
      code: `---
const form = "${address}";
---

<form action={form} method="post"${encoding}>
${indentLines(astro(lines), 2)}
  <input type="hidden" name="_source_url" value={Astro.url.href}>
  <button>Send</button>
</form>`,
    },
    {
      id: "snippet-hugo",
      name: "Hugo",
      hint: "layouts/shortcodes/contact.html; {{< contact >}} in a page shows it.",
      language: "html",
      code: `<form action="${address}" method="post"${encoding}>
${indentLines(hugo(lines), 2)}
  <input type="hidden" name="_source_url" value="{{ .Page.Permalink }}">
  <button>Send</button>
</form>`,
    },
  ];
}

/** Not written out: the snippet is no import of the server. */
const importing = (name: string, module: string) =>
  `${["import", `{ ${name} }`, "from", JSON.stringify(module)].join(" ")};`;

const indentLines = (lines: readonly string[], spaces: number) =>
  lines.map((line) => " ".repeat(spaces) + line).join("\n");

/** Values are escaped, so a tag ends with the first `>` and an attribute's value has no quote. */
const TAG_OR_BRACE = /<[^>]*>|[{}]/g;
const isBrace = (part: string) => part.length === 1;

/** JSX has other names for these attributes. */
const JSX_NAMES = [
  ["tabindex", "tabIndex"],
  ["autocomplete", "autoComplete"],
  ["minlength", "minLength"],
  ["maxlength", "maxLength"],
] as const;

/** React loads a script with `async` once, wherever the component is. */
const jsx = (lines: readonly string[]) =>
  lines.map((line) =>
    line
      .replaceAll(TAG_OR_BRACE, (part) => (isBrace(part) ? `{"${part}"}` : jsxTag(part)))
      .replaceAll("></textarea>", " />")
      .replaceAll("></div>", " />")
      .replaceAll(" defer></script>", " async />"),
  );

function jsxTag(tag: string): string {
  const named = JSX_NAMES.reduce((text, [from, to]) => text.replace(` ${from}="`, ` ${to}="`), tag);
  return tag.startsWith("<input") ? named.replace(/>$/, " />") : named;
}

/** Astro would bundle a script that is not `is:inline`. */
const astro = (lines: readonly string[]) =>
  lines.map((line) =>
    line
      .replaceAll(TAG_OR_BRACE, (part) => (isBrace(part) ? `{"${part}"}` : part))
      .replaceAll("<script ", "<script is:inline "),
  );

/** Two braces begin an action of Hugo, also in an attribute. */
const hugo = (lines: readonly string[]) =>
  lines.map((line) => line.replaceAll("{{", "&#123;&#123;"));
