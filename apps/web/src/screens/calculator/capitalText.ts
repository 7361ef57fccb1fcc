/**
 * The first equity of the calculator, cut to the cent, so that it never looks larger. Empty for a visitor and for a
 * negative equity.
 */
export const capitalText = (equity: string | undefined): string =>
  equity === undefined || equity.startsWith('-') ? '' : equity.replace(/(\.\d\d)\d*$/, '$1')
