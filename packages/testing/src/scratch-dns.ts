/**
 * A name server on this machine. Each name is 127.0.0.1, except that names below `hole.example` never get an answer,
 * and those below `unknown.example` do not exist.
 */
import { createSocket } from 'node:dgram'
import { promises as dns } from 'node:dns'
import type { AddressInfo } from 'node:net'

export type ScratchDns = {
  /** The names that were asked for, each time. */
  readonly asked: readonly string[]
  /** Asks this server alone. */
  resolver(): dns.Resolver
  stop(): void
}

const HEADER_BYTES = 12
const TYPE_A = 1
/** A pointer to the name of the question, type A, class IN, no time to live, four bytes: 127.0.0.1. */
const LOOPBACK = Buffer.from('c00c00010001000000000004' + '7f000001', 'hex')
/** Recursion is available; one question and the answer's records. */
const headed = (id: Buffer, flags: string, records: number) =>
  Buffer.concat([id, Buffer.from(`${flags}0001000${records}00000000`, 'hex')])

export async function scratchDns(): Promise<ScratchDns> {
  const asked: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (message, from) => {
    const { name, end } = nameIn(message)
    asked.push(name)
    if (name.endsWith('hole.example')) return
    const question = message.subarray(HEADER_BYTES, end + 4)
    const isA = message.readUInt16BE(end) === TYPE_A
    const id = message.subarray(0, 2)
    const isUnknown = name.endsWith('unknown.example')
    const answer = isUnknown
      ? [headed(id, '8183', 0), question]
      : [headed(id, '8180', isA ? 1 : 0), question, ...(isA ? [LOOPBACK] : [])]
    socket.send(Buffer.concat(answer), from.port, from.address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  const { port } = socket.address() as AddressInfo
  return {
    asked,
    resolver: () => {
      const resolver = new dns.Resolver({ timeout: 1_500, tries: 2 })
      resolver.setServers([`127.0.0.1:${port}`])
      return resolver
    },
    stop: () => socket.close(),
  }
}

/** The name of the question, and where it ends. */
function nameIn(message: Buffer): { readonly name: string; readonly end: number } {
  const labels: string[] = []
  let at = HEADER_BYTES
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 }
}
