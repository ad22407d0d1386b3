// Shows the copy buttons, and keeps a second click from sending a form twice. All else works without this script.
const said = document.querySelector("[data-copy-status]");

for (const button of document.querySelectorAll("[data-copy]")) {
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
