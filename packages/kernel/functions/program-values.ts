// What a program of a function (ISO 32000-2 §7.10.5) has on its stack, as far as it is known without running it: between what a number lies,
// how far programs may be apart in it, whether it varies at all, and what is known of it where something was asked.

/**
 * A number; those of one root are the same one, and `sizeOf` is the root of the one that it is the absolute of. `gap` is how far from nothing
 * it is at least. `isWhole` where it was made so, or written so; `hasNoParts` where it is some whole number, counted or not.
 */
export type Num = {
  readonly kind: "number";
  readonly least: number;
  readonly most: number;
  readonly root: symbol;
  readonly sizeOf?: symbol;
  readonly gap?: number;
  readonly isWhole?: boolean;
  readonly hasNoParts?: boolean;
  /** How far programs may be apart in it: some have 24 bits for it, others 53. */
  readonly blur: number;
  /** Perhaps it is one and the same whatever goes in: then what rounding decides is decided for all of it, not at one point only. */
  readonly isSteady: boolean;
  /** What went into the program that it was computed of. */
  readonly of: ReadonlySet<symbol>;
  /** It is computed of an amount that is known: only that counts, not how it is rounded. */
  readonly isExact?: boolean;
  /** It falls where nothing falls that goes in. */
  readonly rises?: boolean;
};
/** A truth, whether it holds where that is known, and what is known of the stack where it does or does not. */
export type Truth = {
  readonly kind: "truth";
  readonly holds: boolean | undefined;
  readonly when: (stack: Stack, holds: boolean) => Stack;
  /** How many it was made of: each is asked. */
  readonly parts: number;
};
/** What is on a stack. */
export type Value = Num | Truth;
/** The last one is on top. */
export type Stack = readonly Value[];

/** The last of 24 bits, of one. */
export const unit = 2 ** -23;
const nowhere: ReadonlySet<symbol> = new Set();
const narrow = 0.000_1;

/** Whether numbers between these are the same one where some programs round them. */
export const isNarrow = ({ least, most }: { readonly least: number; readonly most: number }): boolean =>
  most - least < narrow * Math.max(1, Math.abs(least), Math.abs(most));

/** Whether 24 bits hold it. */
export const isShort = (value: number): boolean => Math.fround(value) === value && Math.abs(value) < 2 ** 24;

/** How far from nothing it is at most. */
export const sizeOf = ({ least, most }: Num): number => Math.max(Math.abs(least), Math.abs(most));

/** A number that is the same whatever goes in; of one that 24 bits do not hold, programs have two. */
export function steady(least: number, most = least): Num {
  const blur = least === most && isShort(least) ? 0 : unit * Math.max(Math.abs(least), Math.abs(most));
  return { kind: "number", least, most, root: Symbol("steady"), blur, isSteady: true, of: nowhere };
}

/** A number that stands in a program. */
export function written(word: string): Num {
  const isWhole = /^-?\d+$/.test(word);
  return { ...steady(Number(word)), isWhole, hasNoParts: isWhole };
}

/** A number that goes into a program. */
export function input(least: number, most: number): Num {
  const root = Symbol("input");
  const value = { ...steady(least, most), root, of: new Set([root]) };
  return isNarrow(value) ? value : { ...value, isSteady: false, blur: 0, rises: true };
}

/** One number that goes into a program. */
export const exactly = (value: number): Num => ({ ...steady(value), isExact: true });

/** Whether they are computed of the same. */
export const share = (a: Num, b: Num): boolean => [...a.of].some((each) => b.of.has(each));

/** What is known of a stack once `known`, and what is the same number, lies between these. */
export function held(stack: Stack, known: Num, least: number, most: number): Stack {
  const narrowed = { least: Math.max(known.least, least), most: Math.min(known.most, most) };
  const isFixed = !known.isSteady && isNarrow(narrowed);
  return stack.map((value) => {
    if (value.kind !== "number") return value;
    const isSteady = value.isSteady || (isFixed && share(value, known));
    if (value.root !== known.root) return isSteady === value.isSteady ? value : { ...value, isSteady };
    return { ...value, isSteady, least: Math.max(value.least, least), most: Math.min(value.most, most) };
  });
}

/** The same of the number that `size` is the absolute of: it lies as far from nothing. */
export const heldApart = (stack: Stack, size: Num, gap: number): Stack =>
  size.sizeOf === undefined || gap <= 0
    ? stack
    : stack.map((value) => (value.kind === "number" && value.root === size.sizeOf ? { ...value, gap } : value));
