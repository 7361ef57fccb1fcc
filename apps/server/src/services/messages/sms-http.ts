/**
 * Text messages through an HTTP provider. Each request is signed with HMAC-SHA-256 over the time and the body, so that
 * the provider, or a bridge before it, can refuse requests of other senders (docs/operating.md has a verifier). Number,
 * text and secret reach no log and no address.
 */
import { createHmac } from 'node:crypto'
import type { Runtime } from '../clock/index.ts'
import { openHttpClient, openSystemLookup } from '../network/index.ts'
import { SendFailed } from './mail.ts'
import type { SmsAnswer, SmsSender } from './sms-sender.ts'
import { isJson, type SmsProvider } from './sms-setting.ts'

const SMS_TIMESTAMP_HEADER = 'x-veritick-timestamp'
const SMS_SIGNATURE_HEADER = 'x-veritick-signature'
/** The time from the request to the last byte of the answer. */
const SMS_DEADLINE_MS = 10_000
/** Bytes of the provider's answer that are kept; only a test message in the office shows them. */
const ANSWER_BYTES_MAX = 1_000
/** They say themselves that a later try may be taken. Every other 4xx is final. */
const RETRIED_4XX: readonly number[] = [408, 429]

/** `v1=` and the HMAC-SHA-256, in hex, of the seconds since 1970, a point and the body. */
export function smsSignature(signed: {
  readonly secret: string
  readonly timestamp: string
  readonly body: string
}): string {
  const { secret, timestamp, body } = signed
  return `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`
}

/** Not sent, and what the provider said of it, for a test only: the answer may repeat the number. */
export class SmsRefused extends SendFailed {
  readonly answer: SmsAnswer
  constructor(answer: SmsAnswer, options: { readonly final: boolean }) {
    super(`SMS not taken: HTTP ${answer.status}`, options)
    this.answer = answer
  }
}

export function httpSms(options: {
  readonly provider: SmsProvider
  readonly runtime: Runtime
  readonly deadlineMs?: number
}): SmsSender {
  const { provider, runtime, deadlineMs = SMS_DEADLINE_MS } = options
  return {
    kind: 'http',
    send: async ({ id, to, text }) => {
      const body = bodyOf(provider, { to, text })
      const timestamp = String(Math.floor(runtime.now() / 1000))
      const answer = await send(provider, {
        body,
        deadlineMs,
        headers: {
          'content-type': provider.contentType,
          'idempotency-key': id,
          [SMS_TIMESTAMP_HEADER]: timestamp,
          [SMS_SIGNATURE_HEADER]: smsSignature({ secret: provider.secret, timestamp, body }),
          ...(provider.authorization === undefined ? {} : { authorization: provider.authorization }),
        },
      })
      const { status } = answer
      if (status >= 200 && status < 300) return answer
      throw new SmsRefused(answer, { final: status < 500 && !RETRIED_4XX.includes(status) })
    },
  }
}

/** The operator chooses the name: it may be one of /etc/hosts or of the network of a container. */
const client = openHttpClient(openSystemLookup())

async function send(
  { url, method }: SmsProvider,
  request: { readonly body: string; readonly headers: Record<string, string>; readonly deadlineMs: number },
): Promise<SmsAnswer> {
  const body = new TextEncoder().encode(request.body)
  try {
    const answer = await client({ ...request, url, method, body, bytesMax: ANSWER_BYTES_MAX })
    return { status: answer.status, text: new TextDecoder().decode(answer.body) }
  } catch (error) {
    // The message of the library's error may name the address, so it is not repeated.
    const word = error instanceof Error && error.name === 'TimeoutError' ? 'no answer in time' : 'no connection'
    throw new SendFailed(`SMS not taken: ${word}`, { final: false })
  }
}

/** Each value written as its kind of body needs it, so that no text can leave its place. */
function bodyOf({ body, contentType }: SmsProvider, values: { readonly to: string; readonly text: string }): string {
  const written = (value: string) => {
    if (isJson(contentType)) return JSON.stringify(value).slice(1, -1)
    return contentType.startsWith('application/x-www-form-urlencoded') ? encodeURIComponent(value) : value
  }
  // In one pass: a text with "{to}" in it stays what it is.
  return body.replace(/\{(to|text)\}/g, (_, name: 'to' | 'text') => written(values[name]))
}
