// Asks the API from the page of an endpoint. The key goes into a header, and is kept for the tab only when that is asked for.
const form = document.querySelector("[data-try]");
const { key, keep, request, next } = form.elements;
const [statusLine, headersBox, bodyBox] = ["status", "headers", "body"].map((name) =>
  form.querySelector(`[data-${name}]`),
);
const keyPlace = "gradeline-key";
const mostShownCharacters = 100_000;
const shownHeaders = /^(x-ratelimit-|x-quota-|retry-after|x-next-cursor|x-request-id|x-dataset|etag|content-type)/;

/** A browser may refuse its storage; then nothing is kept. */
function kept(action) {
  try {
    return action(sessionStorage);
  } catch {
    return null;
  }
}

function keepOrForget() {
  if (keep.checked && key.value !== "") kept((storage) => storage.setItem(keyPlace, key.value.trim()));
  else kept((storage) => storage.removeItem(keyPlace));
}

function show(status, headers = "", body = "", cursor = null) {
  statusLine.textContent = status;
  headersBox.textContent = headers;
  headersBox.parentElement.hidden = headers === "";
  bodyBox.textContent = body;
  bodyBox.hidden = body === "";
  next.hidden = cursor === null;
  next.value = cursor ?? "";
}

/** The message of a refusal, and what the table of errors above says to do about it. */
function refusal({ status }, { code, message }) {
  const advice = document.getElementById(`error-${code}`)?.lastElementChild?.textContent.replace(/ “.*/s, "");
  const sentence = message.charAt(0).toUpperCase() + message.slice(1).replace(/[^.?!]$/, "$&.");
  return [status, sentence, advice].filter(Boolean).join(" ");
}

async function send() {
  keepOrForget();
  const url = URL.parse(request.value.trim(), location.origin);
  if (url?.origin !== location.origin || !url.pathname.startsWith("/v1")) return show("A request begins with /v1.");
  show("Asking…");
  const startMs = performance.now();
  try {
    const answer = await fetch(url, {
      headers: { authorization: `Bearer ${key.value.trim()}` },
      credentials: "omit",
      cache: "no-store",
    });
    const type = answer.headers.get("content-type") ?? "";
    const isText = !answer.ok || /^(application\/json|text\/)/.test(type);
    const text = isText ? await answer.text() : "A file: the samples above save it.";
    if (!isText) await answer.body.cancel();
    const json = type.startsWith("application/json") ? JSON.parse(text) : null;
    const whole = json === null ? text : JSON.stringify(json, null, 2);
    const cut = `${whole.slice(0, mostShownCharacters)}\n… cut here: the page shows the first ${mostShownCharacters} characters`;
    const headers = [...answer.headers].filter(([name]) => shownHeaders.test(name)).map((header) => header.join(": "));
    show(
      json?.error ? refusal(answer, json.error) : `${answer.status}, in ${Math.round(performance.now() - startMs)} ms`,
      headers.join("\n"),
      whole.length > mostShownCharacters ? cut : whole,
      json?.next_cursor ?? answer.headers.get("x-next-cursor"),
    );
  } catch {
    show("No answer came: the server cannot be reached, or the key has characters that no header may have.");
  }
}

form.hidden = false;
key.value = kept((storage) => storage.getItem(keyPlace)) ?? "";
keep.checked = key.value !== "";
keep.addEventListener("change", keepOrForget);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  send();
});
next.addEventListener("click", () => {
  const url = new URL(request.value.trim(), location.origin);
  url.searchParams.set("cursor", next.value);
  request.value = url.pathname + url.search.replaceAll("%2C", ",");
  send();
});
// Leaving the page by "back" must not bring a key back that was not to be kept.
addEventListener("pageshow", (event) => {
  if (event.persisted && !keep.checked) key.value = "";
});
