/** A PNG as an address an `<img>` takes. */
export const pngUrl = (base64: string): string => `data:image/png;base64,${base64}`;
