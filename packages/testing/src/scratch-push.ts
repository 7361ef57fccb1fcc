/**
 * A push service and the browsers that are subscribed to it: a real HTTP server of the test's own. It keeps what it
 * gets; a browser decrypts its messages by RFC 8291 and RFC 8188, without the library that encrypted them.
 */
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type PushRequest = { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: Buffer }

export type PushService = {
  /** Scheme, host and port. */
  readonly origin: string
  readonly requests: readonly PushRequest[]
  /** Requests that the service works on now. */
  open(): number
  /** The answer to all requests from now on. `hang`: none. */
  answers(status: number | 'hang', headers?: Readonly<Record<string, string>>): void
  stop(): Promise<void>
}

export async function scratchPush(): Promise<PushService> {
  const requests: PushRequest[] = []
  const hanging = new Set<ServerResponse>()
  let status: number | 'hang' = 201
  let extra: Readonly<Record<string, string>> = {}
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      requests.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) })
      if (status !== 'hang') return response.writeHead(status, extra).end()
      hanging.add(response)
      response.on('close', () => hanging.delete(response))
    })
  })
  // Tests also reach it at 127.1.0.1, 127.2.0.1, ..., as services of other hosts.
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    open: () => hanging.size,
    answers: (next, headers = {}) => {
      status = next
      extra = headers
    },
    stop: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

const SALT_BYTES = 16
const KEY_BYTES = 65
const TAG_BYTES = 16

/** A browser with its keys at one path of the service. */
export function browserAt(service: Pick<PushService, 'origin' | 'requests'>, path: string) {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  const auth = randomBytes(16)
  const received = () => service.requests.filter((each) => each.path === path)
  return {
    /** The fields of pushSubscribe. */
    fields: {
      endpoint: `${service.origin}${path}`,
      p256dh: pair.getPublicKey().toString('base64url'),
      auth: auth.toString('base64url'),
    },
    received,
    /** The messages in the clear. */
    read: (): readonly unknown[] => received().map(({ body }) => JSON.parse(decrypted(body))),
  }

  function decrypted(body: Buffer): string {
    const salt = body.subarray(0, SALT_BYTES)
    const sender = body.subarray(SALT_BYTES + 5, SALT_BYTES + 5 + KEY_BYTES)
    const encrypted = body.subarray(SALT_BYTES + 5 + KEY_BYTES)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender])
    const secret = Buffer.from(hkdfSync('sha256', pair.computeSecret(sender), auth, info, 32))
    const derived = (name: string, length: number) =>
      Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, length))
    const decipher = createDecipheriv('aes-128-gcm', derived('aes128gcm', 16), derived('nonce', 12))
    decipher.setAuthTag(encrypted.subarray(-TAG_BYTES))
    const plain = Buffer.concat([decipher.update(encrypted.subarray(0, -TAG_BYTES)), decipher.final()])
    // The last record ends with 2 and zeros.
    return plain.subarray(0, plain.lastIndexOf(2)).toString('utf8')
  }
}

/** The claims of a VAPID header whose signature is that of `key`; throws on any other. */
export function vapidClaims(header: string | undefined, key: string): { aud: string; sub: string; exp: number } {
  const [, token = '', k] = /^vapid t=([^,]+), k=(\S+)$/.exec(header ?? '') ?? []
  if (k !== key) throw new Error('the header names another key')
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const part = (start: number) => point.subarray(start, start + 32).toString('base64url')
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: part(1), y: part(33) }, format: 'jwk' })
  const signed = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!signed) throw new Error('the signature is wrong')
  return JSON.parse(Buffer.from(claims, 'base64url').toString('utf8'))
}
