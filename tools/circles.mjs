/**
 * Finds circles of imports: among source files (walls.test.ts) and among the files that a browser loads. A file in a
 * circle may run before what it needs, and fail at its start.
 */
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'

/**
 * Each circle as the names of its files, by Tarjan's algorithm (SIAM J. Comput. 1, 1972).
 *
 * @param {ReadonlyMap<string, readonly string[]>} graph a file -> what it imports; names outside the graph do not count
 * @returns {string[]}
 */
export function circlesOf(graph) {
  const index = new Map()
  const stack = []
  const circles = []
  const visit = (node) => {
    const own = index.size
    index.set(node, own)
    let lowest = own
    stack.push(node)
    for (const next of graph.get(node) ?? []) {
      if (!graph.has(next)) continue
      if (!index.has(next)) lowest = Math.min(lowest, visit(next))
      else if (stack.includes(next)) lowest = Math.min(lowest, index.get(next) ?? lowest)
    }
    if (lowest === own) {
      const circle = stack.splice(stack.indexOf(node))
      if (circle.length > 1) circles.push(circle.sort().join(' '))
    }
    return lowest
  }
  for (const node of graph.keys()) if (!index.has(node)) visit(node)
  return circles.sort()
}

/**
 * The imports of each script of a built app at its start, by the names of the files. An `import()` comes later and
 * counts for nothing here.
 *
 * @param {string} folder `assets` of a built app
 * @returns {Promise<Map<string, string[]>>}
 */
export async function scriptImports(folder) {
  // This file is loaded before the node modules are installed.
  const esbuild = await import('esbuild')
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'))
  const { metafile } = await esbuild.build({
    entryPoints: scripts.map((name) => join(folder, name)),
    outdir: folder,
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    logLevel: 'error',
    // Each script is read once; none is put into another.
    plugins: [{ name: 'read only', setup: ({ onResolve }) => onResolve({ filter: /^\.{1,2}\// }, isolated) }],
  })
  return new Map(
    Object.entries(metafile.inputs).map(([path, { imports }]) => {
      const atStart = imports.filter(({ kind }) => kind === 'import-statement')
      return [basename(path), atStart.map((each) => basename(each.path))]
    }),
  )
}

const isolated = ({ kind, path }) => (kind === 'entry-point' ? undefined : { path, external: true })

/** Throws for a built app whose scripts import each other in a circle. */
export async function refuseCircles(folder) {
  const circles = circlesOf(await scriptImports(folder))
  if (circles.length > 0) throw new Error(`Scripts of ${folder} import each other in circles: ${circles.join('; ')}`)
}
