/**
 * Bundles a program of the server with the packages that it uses: reading hundreds of files takes seconds of processor
 * time at every start. The bundle is made in parts, so that a thread of the server reads a tenth of what the process
 * reads. `npm start` and the tests run bundles that are made here.
 */
import { readFile } from 'node:fs/promises'

/** Packages that read files beside them or hold machine code: they are found where they are installed. */
const NOT_BUNDLED = new Set(['@electric-sql/pglite', '@node-rs/argon2', 'pdfkit', 'pino', 'sharp', 'svg-captcha'])

/** The names that older packages of a bundle expect. */
const COMMONJS_GLOBALS = `
import { createRequire as requireMaker } from 'node:module'
import { dirname as folderOf } from 'node:path'
import { fileURLToPath as pathOf } from 'node:url'
const require = requireMaker(import.meta.url)
const __filename = pathOf(import.meta.url)
const __dirname = folderOf(__filename)
`

/**
 * Options of esbuild.
 *
 * @param {object} given
 * @param {Record<string, string>} given.programs name of the output file without its ending -> source file
 * @param {string} given.outdir
 * @param {(path: string) => string} given.addressOf for the absolute path of one of our files: the expression that its
 * `import.meta.url` becomes
 * @param {string} [given.first] statements at the beginning of each part
 * @returns {import('esbuild').BuildOptions & { write: undefined }}
 */
export function bundleOptions({ programs, outdir, addressOf, first = '' }) {
  return {
    entryPoints: programs,
    bundle: true,
    splitting: true,
    outdir,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    banner: { js: COMMONJS_GLOBALS + first },
    plugins: [ownAddresses(addressOf)],
    logLevel: 'error',
  }
}

/** Each of our files keeps an address of its own, by which it finds what lies beside it. */
function ownAddresses(addressOf) {
  return {
    name: 'own addresses',
    setup(use) {
      use.onResolve({ filter: /^[^./]/ }, ({ path }) =>
        NOT_BUNDLED.has(packageOf(path)) ? { path, external: true } : undefined,
      )
      use.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        const text = await readFile(path, 'utf8')
        return { contents: text.replaceAll('import.meta.url', () => addressOf(path)), loader: 'ts' }
      })
    },
  }
}

/** Without the path inside it. */
function packageOf(path) {
  const [scope = '', name = ''] = path.split('/')
  return scope.startsWith('@') ? `${scope}/${name}` : scope
}
