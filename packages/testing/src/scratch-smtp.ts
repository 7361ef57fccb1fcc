/**
 * An SMTP server that speaks just enough to take a mail: real bytes over a real socket, kept for the test to look at.
 */
import { createServer, type Socket } from 'node:net'

export type TakenMail = { readonly from: string; readonly to: readonly string[]; readonly data: string }
export type ScratchSmtp = {
  readonly url: string
  readonly taken: TakenMail[]
  /** The answers to the next receivers (`451 try later`); empty: they are accepted. */
  readonly refusals: string[]
  /** The answers from now on, at each step of a mail; left out: it is accepted. */
  readonly answers: { auth?: string; sender?: string; receiver?: string; content?: string }
  stop(): Promise<void>
}

export async function scratchSmtp(): Promise<ScratchSmtp> {
  const taken: TakenMail[] = []
  const refusals: string[] = []
  const answers: ScratchSmtp['answers'] = {}
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    converse(socket, { taken, refusals, answers })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    taken,
    refusals,
    answers,
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

function converse(socket: Socket, box: Pick<ScratchSmtp, 'taken' | 'refusals' | 'answers'>): void {
  let pending = ''
  let from = ''
  let to: string[] = []
  let data: string[] | undefined
  const say = (line: string) => socket.write(`${line}\r\n`)
  const command = (line: string) => {
    const word = line.slice(0, 4).toUpperCase()
    if (word === 'EHLO' || word === 'HELO') return say('250-scratch\r\n250 AUTH PLAIN')
    if (word === 'AUTH') return say(box.answers.auth ?? '235 welcome')
    if (word === 'MAIL') {
      if (box.answers.sender !== undefined) return say(box.answers.sender)
      from = /<(.*?)>/.exec(line)?.[1] ?? ''
    }
    if (word === 'RCPT') {
      const refusal = box.refusals.shift() ?? box.answers.receiver
      if (refusal !== undefined) return say(refusal)
      to.push(/<(.*?)>/.exec(line)?.[1] ?? '')
    }
    if (word === 'RSET') to = []
    if (word === 'DATA') {
      data = []
      return say('354 go on')
    }
    if (word === 'QUIT') return socket.end('221 bye\r\n')
    return say('250 ok')
  }
  const mailLine = (lines: string[], line: string) => {
    if (line !== '.') return lines.push(line.startsWith('..') ? line.slice(1) : line)
    const refusal = box.answers.content
    if (refusal === undefined) box.taken.push({ from, to, data: lines.join('\n') })
    to = []
    data = undefined
    return say(refusal ?? '250 taken')
  }
  say('220 scratch')
  socket.on('data', (piece) => {
    pending += piece.toString('utf8')
    const lines = pending.split('\r\n')
    pending = lines.pop() ?? ''
    for (const line of lines) data === undefined ? command(line) : mailLine(data, line)
  })
}

/** The words of a mail as a reader sees them. */
export function textOf(data: string): string {
  const body = data.slice(data.indexOf('\n\n') + 2)
  if (/^content-transfer-encoding: base64/im.test(data)) return Buffer.from(body, 'base64').toString('utf8')
  if (!/^content-transfer-encoding: quoted-printable/im.test(data)) return body
  const bytes = body
    .replace(/=\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
