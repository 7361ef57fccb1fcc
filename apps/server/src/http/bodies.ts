/**
 * How much of a body the server reads. Node calls JavaScript once for each chunk of a body, also of one that no route
 * reads: 3 MB a second of chunks with one byte each made orders fifteen times as slow. So a body has a limit of chunks,
 * and after its answer the server does not go on reading a body whose end is far or unknown.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { refuseToRead, stopReading } from './hang-up.ts'

/** Chunks that any body may have, however short they are. */
export const CHUNKS_FREE = 256
/** Each further chunk allows for so many bytes of the body. TCP brings 536 or more at a time. */
export const CHUNK_BYTES_MEAN_MIN = 256
/** A body up to this length is read to its end after the answer, so that the connection can be used again. */
export const REST_BYTES_MAX = 65_536

/** Before anything else handles the request. A body without chunks comes in pieces that TCP makes. */
export function limitBody(request: IncomingMessage, response: ServerResponse): void {
  const { headers, socket } = request
  const isChunked = headers['transfer-encoding'] !== undefined
  if (!isChunked && !(Number(headers['content-length']) > REST_BYTES_MAX)) return
  // Node closes the connection after such an answer.
  response.setHeader('connection', 'close')
  response.once('finish', () => {
    if (!request.complete) stopReading(socket)
  })
  if (isChunked) limitChunks(request, response)
}

function limitChunks(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request
  const push = request.push.bind(request)
  let [chunks, bytes, isCutOff] = [0, 0, false]
  // Node gives each chunk to this function of the stream.
  request.push = (chunk: Uint8Array | null, encoding) => {
    if (isCutOff) return false
    if (chunk === null) return push(chunk, encoding)
    chunks += 1
    bytes += chunk.length
    if (chunks <= CHUNKS_FREE + bytes / CHUNK_BYTES_MEAN_MIN) return push(chunk, encoding)
    isCutOff = true
    if (response.headersSent) socket.destroy()
    else refuseToRead(socket)
    return false
  }
}
