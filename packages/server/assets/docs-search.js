// The search of the API reference. It works on the page itself; nothing is sent.
const search = document.getElementById("search");
const input = search.querySelector("input");
const list = search.querySelector("ul");
const status = search.querySelector("[role=status]");
const MAX_RESULTS = 30;

let entries;
// One entry for each operation and schema: its heading, and all words of its section.
const readEntries = () =>
  [...document.querySelectorAll("main section > h3[id]")].map((heading) => {
    const section = heading.parentElement;
    const title = heading.textContent.trim();
    const route = section.querySelector(".route code")?.textContent.trim() ?? "Schema";
    const named = `${title} ${route} ${heading.id}`.toLowerCase();
    return { id: heading.id, title, route, named, text: section.textContent.toLowerCase() };
  });

// How well an entry matches: 0 if a word is missing; words in the heading count more, and operations come first.
function scoreOf({ title, route, named, text }, words) {
  let score = title.toLowerCase().startsWith(words[0]) ? 1 : 0;
  if (route !== "Schema") score += 2;
  for (const word of words) {
    if (named.includes(word)) score += 10;
    else if (text.includes(word)) score += 1;
    else return 0;
  }
  return score;
}

function resultOf({ id, title, route }) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = `#${id}`;
  link.textContent = title;
  const code = document.createElement("code");
  code.textContent = route;
  item.append(link, " ", code);
  return item;
}

function showFound() {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  entries ??= readEntries();
  const found = entries
    .map((entry) => ({ entry, score: words.length === 0 ? 0 : scoreOf(entry, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score);
  list.replaceChildren(...found.slice(0, MAX_RESULTS).map(({ entry }) => resultOf(entry)));
  const count = found.length === 1 ? "1 result" : `${found.length} results`;
  status.textContent = words.length === 0 ? "" : count;
}

search.hidden = false;
input.addEventListener("input", showFound);
input.addEventListener("keydown", (event) => {
  const first = list.querySelector("a");
  if (event.key === "Enter" && first !== null) location.hash = first.hash;
  if (event.key !== "Escape") return;
  input.value = "";
  showFound();
});
addEventListener("keydown", (event) => {
  const isTyped = event.target.closest("input, textarea, select") !== null;
  if (event.key !== "/" || isTyped || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  input.focus();
});
