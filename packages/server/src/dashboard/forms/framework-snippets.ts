/**
 * Code that posts a form from a script or a framework, for the dashboard and docs/snippets.md. It has the fields of
 * the sample form; the HTML snippet has those of the form.
 */

export interface FrameworkSnippet {
  /** For the element with the code. */
  readonly id: string;
  readonly name: string;
  /** Where the code belongs, and what to know. */
  readonly hint: string;
  readonly language: "html" | "jsx" | "astro";
  readonly code: string;
}

/** @param address The form's address. */
export const frameworkSnippets = (address: string): readonly FrameworkSnippet[] => [
  {
    id: "snippet-fetch",
    name: "fetch",
    hint: "In a page of your site: sends the form without leaving the page.",
    language: "html",
    code: `<form id="contact">
${fields("  ")}
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
${jsxFields("      ")}
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
  const body = new URLSearchParams({
    email: fields.get("email"),
    message: fields.get("message"),
    _gotcha: fields.get("_gotcha"),
  });
  const response = await fetch("${address}", { method: "POST", body });
  if (!response.ok) throw new Error(\`The form answered with \${response.status}.\`);
  redirect("/thanks");
}

export default function Contact() {
  return (
    <form action={send}>
${jsxFields("      ")}
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

<form action={form} method="post">
${fields("  ")}
  <input type="hidden" name="_source_url" value={Astro.url.href}>
  <button>Send</button>
</form>`,
  },
  {
    id: "snippet-hugo",
    name: "Hugo",
    hint: "layouts/shortcodes/contact.html; {{< contact >}} in a page shows it.",
    language: "html",
    code: `<form action="${address}" method="post">
${fields("  ")}
  <input type="hidden" name="_source_url" value="{{ .Page.Permalink }}">
  <button>Send</button>
</form>`,
  },
];

/** Not written out: the snippet is no import of the server. */
const importing = (name: string, module: string) =>
  `${["import", `{ ${name} }`, "from", JSON.stringify(module)].join(" ")};`;

const fields = (indent: string) =>
  [
    `<label>E-mail <input name="email" type="email" required></label>`,
    `<label>Message <textarea name="message" required></textarea></label>`,
    `<input type="text" name="_gotcha" hidden tabindex="-1" autocomplete="off">`,
  ]
    .map((line) => indent + line)
    .join("\n");

const jsxFields = (indent: string) =>
  fields(indent)
    .replaceAll("></textarea>", " />")
    .replaceAll(/(<input [^>]*)>/g, "$1 />")
    .replace('tabindex="-1" autocomplete', "tabIndex={-1} autoComplete");
