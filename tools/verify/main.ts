/**
 * `npm run verify -- <receipt.json> [--head <hash>]`: checks a receipt offline. Exit code 0: the receipt holds. 1: a
 * fault, with its description. 2: there was no receipt to check.
 */
import { readFileSync } from 'node:fs'
import { verify } from '@veritick/verify'

const USAGE = 'usage: npm run verify -- <receipt.json> [--head <hash or root of a tree head>]\n'

const WHAT_IS_PROVEN =
  'Proven: what is shown happened and is unchanged, and no event of the order is missing between two that are shown. ' +
  'Not proven by a receipt alone: that no later event of the order exists.\n'

function main(args: readonly string[]): number {
  const [path, flag, head] = args
  const wellFormed = args.length === 1 || (args.length === 3 && flag === '--head' && /^[0-9a-f]{64}$/.test(head ?? ''))
  if (path === undefined || !wellFormed) {
    process.stderr.write(USAGE)
    return 2
  }
  const file = read(path)
  if (file === undefined) return 2
  const verdict = verify(file, head)
  if (!verdict.ok) {
    process.stdout.write(`This receipt does not hold:\n${verdict.findings.map((finding) => `  ${finding}\n`).join('')}`)
    return 1
  }
  process.stdout.write(`Order ${verdict.order}\n${verdict.lines.map((line) => `  ${line}\n`).join('')}`)
  process.stdout.write(
    `Everything shown holds: bytes, hashes, paths, prices and amounts, up to tree head ${verdict.head.hash}\n`,
  )
  process.stdout.write(`(${verdict.head.size} batches). `)
  process.stdout.write(
    head === undefined
      ? 'Compare that head with one you noted elsewhere: --head checks it.\n'
      : 'It is the head you gave.\n',
  )
  process.stdout.write(WHAT_IS_PROVEN)
  return 0
}

function read(path: string): Uint8Array | undefined {
  try {
    return readFileSync(path)
  } catch (error) {
    process.stderr.write(`${whyUnread(path, error)}\n`)
    return undefined
  }
}

function whyUnread(path: string, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOENT') return `There is no file ${path}`
  if (code === 'EISDIR') return `${path} is a folder, not a receipt`
  return `${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`
}

process.exitCode = main(process.argv.slice(2))
