// Asks the API from the page of an endpoint. The key goes into a header, and is forgotten with the page.
const form = document.querySelector("[data-try]");
const [statusLine, bodyBox] = ["status", "body"].map((name) => form.querySelector(`[data-${name}]`));
const mostShownCharacters = 100_000;

function show(status, body = "") {
  const cut = `\n… cut here: the page shows the first ${mostShownCharacters} characters`;
  statusLine.textContent = status;
  bodyBox.textContent = body.slice(0, mostShownCharacters) + (body.length > mostShownCharacters ? cut : "");
  bodyBox.hidden = body === "";
}

async function send({ key, request }) {
  const url = URL.parse(request.value.trim(), location.origin);
  if (url?.origin !== location.origin || !url.pathname.startsWith("/v1")) return show("A request begins with /v1.");
  show("Asking…");
  try {
    const headers = { authorization: `Bearer ${key.value.trim()}` };
    const answer = await fetch(url, { headers, credentials: "omit", cache: "no-store" });
    const type = answer.headers.get("content-type") ?? "";
    const left = answer.headers.get("x-quota-remaining");
    const status = left === null ? String(answer.status) : `${answer.status}, ${left} requests of the quota are left`;
    if (type.startsWith("application/json")) return show(status, JSON.stringify(await answer.json(), null, 2));
    if (type.startsWith("text/")) return show(status, await answer.text());
    await answer.body.cancel();
    show(status, "A file: the samples above save it.");
  } catch {
    show("No answer came: the server cannot be reached, or the key has characters that no header may have.");
  }
}

form.hidden = false;
form.addEventListener("submit", (event) => {
  event.preventDefault();
  send(form.elements);
});
// Leaving the page by "back" must not bring the key back.
addEventListener("pageshow", (event) => {
  if (event.persisted) form.elements.key.value = "";
});
