/**
 * The picture library, read with the first picture: no start needs it (READ_LATE in tools/walls.test.ts). Only the
 * accepted formats can be decoded, independent of the type that the file claims. SVG is for the captchas; an uploaded
 * SVG never gets this far.
 */
import type Sharp from 'sharp'

let loaded: Promise<typeof Sharp> | undefined

export function pictureLibrary(): Promise<typeof Sharp> {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({
      operation: [
        'VipsForeignLoadJpegBuffer',
        'VipsForeignLoadPngBuffer',
        'VipsForeignLoadWebpBuffer',
        'VipsForeignLoadSvgBuffer',
      ],
    })
    sharp.cache(false)
    // One thread for a picture: orders need the other cores.
    sharp.concurrency(1)
    return sharp
  })
  return loaded
}
