/**
 * The picture at the top of the README: screens of a journey side by side. Made only on request, so that a test run
 * changes no file.
 */
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JourneyBrowser } from './phone.ts'
import { ROOT } from './world.ts'

const WIDTH = 280
const GAP = 16

/** `screens`: screenshots that the journey has just taken. */
export async function drawReadmePicture(browser: JourneyBrowser, screens: readonly string[]): Promise<void> {
  const pictures = screens.map((name) =>
    readFileSync(join(ROOT, 'test-results', 'screens', `${name}.png`)).toString('base64'),
  )
  const context = await browser.newContext({ viewport: { width: screens.length * (WIDTH + GAP) + GAP, height: 100 } })
  const page = await context.newPage()
  const images = pictures.map((data) => `<img src="data:image/png;base64,${data}">`).join('')
  await page.setContent(`<style>
    body { margin: 0; padding: ${GAP}px; display: flex; align-items: flex-start; gap: ${GAP}px; background: #e9edf4 }
    img { width: ${WIDTH}px; border-radius: 14px; display: block }
  </style>${images}`)
  await page.waitForFunction(() => [...document.images].every((image) => image.complete))
  const folder = join(ROOT, 'docs', 'screenshots')
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, 'veritick.png'), fullPage: true })
  await context.close()
}
