// The reading pane of the inbox: in a wide window a submission opens beside the list, in a frame whose page has no
// menu. Other pages, such as the list after its last submission, open in the window. Closed by its button or Escape.

const wide = matchMedia("(min-width: 90rem)");
const isSubmission = ({ pathname }) => pathname.startsWith("/dashboard/submissions/");
const pane = () => document.querySelector(".pane");
const links = () => document.querySelectorAll(".rows a");

document.addEventListener("click", (event) => {
  const link = event.target.closest(".rows a");
  const hasModifier = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  // Elsewhere browsers do not say what a frame asks for, so the server refuses to be in one.
  if (link === null || hasModifier || !wide.matches || !isSecureContext) return;
  event.preventDefault();
  if (pane() === null) open(link.href);
  else if (link.ariaCurrent === null) frames.reading.location.replace(link.href);
  else pane().querySelector("iframe").focus();
});

function open(address) {
  const section = document.createElement("section");
  section.className = "pane";
  section.ariaLabel = "Submission";
  section.innerHTML = `<button type="button">Close</button><iframe name="reading"></iframe>`;
  const frame = section.querySelector("iframe");
  section.querySelector("button").addEventListener("click", close);
  frame.addEventListener("load", () => showOpened(frame));
  frame.src = address;
  document.querySelector(".frame").append(section);
}

function close() {
  const row = document.querySelector(".rows a[aria-current]") ?? links()[0];
  pane().remove();
  markRow();
  row?.focus();
}

function showOpened(frame) {
  const { contentDocument: page, contentWindow: window } = frame;
  // Nothing of this server that may be in a frame: the session has ended.
  if (page === null) return location.reload();
  if (!isSubmission(window.location)) return location.assign(window.location.href);
  frame.title = page.title;
  for (const link of page.links) if (!isSubmission(link)) link.target = "_top";
  page.addEventListener("keydown", closeByKey);
  markRow(window.location.pathname);
  if (page.querySelector(".notice") !== null) document.dispatchEvent(new Event("acted"));
}

/** Marks the row of the opened submission, if it is in the list. */
function markRow(pathname) {
  for (const link of links()) link.ariaCurrent = link.pathname === pathname ? "true" : null;
}
document.addEventListener("shown", () => markRow(frames.reading?.location.pathname));

function closeByKey({ key, target }) {
  if (key === "Escape" && pane() !== null && !target.matches("input, textarea, select")) close();
}
document.addEventListener("keydown", closeByKey);
