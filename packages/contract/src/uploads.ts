/**
 * Pictures on the wire: the call that takes bytes instead of parameters, and the URLs of pictures. An upload answers `{
 * url }`; forms send that URL back unchanged. A URL shows the picture to its owner for some minutes.
 */
export const UPLOAD = {
  /** POST, multipart/form-data, real user: a demo session is refused with `real_account_only`. */
  path: '/api/common/image_upload',
  /** Name of the one part. */
  field: 'file',
  bytesMax: 10 * 1_048_576,
  /** Decided by content; every picture is stored as a JPEG without metadata. */
  types: ['image/jpeg', 'image/png', 'image/webp'],
  doc: 'Takes one picture and answers its URL, to be sent as a picture of a form.',
} as const

/** GET, with the ticket of the URL. */
export const FILE_PATH = '/api/files/:file'
/** The same for staff, on the office's port. */
export const OFFICE_FILE_PATH = '/office/files/:file'

/** The answer of an upload. */
export type Uploaded = { readonly url: string }
