/**
 * The pictures of the app in its manifest, which a phone shows before it installs the app: list, chart, ticket and the
 * wide workspace. Made only on request, so that a test run changes no file.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Home } from './pages/home.ts'
import { Trade } from './pages/trade.ts'
import { type JourneyBrowser, openPhone, type Phone } from './phone.ts'
import { ROOT } from './world.ts'

const FOLDER = join(ROOT, 'apps', 'web', 'public', 'screenshots')
const WEBP_QUALITY = 0.8
/** The small charts of the rows and the candles are drawn. */
const DRAWN_MILLIS = 3000

type Options = { readonly url: string; readonly token: string }

export async function drawManifestPictures(browser: JourneyBrowser, options: Options): Promise<void> {
  mkdirSync(FOLDER, { recursive: true })
  const phone = await openPhone(browser, { ...options, sharp: true })
  // From the second start on a badge stands in place of the note about the market.
  await new Home(phone).open()
  await new Home(phone).open()
  await take(phone, 'list')
  const trade = new Trade(phone)
  await trade.open()
  await take(phone, 'chart')
  await trade.ticket('buy')
  await take(phone, 'ticket')
  await phone.context.close()
  const desktop = await openPhone(browser, { ...options, width: 1280, height: 800 })
  await new Trade(desktop).open()
  await take(desktop, 'workspace')
  await desktop.context.close()
}

async function take({ page }: Phone, name: string): Promise<void> {
  await page.waitForTimeout(DRAWN_MILLIS)
  const picture = (await page.screenshot({ animations: 'disabled' })).toString('base64')
  const text = await page.evaluate(
    async ({ source, quality }) => {
      const image = await createImageBitmap(new Blob([Uint8Array.from(atob(source), (each) => each.charCodeAt(0))]))
      const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height })
      canvas.getContext('2d')?.drawImage(image, 0, 0)
      return canvas.toDataURL('image/webp', quality)
    },
    { source: picture, quality: WEBP_QUALITY },
  )
  writeFileSync(join(FOLDER, `${name}.webp`), Buffer.from(text.split(',')[1] ?? '', 'base64'))
}
