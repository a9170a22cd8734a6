/** As much of subset-font as small-fonts.ts uses; the package brings no types along. */
declare module "subset-font" {
  function subsetFont(
    font: Buffer,
    text: string,
    options: {
      readonly targetFormat: "woff2";
      readonly variationAxes: Readonly<
        Record<string, { readonly min: number; readonly max: number; readonly default: number }>
      >;
      readonly keepFeatures: readonly string[];
    },
  ): Promise<Buffer>;
  export = subsetFont;
}
