/**
 * The two calls that transfer files instead of envelopes: the upload of a picture and the download of a statement. Both
 * report progress and fail with `CallFailed`, like every call.
 */
import { STATEMENT, UPLOAD, type Uploaded } from '@veritick/contract'
import { translateNow } from '../i18n/i18n.ts'
import { CallFailed, headersNow, openEnvelope, query, reach, showingFailure } from './api.ts'

/** From 0 to 1. */
type Progress = (share: number) => void

/** An upload that takes longer is aborted. The customer decides whether to retry. */
const UPLOAD_MILLIS = 120_000

/** Uploads one picture. It uses XMLHttpRequest, because `fetch` reports no upload progress. */
export function uploadPicture(
  picture: Blob,
  options: { readonly onProgress: Progress; readonly signal: AbortSignal },
): Promise<Uploaded> {
  return showingFailure({ quiet: true }, async () => openEnvelope<Uploaded>(await posted(picture, options)))
}

function posted(
  picture: Blob,
  { onProgress, signal }: { readonly onProgress: Progress; readonly signal: AbortSignal },
): Promise<Response> {
  const body = new FormData()
  body.append(UPLOAD.field, picture)
  const request = new XMLHttpRequest()
  request.open('POST', UPLOAD.path)
  request.timeout = UPLOAD_MILLIS
  headersNow().forEach((value, name) => {
    request.setRequestHeader(name, value)
  })
  return new Promise((resolve, reject) => {
    const lost = () => reject(new CallFailed({ kind: 'network', message: translateNow('common.error_network') }))
    request.upload.onprogress = (event) => event.lengthComputable && onProgress(event.loaded / event.total)
    request.onload = () => resolve(new Response(request.responseText, { status: request.status }))
    request.onerror = lost
    request.ontimeout = lost
    request.onabort = () => reject(new DOMException('given up', 'AbortError'))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(body)
  })
}

type Wanted = { readonly from: string; readonly to: string; readonly format: (typeof STATEMENT.formats)[number] }
export type Download = { readonly name: string; readonly content: Blob }

/** A statement of the days `from` to `to` (UTC, both included). `onBytes` reports the received bytes. */
export function downloadStatement(
  wanted: Wanted,
  options: { readonly onBytes: (bytes: number) => void; readonly signal: AbortSignal },
): Promise<Download> {
  return showingFailure({ quiet: true }, async () => {
    const response = await reach(`${STATEMENT.path}?${query(wanted)}`, {
      headers: headersNow(),
      cache: 'no-store',
      credentials: 'omit',
      signal: options.signal,
    })
    const type = response.headers.get('content-type') ?? ''
    if (!response.ok || type.startsWith('application/json')) return openEnvelope<never>(response)
    return { name: nameOf(response, wanted), content: new Blob(await partsOf(response, options), { type }) }
  })
}

/** The file name that the server gives. It contains the account, so statements of two accounts have different names. */
function nameOf(response: Response, { from, to, format }: Wanted): string {
  const named = /filename="([\w.-]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  return named ?? `statement-${from}-${to}.${format}`
}

async function partsOf(
  response: Response,
  { onBytes, signal }: { readonly onBytes: (bytes: number) => void; readonly signal: AbortSignal },
): Promise<Uint8Array<ArrayBuffer>[]> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  const reader = response.body?.getReader()
  let bytes = 0
  try {
    for (let read = await reader?.read(); read?.value !== undefined; read = await reader?.read()) {
      parts.push(read.value)
      bytes += read.value.byteLength
      onBytes(bytes)
    }
  } catch (error) {
    if (signal.aborted) throw error
    throw new CallFailed({ kind: 'network', message: translateNow('common.error_network') })
  }
  return parts
}

/** Saves a file with the download of the browser. */
export function saveFile({ name, content }: Download): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), REVOKE_MILLIS)
}
/** Some browsers read the URL a moment after the click. */
const REVOKE_MILLIS = 60_000
