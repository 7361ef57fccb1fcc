/** An SMS provider on this machine: keeps each request as it came, and answers what the test says. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type TakenSms = {
  readonly method: string
  readonly path: string
  readonly headers: NodeJS.Dict<string | string[]>
  readonly body: string
}
export type ScratchSms = {
  readonly url: string
  readonly taken: TakenSms[]
  /** The status of the answers from now on; `undefined`: none comes. */
  answers(status: number | undefined, body?: string): void
  stop(): Promise<void>
}

export async function scratchSms(): Promise<ScratchSms> {
  const taken: TakenSms[] = []
  let status: number | undefined = 202
  let text = 'queued'
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      taken.push({ method, path: url, headers, body: Buffer.concat(parts).toString() })
      if (status !== undefined) response.writeHead(status, { location: 'https://elsewhere.example/' }).end(text)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/send?account=7`,
    taken,
    answers: (next, body = '') => {
      status = next
      text = body
    },
    stop: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
