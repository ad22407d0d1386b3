// Asks again when a word of the sentence changes. The next page opens at the place where this one was left. Without this script, buttons
// do the same.
const key = "gradeline-place";
const [form, result] = [document.querySelector("[data-ask]"), document.getElementById("result")];
const folded = [".asking", ".more"].map((selector) => document.querySelector(selector));
let isOfNewSport = false;

// The words of one sport are not those of another: only what every sport has is kept, and the spread, which is called a run line or a puck line, too.
const isOfEverySport = (name, value) =>
  /^(sport|selection|role|month|weekday|season_type|indoor)$/.test(name) ||
  (name === "bet_type" && /^(moneyline|spread|run_line|puck_line|total)$/.test(value));

/** Where the focus is, by what stays the same in the next page. */
function focusPlace() {
  const { activeElement } = document;
  if (activeElement?.name) return `[name="${activeElement.name}"]`;
  const head = activeElement?.closest("th");
  if (head) return `th:nth-child(${head.cellIndex + 1}) [data-swap]`;
  return activeElement?.closest(".pager") ? ".games .table" : null;
}

function keepPlace() {
  const place = { top: scrollY, focus: focusPlace(), open: folded.map((each) => each?.open === true) };
  try {
    sessionStorage.setItem(key, JSON.stringify(place));
  } catch {
    // A browser that keeps nothing opens the next page at its top.
  }
}

function openAtKeptPlace() {
  try {
    const { top, focus, open } = JSON.parse(sessionStorage.getItem(key)) ?? {};
    sessionStorage.removeItem(key);
    if (open === undefined) return;
    for (const [at, each] of folded.entries()) each?.toggleAttribute("open", open[at] || each.open);
    scrollTo({ top, behavior: "instant" });
    // A filter that was just added is filled in next.
    document.querySelector(form.querySelector("[autofocus]") ? "[autofocus]" : focus)?.focus({ preventScroll: true });
  } catch {
    // Nothing was kept.
  }
}

document.addEventListener("change", ({ target }) => {
  if (target.form !== form) return;
  isOfNewSport = target.name === "sport";
  form.requestSubmit();
});

// An address has no empty fields.
form.addEventListener("formdata", ({ formData }) => {
  for (const [name, value] of [...formData])
    if (value.trim() === "" || (isOfNewSport && !isOfEverySport(name, value))) formData.delete(name);
});

form.addEventListener("submit", () => {
  keepPlace();
  result.setAttribute("aria-busy", "true");
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("a:is([data-swap], [data-share])");
  if (link?.matches("[data-swap]")) keepPlace();
  else if (link) share(event, link);
});

/** Offers what the device shares with, or copies the address; where neither is to be had, the link leads to it. */
async function share(event, link) {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  // A visitor who changes their mind is told nothing.
  if (navigator.share) return navigator.share({ title: document.title, url: link.href }).catch(() => {});
  try {
    await navigator.clipboard.writeText(link.href);
  } catch {
    return location.assign(link.href);
  }
  sayOn(link, "Link copied", "Share");
}

// A visitor who comes back finds the page as it was answered.
addEventListener("pageshow", ({ persisted }) => {
  if (!persisted) return;
  form.reset();
  result.removeAttribute("aria-busy");
});

for (const button of document.querySelectorAll("[data-ask-button]")) button.hidden = true;
openAtKeptPlace();
