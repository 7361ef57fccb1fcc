/**
 * The first load of home on a mid phone beside the same page as static HTML, in the same run and in turns: largest
 * paint, blocking time, layout shift, compressed script, and requests before the prices. A phone here is Chromium with
 * the processor slowed down four times and a slow 4G network (Lighthouse's figures).
 */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { openOwnBrowser } from '../e2e/phone.ts'
import { startWorld } from '../e2e/world.ts'
import { build } from '../tools/build.mjs'
import { print, printValue } from './measure.ts'

const ROUNDS = 9
const CPU_SLOWDOWN = 4
/** Slow 4G: 1.6 Mbit/s down, 750 kbit/s up, 150 ms there and back. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
/** After the load event: the app has started and the socket is live. */
const SETTLED_MILLIS = 4000
/** A task longer than this blocks; what goes beyond it is counted. */
const TASK_MILLIS = 50

type Load = {
  readonly lcp: number
  readonly blocking: number
  readonly shift: number
  /** Until the load event; what the app fetches ahead when it is idle does not count. */
  readonly scriptBytes: number
  /** Requests before a price was on the screen. */
  readonly requests: number
}

/** Runs in the page before anything else; as text, because the compiler would add calls that a page does not know. */
const WATCH = `
  const seen = window.seen = { lcp: 0, blocking: 0, shift: 0, prices: 0 }
  const on = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  on('largest-contentful-paint', (entry) => { seen.lcp = entry.startTime })
  on('longtask', (entry) => { seen.blocking += Math.max(0, entry.duration - ${TASK_MILLIS}) })
  on('layout-shift', (entry) => { if (!entry.hadRecentInput) seen.shift += entry.value })
  const look = () => {
    if (/\\d\\.\\d{3,5}/.test(document.body ? document.body.innerText : '')) seen.prices = performance.now()
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
`

await build()
const world = await startWorld()
const browser = await openOwnBrowser()
try {
  const peer = await staticPeer(world.url)
  const rounds: { ours: Load; theirs: Load }[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const first = round % 2 === 0
    const early = await load(browser, first ? world.url : peer.url)
    const late = await load(browser, first ? peer.url : world.url)
    if (round > 0) rounds.push(first ? { ours: early, theirs: late } : { ours: late, theirs: early })
  }
  peer.server.close()
  printAll(rounds)
} finally {
  await browser.close()
  await world.stop()
}

/** The page as the server sends it, without its scripts. */
async function staticPeer(url: string): Promise<{ readonly url: string; readonly server: Server }> {
  const accept = { 'accept-language': 'en-GB' }
  const html = (await (await fetch(`${url}/`, { headers: accept })).text()).replace(/<script[\s\S]*?<\/script>/g, '')
  const page = gzipSync(html)
  const server = createServer(async (request, response) => {
    if (request.url === '/') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'gzip' }).end(page)
      return
    }
    const answer = await fetch(url + (request.url ?? ''))
    const body = gzipSync(new Uint8Array(await answer.arrayBuffer()))
    const type = answer.headers.get('content-type') ?? 'text/plain'
    response.writeHead(answer.status, { 'content-type': type, 'content-encoding': 'gzip' }).end(body)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

async function load(on: Browser, url: string): Promise<Load> {
  const context = await on.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    deviceScaleFactor: 2,
    locale: 'en-GB',
  })
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await slowed(session)
    const traffic = watched(session)
    await page.addInitScript(WATCH)
    await page.goto(`${url}/`, { waitUntil: 'load' })
    const scriptBytes = traffic.scriptBytes()
    await page.waitForTimeout(SETTLED_MILLIS)
    const { prices, ...seen } = await page.evaluate<Seen>('window.seen')
    return { ...seen, scriptBytes, requests: await traffic.before(page, prices) }
  } finally {
    await context.close()
  }
}

async function slowed(session: CDPSession): Promise<void> {
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  await session.send('Network.emulateNetworkConditions', NETWORK)
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
}

function watched(session: CDPSession) {
  const scripts = new Set<string>()
  let bytes = 0
  session.on('Network.responseReceived', ({ requestId, type }) => type === 'Script' && scripts.add(requestId))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength
  })
  return {
    scriptBytes: () => bytes,
    /** `at`: milliseconds of the page. The page itself counts as one. */
    before: (page: Page, at: number) =>
      page.evaluate(
        (end) => 1 + performance.getEntriesByType('resource').filter((each) => each.startTime < end).length,
        at,
      ),
  }
}

type Seen = { readonly lcp: number; readonly blocking: number; readonly shift: number; readonly prices: number }

function printAll(rounds: readonly { ours: Load; theirs: Load }[]): void {
  print({
    name: 'first load, largest paint',
    unit: 'ms',
    peer: 'the same page as static HTML',
    pairs: rounds.map(({ ours, theirs }) => ({ ours: ours.lcp, peer: theirs.lcp })),
    target: { atMost: 1.5 },
  })
  const value = (name: string, unit: string, atMost: number, pick: (load: Load) => number) =>
    printValue({ name: `first load, ${name}`, unit, values: rounds.map(({ ours }) => pick(ours)), target: { atMost } })
  value('blocking time', 'ms', 200, ({ blocking }) => blocking)
  value('layout shift', 'of 1', 0.05, ({ shift }) => shift)
  value('script, compressed', 'kB', 120, ({ scriptBytes }) => scriptBytes / 1000)
  value('requests before prices', 'requests', 8, ({ requests }) => requests)
}
