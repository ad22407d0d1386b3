// The search field of the docs, and which section of the page is being read. All else works without this script.
// Its names are its own: the scripts of a page share what they declare at the top.
(() => {
  const field = document.getElementById("find");
  const box = document.getElementById("found");
  const said = document.querySelector("[data-find-status]");
  const mostShown = 8;
  let loading = null;
  let selected = -1;

  // The library and the index are loaded when somebody goes to the field, and never before.
  function load() {
    const { library, find: finder, index: indexUrl } = document.querySelector("[data-find]").dataset;
    loading ??= Promise.all([
      import(library),
      import(finder),
      fetch(indexUrl).then((answer) => {
        if (!answer.ok) throw new Error(`the index of the search is ${answer.status}`);
        return answer.text();
      }),
    ]).then(([{ default: MiniSearch }, { find, indexOptions }, json]) => {
      const index = MiniSearch.loadJSON(json, indexOptions);
      return (query) => find(index, query, mostShown);
    });
    // What failed is tried again by the next key.
    loading.catch(() => {
      loading = null;
    });
    return loading;
  }

  async function show() {
    const query = field.value.trim();
    if (query === "") return close();
    let results = [];
    try {
      results = (await load())(query);
    } catch {
      // The form still leads to the server's page of results.
      return close();
    }
    // A later key has asked for something else.
    if (query !== field.value.trim() || document.activeElement !== field) return;
    box.replaceChildren(
      ...(results.length === 0 ? [text("p", `Nothing is found for “${query}”.`)] : results.map(option)),
    );
    said.textContent = results.length === 0 ? "Nothing is found" : `${results.length} results`;
    box.hidden = false;
    field.setAttribute("aria-expanded", "true");
    choose(results.length === 0 ? -1 : 0);
  }

  function text(name, content) {
    const element = document.createElement(name);
    element.textContent = content;
    return element;
  }

  function option({ url, title, page, excerpt }, index) {
    const link = document.createElement("a");
    link.href = url;
    link.id = `found-${index}`;
    link.tabIndex = -1;
    link.setAttribute("role", "option");
    const part = document.createElement("p");
    part.append(...excerpt.map((piece) => text(piece.isFound ? "mark" : "span", piece.text)));
    link.append(text("strong", title), " ", text("span", page), part);
    // Within the page no new page closes the box.
    link.addEventListener("click", close);
    return link;
  }

  function choose(index) {
    const options = [...box.querySelectorAll("[role=option]")];
    selected = options.length === 0 ? -1 : (index + options.length) % options.length;
    for (const [each, one] of options.entries()) one.setAttribute("aria-selected", String(each === selected));
    if (selected === -1) return field.removeAttribute("aria-activedescendant");
    field.setAttribute("aria-activedescendant", options[selected].id);
    options[selected].scrollIntoView({ block: "nearest" });
  }

  function close() {
    box.hidden = true;
    selected = -1;
    field.setAttribute("aria-expanded", "false");
    field.removeAttribute("aria-activedescendant");
    said.textContent = "";
  }

  if (field && box) {
    for (const [name, value] of Object.entries({
      role: "combobox",
      "aria-autocomplete": "list",
      "aria-expanded": "false",
      "aria-controls": "found",
    })) {
      field.setAttribute(name, value);
    }
    field.addEventListener("focus", () => {
      load().catch(() => {}); // the next key tries again
      if (field.value !== "") show();
    });
    field.addEventListener("input", show);
    field.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !box.hidden) {
        event.preventDefault();
        return close();
      }
      if (box.hidden) return;
      if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        event.preventDefault();
        choose(selected + (event.key === "ArrowDown" ? 1 : -1));
      } else if (event.key === "Enter" && selected !== -1) {
        event.preventDefault();
        box.querySelectorAll("[role=option]")[selected].click();
      }
    });
    // A press on a result must not take the focus away before it is a click.
    box.addEventListener("mousedown", (event) => event.preventDefault());
    field.addEventListener("blur", close);
    document.addEventListener("keydown", (event) => {
      const isTyping = event.target.closest("input, textarea, select, [contenteditable]") !== null;
      if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      field.focus();
      field.select();
    });
  }

  // What the style sheet shows beside the text is open, also for assistive technology; on a small screen it is folded away.
  for (const [name, query] of [
    [".menu", "(min-width: 52rem)"],
    [".contents", "(min-width: 70rem)"],
  ]) {
    const folded = document.querySelector(name);
    const isBeside = matchMedia(query);
    const fold = () => {
      if (folded) folded.open = isBeside.matches;
    };
    isBeside.addEventListener("change", fold);
    fold();
  }

  // A long way through the docs is scrolled to the page that is shown.
  const menu = document.querySelector(".menu");
  const here = menu?.querySelector("[aria-current]");
  if (here && menu.scrollHeight > menu.clientHeight) {
    menu.scrollTop = here.offsetTop - menu.offsetTop - menu.clientHeight / 2;
  }

  // In "On this page", the section at the top of the window is marked.
  const entries = [...document.querySelectorAll(".contents a")];
  const sections = entries.map((link) => document.getElementById(link.hash.slice(1)));

  function mark() {
    const passed = sections.findLastIndex((section) => section !== null && section.getBoundingClientRect().top < 120);
    for (const [index, link] of entries.entries()) {
      if (index === Math.max(0, passed)) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  }

  if (entries.length > 0) {
    // Browsers say once a frame at the most that something is scrolled.
    addEventListener("scroll", mark, { passive: true });
    mark();
  }
})();
