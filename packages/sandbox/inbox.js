// Asks for the list every two seconds and swaps it when it changed; focus stays on the same message.
const list = document.getElementById("messages");
let shown = null;

async function refresh() {
  if (document.hidden || list === null) return;
  const query = new URLSearchParams(location.search);
  query.set("part", "list");
  const answer = await fetch(`/?${query}`).catch(() => null);
  if (answer === null || !answer.ok) return;
  const html = await answer.text();
  if (shown !== null && html !== shown) {
    const focused = document.activeElement?.getAttribute("href");
    list.innerHTML = html;
    if (focused) list.querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus();
  }
  shown = html;
}

refresh();
setInterval(refresh, 2000);
