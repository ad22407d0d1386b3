// Asks the API from the page of an endpoint. The key goes into a header, and is kept for the tab only when that is asked for.
// Its names are its own: the scripts of a page share what they declare at the top.
(() => {
  const form = document.querySelector("[data-try]");
  const keyPlace = "gradeline-key";
  const mostShownCharacters = 100_000;
  const shownHeaders = /^(x-ratelimit-|x-quota-|retry-after|x-next-cursor|x-request-id|x-dataset|etag|content-type)/;

  const keyField = form.querySelector("[data-key]");
  const keep = form.querySelector("[data-keep]");
  const answerBox = document.querySelector("[data-answer]");
  const part = (name) => answerBox.querySelector(`[data-${name}]`);
  const line = document.querySelector(".try-line code");
  const fields = [...form.querySelectorAll("[data-param]")];
  let nextCursor = null;

  /** A browser may refuse its storage; then nothing is kept. */
  function kept(action) {
    try {
      return action(sessionStorage);
    } catch {
      return null;
    }
  }

  function keepOrForget() {
    const key = keyField.value.trim();
    if (keep.checked && key !== "") kept((storage) => storage.setItem(keyPlace, key));
    else kept((storage) => storage.removeItem(keyPlace));
  }

  /** The path and the query of what the fields say. */
  function wanted() {
    let path = form.dataset.try;
    const query = [];
    for (const { dataset, value } of fields) {
      const text = value.trim();
      if (dataset.place === "path") path = path.replace(`{${dataset.param}}`, encodeURIComponent(text));
      else if (text !== "") query.push(`${dataset.param}=${encodeURIComponent(text).replaceAll("%2C", ",")}`);
    }
    return query.length === 0 ? path : `${path}?${query.join("&")}`;
  }

  function showLine() {
    const url = form.dataset.address + wanted();
    line.textContent = `curl -sS --fail-with-body ${form.dataset.options}-H "Authorization: Bearer $API_KEY" "${url}"`;
  }

  /** What is wrong with a field before anything is sent; null: nothing. */
  function fault({ dataset, value, required }) {
    const text = value.trim();
    if (text === "") return required ? `${dataset.param} is required.` : null;
    if (dataset.least === undefined) return null;
    const isFitting =
      /^-?\d+$/.test(text) && Number(text) >= Number(dataset.least) && Number(text) <= Number(dataset.most);
    return isFitting ? null : `${dataset.param} is a whole number from ${dataset.least} to ${dataset.most}.`;
  }

  /** Goes to a field, also where it stands among the parameters that are folded away. */
  function reveal(field) {
    const folded = field.closest("details");
    if (folded) folded.open = true;
    field.focus();
  }

  function hint(text) {
    const place = part("hint");
    place.textContent = text;
    place.hidden = text === "";
    place.classList.toggle("bad", text !== "");
  }

  function clear(status) {
    answerBox.hidden = false;
    part("status").textContent = status;
    part("status").classList.remove("good", "bad");
    part("headers").replaceChildren();
    part("body").textContent = "";
    part("next").hidden = true;
    nextCursor = null;
    hint("");
  }

  async function send() {
    keepOrForget();
    const wrong = fields.map((field) => [field, fault(field)]).find(([, text]) => text !== null);
    for (const field of fields) field.toggleAttribute("aria-invalid", field === wrong?.[0]);
    const key = keyField.value.trim();
    if (key === "" || wrong !== undefined) {
      clear("Nothing was sent.");
      hint(key === "" ? "An API key is needed." : wrong[1]);
      reveal(key === "" ? keyField : wrong[0]);
      return;
    }
    clear("Asking…");
    const startMs = performance.now();
    try {
      const answer = await fetch(wanted(), {
        headers: { authorization: `Bearer ${key}` },
        credentials: "omit",
        cache: "no-store",
      });
      const isText = !answer.ok || /^(application\/json|text\/)/.test(answer.headers.get("content-type") ?? "");
      const text = isText ? await answer.text() : "A file: the line above saves it.";
      if (!isText) await answer.body.cancel();
      show(answer, text, performance.now() - startMs);
    } catch {
      clear("No answer came.");
      hint("The server cannot be reached, or the key has characters that no header may have.");
    }
  }

  function show(answer, text, elapsedMs) {
    const size = new Intl.NumberFormat("en-US").format(new TextEncoder().encode(text).length);
    part("status").textContent = `${answer.status} ${answer.statusText} · ${Math.round(elapsedMs)} ms · ${size} bytes`;
    part("status").classList.add(answer.ok ? "good" : "bad");
    const rows = [...answer.headers].filter(([name]) => shownHeaders.test(name)).map(headerRow);
    part("headers").replaceChildren(...rows);
    const body = parsed(text);
    const pretty = body === null ? text : JSON.stringify(body, null, 2);
    const isCut = pretty.length > mostShownCharacters;
    part("body").textContent = isCut
      ? `${pretty.slice(0, mostShownCharacters)}\n… cut here: the page shows the first ${mostShownCharacters} characters`
      : pretty;
    nextCursor = body?.next_cursor ?? answer.headers.get("x-next-cursor");
    part("next").hidden = nextCursor === null || nextCursor === undefined;
    if (!answer.ok) hint(helpFor(body?.error));
  }

  function headerRow([name, value]) {
    const row = document.createElement("tr");
    const head = document.createElement("th");
    head.scope = "row";
    head.append(name);
    row.append(head);
    row.insertCell().append(value);
    return row;
  }

  function parsed(text) {
    try {
      return JSON.parse(text);
    } catch {
      return null;
    }
  }

  /** The message, and what the table of errors above says to do about it. */
  function helpFor(error) {
    const field = fields.find(({ dataset }) => dataset.param === error?.param);
    field?.setAttribute("aria-invalid", "");
    if (field) reveal(field);
    const row = document.querySelector(`[data-code="${CSS.escape(error?.code ?? "")}"] [data-when]`);
    const text = [error?.message, row?.textContent].filter(Boolean).join(". ");
    return text.charAt(0).toUpperCase() + text.slice(1);
  }

  form.hidden = false;
  keyField.value = kept((storage) => storage.getItem(keyPlace)) ?? "";
  keep.checked = keyField.value !== "";
  keep.addEventListener("change", keepOrForget);
  keyField.addEventListener("change", keepOrForget);
  form.addEventListener("input", showLine);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send();
  });
  part("next").addEventListener("click", () => {
    const field = fields.find(({ dataset }) => dataset.param === "cursor");
    if (field === undefined || nextCursor === null) return;
    field.value = nextCursor;
    showLine();
    form.querySelector("[data-send]").focus();
  });
  // Leaving the page by "back" must not bring a key back that was not to be kept.
  addEventListener("pageshow", (event) => {
    if (event.persisted && !keep.checked) keyField.value = "";
  });
  showLine();
})();
