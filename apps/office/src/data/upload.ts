/** Sends the bytes of a picture, which no call of the table carries. */
import { HEADER_LANGUAGE, type NewsPictureUploaded, OFFICE_NEWS_UPLOAD_PATH } from '@veritick/contract'
import { HEADER_CSRF } from '@veritick/contract/office'
import { opened, unreachable } from './failure.ts'
import { meNow } from './session.ts'

export async function uploadNewsPicture(file: File): Promise<NewsPictureUploaded> {
  const csrf = meNow()?.csrf
  const headers = new Headers({ [HEADER_LANGUAGE]: 'en', 'content-type': file.type })
  if (csrf !== undefined) headers.set(HEADER_CSRF, csrf)
  const init: RequestInit = { method: 'POST', body: file, headers, cache: 'no-store', credentials: 'same-origin' }
  const response = await fetch(OFFICE_NEWS_UPLOAD_PATH, init).catch(() => {
    throw unreachable()
  })
  const body: unknown = await response.json().catch(() => undefined)
  return opened({ status: response.status, body }) as NewsPictureUploaded
}
