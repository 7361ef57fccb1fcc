/** Where the drawn logo of an instrument is; http/instrument-logo.ts serves it. */
export const logoAddress = (code: string): string => `/v1/api/forex/mark/${encodeURIComponent(code)}.svg`
