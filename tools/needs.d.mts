/** What TypeScript programs use of needs.mjs. */
export const ROOT: string
export function bin(name: string): string
export function findChromium(): string | undefined
export function findPostgres(): string | undefined
