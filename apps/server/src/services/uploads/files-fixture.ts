/** A store of its own with a folder of pictures, which a test empties before each case. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { openLocation } from '@veritick/testing/stores'
import sharp from 'sharp'
import { openStore } from '../../store/store.ts'

export async function openPictures(kind: Parameters<typeof openLocation>[0]) {
  const location = await openLocation(kind, ['files'])
  const store = await openStore({ ...location, world: 'files' })
  const folder = join(location.dataDir, 'files', 'uploads')
  return {
    location,
    store,
    folder,
    passport: await sharp({ create: { width: 320, height: 200, channels: 3, background: '#886644' } })
      .png()
      .toBuffer(),
    empty: async (): Promise<void> => {
      rmSync(folder, { recursive: true, force: true })
      await store.query('delete from files')
    },
    close: async (): Promise<void> => {
      await store.close()
      await location.clean()
    },
  }
}

export type Pictures = Awaited<ReturnType<typeof openPictures>>
