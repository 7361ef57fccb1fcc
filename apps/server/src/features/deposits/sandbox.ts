/**
 * A card provider for trials: a page of our own with two buttons and no field for a card. Its notices are signed like
 * those of every provider, with a key that only the encryption service can make, and come in by the same call. It works
 * only while the setting says so, so that a notice left over from a trial cannot credit an account.
 */
import { timingSafeEqual } from 'node:crypto'
import { type Micros, micros } from '@veritick/domain'
import { z } from 'zod'
import type { Runtime } from '../../services/clock/index.ts'
import type { Encryption } from '../../services/encryption/index.ts'
import type { PaymentProvider } from './provider.ts'

/** The path goes on with the language of the customer and the reference of the payment. */
export const SANDBOX_PAGE = '/sandbox/card'
/** A notice is valid for this long, so that an old copy is refused. Milliseconds. */
export const NOTICE_AGE_MS = 300_000

const NOTICE = z.object({
  notice: z.string().min(1).max(100),
  reference: z.string().min(1).max(100),
  outcome: z.literal(['paid', 'failed']),
  amount: z.int().min(0),
})

export type Sandbox = PaymentProvider & {
  /** A notice as it is sent: what the two buttons of the page make. */
  write(notice: { readonly reference: string; readonly outcome: 'paid' | 'failed'; readonly amount: Micros }): {
    readonly body: string
    readonly signature: string
  }
}

export function sandboxOf(options: { readonly encryption: Encryption; readonly runtime: Runtime }): Sandbox {
  const { encryption, runtime } = options
  const sign = (at: string, body: string) => encryption.fingerprint('sandbox card notice', `${at}.${body}`)
  return {
    name: 'sandbox',
    trial: true,
    begin: async ({ reference, language }) => ({ url: `${SANDBOX_PAGE}/${language}/${reference}` }),
    read: ({ body, signature }) => {
      const [, at = '', given = ''] = /^t=(\d{1,16}),v1=([0-9a-f]{64})$/.exec(signature) ?? []
      if (given === '' || !timingSafeEqual(Buffer.from(sign(at, body)), Buffer.from(given))) return undefined
      if (Math.abs(runtime.now() - Number(at)) > NOTICE_AGE_MS) return undefined
      const read = NOTICE.safeParse(parsed(body))
      return read.success ? { ...read.data, amount: micros(read.data.amount) } : undefined
    },
    write: (notice) => {
      const at = String(runtime.now())
      const body = JSON.stringify({ notice: `${notice.reference}-${notice.outcome}`, ...notice })
      return { body, signature: `t=${at},v1=${sign(at, body)}` }
    },
  }
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
