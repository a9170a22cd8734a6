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

// Read as one page, with one bar to scroll; without scripts the frame keeps its height and scrolls by itself.
const frame = document.querySelector("iframe");

function showWhole() {
  const mail = frame?.contentDocument?.documentElement;
  if (!mail) return;
  // From nothing, so that a mail that became shorter does not keep its height; the border stands outside of the mail.
  frame.style.height = "0";
  const sidewaysBar = mail.scrollWidth > mail.clientWidth ? 20 : 0;
  frame.style.height = `${mail.scrollHeight + sidewaysBar + frame.offsetHeight - frame.clientHeight}px`;
}

if (frame !== null) {
  frame.addEventListener("load", showWhole);
  addEventListener("resize", showWhole);
  showWhole();
}
