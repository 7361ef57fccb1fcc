/**
 * The equity that the calculator begins with, to the cent, cut: what may be risked never looks larger. Nothing for a
 * visitor, and for a negative equity.
 */
export const capitalText = (equity: string | undefined): string =>
  equity === undefined || equity.startsWith('-') ? '' : equity.replace(/(\.\d\d)\d*$/, '$1')
