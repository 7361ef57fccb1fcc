/** The types of needs.mjs for TypeScript programs. */
export const ROOT: string
export function bin(name: string): string
type Lock = {
  readonly packages: Readonly<
    Record<string, { version?: string; integrity?: string; optional?: boolean; link?: boolean }>
  >
}
export function areInstalled(lock: Lock | undefined, installed: Lock | undefined): boolean
export function findChromium(): string | undefined
export function findPostgres(): string | undefined
export function packagesFor(found: {
  readonly chromium: string | undefined
  readonly hasDatabase: boolean
  readonly hasFonts: boolean
  readonly isNamed: boolean
}): readonly (readonly string[])[]
