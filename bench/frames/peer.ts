/**
 * The peer of the app: pages with the same elements and styles as the app's screens, and a few lines of script. They
 * read the same socket and write each price into its place once a frame, and they answer a tap with the elements of the
 * next screen. No page can show the same with less work.
 */
import type { Page } from 'playwright-core'

/** The page as the app shows it now, without its scripts. */
export async function captured(page: Page): Promise<string> {
  const html = await page.evaluate('document.documentElement.outerHTML')
  return String(html)
    .replace(/<script[\s\S]*?<\/script>/g, '')
    .replace(/<link[^>]*modulepreload[^>]*>/g, '')
}

/** A list whose prices tick. */
export const tickingPeer = (home: string): string => withScript(home, TICK)

/** Screens that a tap changes, one after the other; the first one ticks. */
export function tappedPeer(screens: readonly string[]): string {
  const bodies = screens.map((html) => /<body[^>]*>([\s\S]*)<\/body>/.exec(html)?.[1] ?? '')
  const data = JSON.stringify(bodies).replaceAll('<', '\\u003c')
  return withScript(screens[0] ?? '', `${TICK}\nconst bodies = ${data}\n${TAP}`)
}

const withScript = (html: string, script: string) => html.replace('</body>', () => `<script>${script}</script></body>`)

const TICK = `
  let rows
  const find = () => {
    rows = new Map()
    for (const row of document.querySelectorAll('li')) {
      const code = row.querySelector('bdi')?.textContent.replace('/', '')
      const price = row.querySelector('bdi[dir=ltr]')
      if (code && price) rows.set(code, [price.firstChild, price.lastElementChild?.firstChild])
    }
  }
  find()
  const newest = new Map()
  let planned = false
  const draw = () => {
    planned = false
    for (const [code, { close }] of newest) {
      const place = rows.get(code)
      if (!place || close === null || !place[1]) continue
      place[0].data = close.slice(0, -2)
      place[1].data = close.slice(-2)
    }
    newest.clear()
  }
  const socket = new WebSocket(location.origin.replace('http', 'ws') + '/peer-socket')
  socket.onopen = () => {
    socket.send('{"type":"batch","params":true}')
    socket.send('{"type":"sub","params":"DAY_MARKET"}')
  }
  socket.onmessage = ({ data }) => {
    const frame = JSON.parse(data)
    for (const { type, data } of Array.isArray(frame) ? frame : [frame])
      if (type === 'DAY_MARKET') newest.set(data.symbol, data.quotation)
    if (!planned) requestAnimationFrame(draw)
    planned = true
  }
`

const TAP = `
  let shown = 0
  document.addEventListener('click', (event) => {
    event.preventDefault()
    shown = (shown + 1) % bodies.length
    document.body.innerHTML = bodies[shown]
    find()
  }, true)
`
