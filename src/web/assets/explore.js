// Asks again when a word of the sentence changes, and takes over only what has changed of the page: the question, the answer,
// title and address. Without this script, a button and links do the same with whole pages.
const regions = ["say", "ask", "result"];
let lastAsked = 0;
let shownPath = pathOf(location);

function pathOf({ pathname, search }) {
  return pathname + search;
}

// The words of one sport are not those of another: only what every sport has is kept.
const ofEverySport = ["sport", "selection", "role", "month", "weekday", "season_type", "indoor"];
// The server calls the spread of a sport by its name: a run line, a puck line.
const betTypesOfEverySport = ["moneyline", "spread", "run_line", "puck_line", "total"];
const isOfEverySport = ([name, value]) =>
  ofEverySport.includes(name) || (name === "bet_type" && betTypesOfEverySport.includes(value));

/** The address of what the form says, without its empty fields. */
function formAddress(asked, isOfNewSport = false) {
  const filled = [...new FormData(asked)].filter(([, value]) => value.trim() !== "");
  return `/?${new URLSearchParams(isOfNewSport ? filled.filter(isOfEverySport) : filled)}`;
}

/** Where the focus is, by what stays the same in the next page. */
function focusPlace() {
  const { activeElement } = document;
  const formOf = activeElement?.form?.matches("[data-say]") ? "[data-say]" : "[data-ask]";
  if (activeElement?.name) return `${formOf} [name="${activeElement.name}"]`;
  const link = activeElement?.closest?.("[data-swap]");
  if (link?.closest("th")) return `th:nth-child(${link.closest("th").cellIndex + 1}) [data-swap]`;
  return link?.closest(".pager") ? ".games .table" : null;
}

async function show(address, isNew) {
  const asked = ++lastAsked;
  const result = document.getElementById("result");
  result.setAttribute("aria-busy", "true");
  const { activeElement: askedFrom } = document;
  const valueAsked = askedFrom?.value;
  let page = null;
  let shownAt = address;
  try {
    const answer = await fetch(address, { headers: { accept: "text/html" }, credentials: "same-origin" });
    page = new DOMParser().parseFromString(await answer.text(), "text/html");
    shownAt = answer.url;
  } catch {
    // Without a connection the browser says what is wrong.
  }
  if (asked !== lastAsked) return;
  // A page of another kind, such as that of the limit, is shown as it is.
  if (!page?.getElementById("result")) {
    location.assign(address);
    return;
  }
  const focus = focusPlace();
  // A text that was typed meanwhile is not lost.
  const { activeElement: field } = document;
  const typed = field?.value !== (field === askedFrom ? valueAsked : field?.defaultValue) ? field?.value : undefined;
  const isMoreOpen = document.querySelector("[data-ask] .more")?.open === true;
  for (const id of regions) document.getElementById(id).replaceWith(page.getElementById(id));
  if (isMoreOpen) document.querySelector("[data-ask] .more")?.setAttribute("open", "");
  document.title = page.title;
  if (isNew) history.pushState(null, "", shownAt);
  shownPath = pathOf(location);
  prepare();
  dispatchEvent(new CustomEvent("gradeline:content"));
  // A filter that was just added is filled in next.
  const focused = document.querySelector("[data-ask] [autofocus]") ?? (focus && document.querySelector(focus));
  if (focused) focused.focus({ preventScroll: true });
  if (focused?.matches("input") && typed !== undefined) focused.value = typed;
  document.getElementById("explore-status").textContent = document.getElementById("result").dataset.spoken;
}

/** The form answers to every change, so that it needs no button. */
function prepare() {
  for (const button of document.querySelectorAll("[data-ask-button]")) button.hidden = true;
}

document.addEventListener("change", (event) => {
  const asked = event.target.closest?.("[data-ask]");
  if (asked) show(formAddress(asked, event.target.name === "sport"), true);
});

document.addEventListener("submit", (event) => {
  if (!event.target.matches("[data-ask], [data-say]")) return;
  event.preventDefault();
  show(formAddress(event.target), true);
});

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a:is([data-swap], [data-share])");
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!link || !isPlain) return;
  event.preventDefault();
  if (link.matches("[data-share]")) share(link);
  else show(link.href, true);
});

/** Offers what the device shares with, or copies the address; where neither is to be had, the link leads to it. */
async function share(link) {
  if (navigator.share) {
    // A visitor who changes their mind is told nothing.
    await navigator.share({ title: document.title, url: link.href }).catch(() => {});
    return;
  }
  try {
    await navigator.clipboard.writeText(link.href);
  } catch {
    location.assign(link.href);
    return;
  }
  const label = link.textContent;
  link.textContent = "Link copied";
  document.getElementById("explore-status").textContent = "Link copied";
  setTimeout(() => {
    link.textContent = label;
  }, 2500);
}

// A link to a place in the page comes by here too, and asks for nothing.
addEventListener("popstate", () => {
  if (pathOf(location) !== shownPath) show(location.href, false);
});

prepare();
