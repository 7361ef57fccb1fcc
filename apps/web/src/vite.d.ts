/** Types of imports that the bundler adds. */
/// <reference types="vite/client" />

declare module 'virtual:words' {
  type Words = { readonly default: Readonly<Record<string, Readonly<Record<string, string>>>> }
  /** Two parts of each dictionary: the words of the first screen, and the words of all others. */
  export const WORDS: Readonly<
    Record<string, { readonly first: () => Promise<Words>; readonly later: () => Promise<Words> }>
  >
}
