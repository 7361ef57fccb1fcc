/**
 * Writes a .br and a .gz beside every text file of a built app, so that the server sends it compressed without work.
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** Below this a compressed copy saves nothing worth a file. */
const COMPRESS_FROM_BYTES = 1024

/** @param {string} folder a built app */
export function precompress(folder) {
  for (const file of texts(folder)) {
    const bytes = readFileSync(file)
    if (bytes.length < COMPRESS_FROM_BYTES) continue
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
  }
}

/** Files worth compressing: pictures and fonts already are. */
function texts(folder) {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) return texts(path)
    return /\.(js|css|html|svg|json)$/.test(name) ? [path] : []
  })
}
