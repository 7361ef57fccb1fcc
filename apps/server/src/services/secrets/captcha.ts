/**
 * The captcha of registration: six characters drawn as a picture. It stops no determined attacker; it makes a thousand
 * registrations more expensive than one. Each id takes one answer, right or wrong. The server remembers the ids that
 * were answered, because a statement of SQL can put the row back, and the hash covers the time, because a statement can
 * move it.
 */
import type { Store } from '../../store/index.ts'
import { inTime, MINUTE_MS, type Runtime, randomBelow, randomId, SECOND_MS } from '../clock/index.ts'
import type { Encryption } from '../encryption/index.ts'
import { turnsByNetwork } from './turns-by-network.ts'

export type Captchas = {
  /**
   * A new captcha: its id and the picture as a data URL. `from`: the network that asks, as `networkOf` gives it. Throws
   * WorkLate when the picture is not drawn in time, and keeps nothing then.
   */
  make(from: string): Promise<{ readonly id: string; readonly b64s: string }>
  /** True once, for the right answer in time. Small letters and spaces do not matter. */
  spend(answer: { readonly id: string; readonly text: string }): Promise<boolean>
}

const CAPTCHA_MS = 5 * MINUTE_MS
/** A picture takes 10 ms. One that hangs in the library keeps the next ones waiting no longer than this. */
const DRAWING = { millis: 10 * SECOND_MS, work: 'the drawing of a captcha' }
const LENGTH = 6
/** Without the ones that look alike. */
const ALPHABET = 'ABCDEFGHJKLMNPRSTUVWXYZ23456789'
const PICTURE = { width: 200, height: 64, fontSize: 60, noise: 3, color: true, background: '#f4f6fa' }

type Draw = (text: string, options: typeof PICTURE) => string

/** One picture at a time, and one thread for it: orders need the other cores. */
const turns = turnsByNetwork(1)

/** The libraries are read with the first captcha: no start needs them (READ_LATE in tools/walls.test.ts). */
async function drawn(text: string): Promise<Buffer> {
  const [{ default: sharp }, { default: svgCaptcha }] = await Promise.all([import('sharp'), import('svg-captcha')])
  // The library's own types know only the functions that choose the text themselves; ours comes from the
  // system's random source.
  const draw = svgCaptcha as unknown as Draw
  sharp.concurrency(1)
  return sharp(Buffer.from(draw(text, PICTURE)))
    .png({ palette: true })
    .toBuffer()
}

export function captchasOf(options: {
  readonly store: Pick<Store, 'query'>
  readonly encryption: Encryption
  readonly runtime: Runtime
}): Captchas {
  const { store, encryption, runtime } = options
  const answerHash = ({ id, text, until }: { readonly id: string; readonly text: string; readonly until: number }) =>
    encryption.fingerprint('captcha', `${id}:${until}:${text.toUpperCase().replace(/\s/g, '')}`)
  /** When each id was answered, the earliest first. The limits of calls keep it small. */
  const answered = new Map<string, number>()
  /** False: it was answered before. */
  const answersFirst = (id: string): boolean => {
    const now = runtime.now()
    for (const [old, at] of answered) {
      if (at > now - CAPTCHA_MS) break
      answered.delete(old)
    }
    if (answered.has(id)) return false
    answered.set(id, now)
    return true
  }
  return {
    make: async (from) => {
      const id = randomId(runtime)
      const text = Array.from({ length: LENGTH }, () => ALPHABET.charAt(randomBelow(runtime, ALPHABET.length))).join('')
      const picture = await turns.run(from, () => inTime(DRAWING, drawn(text)))
      const now = runtime.now()
      await store.query('delete from captchas where expires_at <= $1', [now])
      const until = now + CAPTCHA_MS
      await store.query('insert into captchas (captcha_id, answer_hash, expires_at) values ($1, $2, $3)', [
        id,
        answerHash({ id, text, until }),
        until,
      ])
      return { id, b64s: `data:image/png;base64,${picture.toString('base64')}` }
    },
    spend: async ({ id, text }) => {
      const rows = await store.query<{ answer_hash: string; expires_at: number }>(
        'delete from captchas where captcha_id = $1 returning answer_hash, expires_at',
        [id],
      )
      const [found] = rows
      if (found === undefined || !answersFirst(id)) return false
      const { answer_hash: hash, expires_at: until } = found
      return until > runtime.now() && hash === answerHash({ id, text, until })
    },
  }
}
