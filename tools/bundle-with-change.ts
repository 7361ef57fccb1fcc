/**
 * One program in one file, with one source file changed on the way: how the simulator makes its mutants. The sources
 * themselves stay as they are.
 */
import { readFile } from 'node:fs/promises'
import { build, type Plugin } from 'esbuild'

type Bundle = {
  /** Absolute, like the other paths. */
  readonly entry: string
  /** The source file to change. */
  readonly file: string
  /** Gets the text of `file` and gives the text that is bundled instead. */
  readonly change: (source: string) => string
  readonly outfile: string
  /** A module whose exports stand in for the global names that they have. */
  readonly inject?: string
  /** Modules by the name that they are imported by, and the file that is bundled instead. */
  readonly replaced?: Readonly<Record<string, string>>
  /** Packages that are imported and never used: a module of empty classes stands in for each. */
  readonly leftOut?: readonly string[]
}

/** Bundles `entry` with everything it imports inside this project into the ES module `outfile`. */
export async function bundleWithChange(bundle: Bundle): Promise<void> {
  const { entry, file, change, outfile, inject, replaced = {}, leftOut = [] } = bundle
  const changed: Plugin = {
    name: 'one changed file',
    setup(plugin) {
      plugin.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        const source = await readFile(path, 'utf8')
        return { contents: path === file ? change(source) : source, loader: 'ts' }
      })
      for (const [name, path] of Object.entries(replaced)) plugin.onResolve({ filter: exactly(name) }, () => ({ path }))
      for (const name of leftOut) plugin.onResolve({ filter: exactly(name) }, () => ({ path: name, namespace: EMPTY }))
      plugin.onLoad({ filter: /./, namespace: EMPTY }, () => ({ contents: CLASSES, loader: 'js' }))
    },
  }
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'silent',
    ...(inject === undefined ? {} : { inject: [inject] }),
    plugins: [changed],
  })
}

const EMPTY = 'left-out'
/** Sources may extend a class of a package that is left out. */
const CLASSES = 'module.exports = new Proxy({}, { get: () => class {} })'

function exactly(name: string): RegExp {
  return new RegExp(`^${name.replaceAll('/', '\\/').replaceAll('.', '\\.')}$`)
}
