/**
 * From now on a double press is one: its second half, which falls on the page that the first one led to, presses nothing there. On a
 * phone whatever happens to be at that place would be chosen. Within a page every press counts, as those who press on and on expect.
 */
export function takeDoublePressAsOne(): void {
  let pressedOn = "";
  window.addEventListener(
    "click",
    (event) => {
      // `detail` counts the presses of a row: 0 is a key's, 1 the first.
      if (event.detail <= 1) pressedOn = window.location.pathname;
      else if (window.location.pathname !== pressedOn) {
        event.preventDefault();
        event.stopPropagation();
      }
    },
    { capture: true },
  );
}
