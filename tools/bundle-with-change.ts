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
}

/** Bundles `entry` with everything it imports inside this project into the ES module `outfile`. */
export async function bundleWithChange({ entry, file, change, outfile }: Bundle): Promise<void> {
  const changed: Plugin = {
    name: 'one changed file',
    setup(plugin) {
      plugin.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        const source = await readFile(path, 'utf8')
        return { contents: path === file ? change(source) : source, loader: 'ts' }
      })
    },
  }
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'silent',
    plugins: [changed],
  })
}
