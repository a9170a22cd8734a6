/** How large a document is shown, in widths of its place: steps for buttons, any size for fingers. */

/** Steps of the buttons; 1 fits the width. */
export const zoom_steps: readonly number[] = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4];

/** Within what can be read and drawn. */
export function withinZoom(zoom: number): number {
  return Math.min(zoom_steps.at(-1) ?? 1, Math.max(zoom_steps[0] ?? 1, zoom));
}

/** The next step up or down from any size. */
export function nextZoom(zoom: number, direction: 1 | -1): number {
  // Fingers leave sizes that are a hair beside a step.
  const isPast = (step: number): boolean => (step - zoom) * direction > 0.01;
  const steps = direction === 1 ? zoom_steps : zoom_steps.toReversed();
  return steps.find(isPast) ?? withinZoom(zoom);
}
