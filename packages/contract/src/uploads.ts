/**
 * Pictures on the wire: the one call that takes bytes instead of parameters, and the addresses that show them. An
 * upload answers `{ url }`; forms hand that url back as it is. The address shows the picture to its owner for some
 * minutes only.
 */
export const UPLOAD = {
  /** POST, multipart/form-data, real user: a demo session is refused with `real_account_only`. */
  path: '/api/common/image_upload',
  /** Name of the one part. */
  field: 'file',
  bytesMax: 10 * 1_048_576,
  /** Judged by content; whatever comes in is kept as a JPEG without metadata. */
  types: ['image/jpeg', 'image/png', 'image/webp'],
  doc: 'Takes one picture and answers its address. Send that address where a form wants a picture.',
} as const

/** GET, with the ticket that stands in the address. */
export const FILE_PATH = '/api/files/:file'
/** The same for the operator's people, at the office's own door. */
export const OFFICE_FILE_PATH = '/office/files/:file'

/** What an upload answers. */
export type Uploaded = { readonly url: string }
