/**
 * Answers that their clients do not read. The server keeps the bytes until the client takes them, and a client may ask
 * for the next answer over another connection meanwhile: one address that read none of its pictures made the process
 * keep 12 GB. So a connection that takes nothing is cut off, and what one network and all together leave unread has a
 * ceiling. Beyond it the oldest of these answers is cut off, of the network that leaves most unread: no other network
 * loses one.
 */
import type { Server, ServerResponse } from 'node:http'
import { must } from '@veritick/domain'
import { networkOf } from '../services/network/index.ts'
import { networkScopes } from '../services/rate-limits/index.ts'

const MEGABYTE = 1_048_576

export const UNREAD = {
  /** A connection that takes nothing of its answer for this long is cut off, at the latest after twice the time. */
  patienceMs: 30_000,
  /** Bytes of all answers of a server that are not read: as many as those of all uploads (services/uploads). */
  bytesMax: 256 * MEGABYTE,
  /** Of one network, a quarter: thirty of the largest pictures. */
  bytesOfNetworkMax: 64 * MEGABYTE,
} as const
/** How often the bytes are counted. */
const LOOKED_AT_MS = 250

export type UnreadLimits = { readonly [Name in keyof typeof UNREAD]: number }

/** Unread answers of one network; the oldest request stands first. */
type Share = { bytes: number; readonly answers: { readonly response: ServerResponse; readonly bytes: number }[] }

/** Gives the function that watches a response, which it gets with the request. */
export function limitUnread(server: Server, limits: UnreadLimits): (response: ServerResponse) => void {
  /** In the order of their requests, with their networks. */
  const open = new Map<ServerResponse, string>()
  const timer = setInterval(() => {
    const shares = sharesOf(open)
    for (const { answers } of shares) for (const { response } of answers) expectProgress(response, limits.patienceMs)
    for (const response of tooMany(shares, limits)) response.socket?.destroy()
  }, LOOKED_AT_MS).unref()
  server.on('close', () => clearInterval(timer))
  return (response) => {
    open.set(response, widestOf(networkOf(response.socket?.remoteAddress)))
    response.once('close', () => open.delete(response))
  }
}

/** The widest network: a subscriber of IPv6 has thousands of those of 64 bits. */
const widestOf = (network: string): string => networkScopes(network).at(-1)?.network ?? network

function sharesOf(open: ReadonlyMap<ServerResponse, string>): readonly Share[] {
  const shares = new Map<string, Share>()
  for (const [response, network] of open) {
    const bytes = response.writableLength
    if (bytes === 0) continue
    const share = shares.get(network) ?? { bytes: 0, answers: [] }
    share.bytes += bytes
    share.answers.push({ response, bytes })
    shares.set(network, share)
  }
  return [...shares.values()]
}

/** Node cuts the connection off when it takes no byte for this long. It sets another time after the answer. */
function expectProgress({ socket }: ServerResponse, patienceMs: number): void {
  if (socket !== null && socket.timeout !== patienceMs) socket.setTimeout(patienceMs)
}

/** The answers to be cut off: the oldest of each network that has too many bytes, then of the network that has most. */
function tooMany(
  shares: readonly Share[],
  { bytesMax, bytesOfNetworkMax }: Pick<UnreadLimits, 'bytesMax' | 'bytesOfNetworkMax'>,
): readonly ServerResponse[] {
  const found: ServerResponse[] = []
  let all = shares.reduce((sum, { bytes }) => sum + bytes, 0)
  const takeOldest = (share: Share) => {
    const oldest = must(share.answers.shift(), 'a network with unread bytes has an unread answer')
    share.bytes -= oldest.bytes
    all -= oldest.bytes
    found.push(oldest.response)
  }
  for (const share of shares) while (share.bytes > bytesOfNetworkMax) takeOldest(share)
  while (all > bytesMax) takeOldest(shares.reduce((most, share) => (share.bytes > most.bytes ? share : most)))
  return found
}
