// Shows the copy buttons, and keeps a second click from sending a form twice. All else works without this script.
for (const button of document.querySelectorAll("[data-copy]")) {
  const label = button.textContent;
  button.hidden = false;
  button.addEventListener("click", async () => {
    const isCopied = await copyTextOf(document.getElementById(button.dataset.copy));
    sayOn(button, isCopied ? "Copied" : "Selected: press Ctrl+C", label);
  });
}

/** Says a moment long, to the eye and to readers of the screen, what has become of a click. Other scripts of the page use it, too. */
function sayOn(button, text, label) {
  const said = document.querySelector("[data-copy-status]");
  [button.textContent, said.textContent] = [text, text];
  setTimeout(() => {
    [button.textContent, said.textContent] = [label, ""];
  }, 2500);
}

// Without https there is no clipboard to write to: then the text is selected, and copied the old way.
async function copyTextOf(source) {
  try {
    await navigator.clipboard.writeText(source.textContent);
    return true;
  } catch {
    getSelection().selectAllChildren(source);
    return document.execCommand("copy");
  }
}

const sent = new Set();
document.addEventListener("submit", (event) => {
  if (event.target.method !== "post") return;
  if (sent.has(event.target)) event.preventDefault();
  sent.add(event.target);
});
addEventListener("pageshow", () => sent.clear());

// Samples in several languages are details of which one is open. The language that was chosen last is shown everywhere, and kept in this
// browser. Tabs of something else than languages, such as formats, have a choice of their own.
const keyOf = (kind) => `gradeline-${kind.toLowerCase()}`;

function showTabs(kind, name) {
  for (const tab of document.querySelectorAll(`[data-tabs="${kind}"] > details`)) tab.open ||= tab.dataset.tab === name;
}

document.addEventListener("click", (event) => {
  const tab = event.target.closest?.("[data-tabs] > details > summary")?.parentElement;
  if (!tab) return;
  event.preventDefault();
  const kind = tab.parentElement.dataset.tabs;
  showTabs(kind, tab.dataset.tab);
  try {
    localStorage.setItem(keyOf(kind), tab.dataset.tab);
  } catch {
    // A browser that keeps nothing shows the choice on this page alone.
  }
});

try {
  for (const kind of ["Language", "Format"]) showTabs(kind, localStorage.getItem(keyOf(kind)));
} catch {
  // Then the first of each is shown.
}
// A slash goes to the search.
document.addEventListener("keydown", (event) => {
  const isTyping = event.target.closest("input, textarea, select, [contenteditable]") !== null;
  if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  const field = document.querySelector("#find") ?? document.querySelector("[role=search] input");
  event.preventDefault();
  field?.focus();
  field?.select();
});
// The contents that the style sheet shows beside the text are open, also for assistive technology; on a small screen it is folded away.
for (const [name, query] of [
  [".menu", "(min-width: 44.01rem)"],
  [".contents", "(min-width: 70rem)"],
]) {
  const isBeside = matchMedia(query);
  const fold = () => document.querySelector(name)?.toggleAttribute("open", isBeside.matches);
  isBeside.addEventListener("change", fold);
  fold();
}
// A long way through the docs is scrolled to the page that is shown.
const menu = document.querySelector(".menu nav");
const here = menu?.querySelector("[aria-current]");
if (here) menu.parentElement.scrollTop = here.offsetTop - menu.offsetTop - menu.parentElement.clientHeight / 2;
