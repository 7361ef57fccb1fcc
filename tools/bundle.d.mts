/** The types of bundle.mjs for TypeScript programs. */
import type { BuildOptions } from 'esbuild'

type Bundle = {
  readonly programs: Record<string, string>
  readonly outdir: string
  readonly addressOf: (path: string) => string
  readonly first?: string
}
export function bundleOptions(bundle: Bundle): BuildOptions & { readonly bundle: true }
