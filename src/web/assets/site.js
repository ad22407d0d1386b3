// Shows the copy buttons, and keeps a second click from sending a form twice. All else works without this script.
const said = document.querySelector("[data-copy-status]");

// A page that replaces a part of itself says so, and what is new is prepared too.
function prepareAll() {
  for (const button of document.querySelectorAll("[data-copy]")) prepareCopy(button);
  for (const group of document.querySelectorAll("[data-tabs]")) prepareTabs(group);
}

function prepareCopy(button) {
  if (!button.hidden) return;
  const label = button.textContent;
  button.hidden = false;
  button.addEventListener("click", async () => {
    const isCopied = await copyTextOf(document.getElementById(button.dataset.copy));
    const text = isCopied ? "Copied" : "Selected: press Ctrl+C";
    button.textContent = text;
    button.classList.toggle("done", isCopied);
    if (said) said.textContent = text;
    setTimeout(() => {
      button.textContent = label;
      button.classList.remove("done");
      if (said) said.textContent = "";
    }, 2500);
  });
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

for (const form of document.querySelectorAll('form[method="post"]')) {
  let isSent = false;
  form.addEventListener("submit", (event) => {
    if (isSent) event.preventDefault();
    isSent = true;
  });
  addEventListener("pageshow", () => {
    isSent = false;
  });
}

// Samples in several languages: without this script they stand one below the other. The language that was chosen last is
// shown everywhere, and kept in this browser.
// Tabs of something else than languages, such as formats, have another label, and a choice of their own.
const keyOf = (label) => `gradeline-${label.toLowerCase()}`;

function keptChoice(label) {
  try {
    return localStorage.getItem(keyOf(label));
  } catch {
    return null;
  }
}

function prepareTabs(group) {
  if (group.showTab) return;
  const panels = [...group.querySelectorAll("[data-tab]")];
  const list = document.createElement("div");
  list.setAttribute("role", "tablist");
  list.setAttribute("aria-label", group.dataset.tabs);
  const tabs = panels.map((panel, index) => {
    const tab = document.createElement("button");
    tab.type = "button";
    tab.textContent = panel.dataset.tab;
    tab.id = `${panel.id}-tab`;
    tab.setAttribute("role", "tab");
    tab.setAttribute("aria-controls", panel.id);
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", tab.id);
    panel.querySelector("[data-tab-title]")?.setAttribute("hidden", "");
    tab.addEventListener("click", () => chooseTab(group.dataset.tabs, panel.dataset.tab));
    tab.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (step === undefined) return;
      const next = tabs[(index + step + tabs.length) % tabs.length];
      next.focus();
      next.click();
    });
    list.append(tab);
    return tab;
  });
  group.prepend(list);
  group.showTab = (language) => {
    const wanted = panels.some((panel) => panel.dataset.tab === language) ? language : null;
    const shown = wanted ?? panels.find((panel) => !panel.hidden)?.dataset.tab;
    for (const [index, panel] of panels.entries()) {
      const isShown = panel.dataset.tab === (shown ?? panels[0].dataset.tab);
      panel.hidden = !isShown;
      tabs[index].setAttribute("aria-selected", String(isShown));
      tabs[index].tabIndex = isShown ? 0 : -1;
    }
  };
  group.showTab(keptChoice(group.dataset.tabs) ?? panels[0]?.dataset.tab);
}

function chooseTab(label, name) {
  try {
    localStorage.setItem(keyOf(label), name);
  } catch {
    // A browser that keeps nothing shows the choice on this page alone.
  }
  for (const group of document.querySelectorAll("[data-tabs]")) if (group.dataset.tabs === label) group.showTab(name);
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
  [".menu", "(min-width: 52rem)"],
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

prepareAll();
addEventListener("gradeline:content", prepareAll);
