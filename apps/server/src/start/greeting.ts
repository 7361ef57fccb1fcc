/**
 * The lines about the office that a start prints: its address, which is OFFICE_URL where that is set, and the one-time
 * link of an admin who has not signed in yet.
 */
import { isEverywhere, isLoopback } from '../services/network/index.ts'
import type { Office } from './office.ts'

const BOX_WIDTH = 76
const FIRST_LINK = [
  'The office has no admin yet. Open this link within 30 minutes to become',
  'the first one. It works once; another start prints another.',
]
const RESET_LINK = [
  'The password and authenticator app of this admin no longer work. Open this',
  'link within 30 minutes to set new ones. It works once.',
]

type Printed = Pick<Office, 'port' | 'firstLink' | 'resetLink'>

/**
 * Where staff work and, until the first admin has signed in, how they become one. To the terminal only: a log would
 * keep it.
 */
export function officeGreeting(
  { port, firstLink, resetLink }: Printed,
  { officeHost, officeUrl }: { readonly officeHost: string; readonly officeUrl?: string | undefined },
): string {
  const isOpenHere = isLoopback(officeHost) || isEverywhere(officeHost)
  const address = officeUrl ?? `http://${isOpenHere ? 'localhost' : officeHost}:${port}`
  const only =
    officeUrl === undefined && isLoopback(officeHost)
      ? '  (from this machine only; OFFICE_HOST opens it to others)\n'
      : ''
  const link = resetLink ?? firstLink
  if (link === undefined) return `  the office: ${address}\n${only}\n`
  const lines = resetLink === undefined ? FIRST_LINK : RESET_LINK
  const line = '-'.repeat(BOX_WIDTH)
  const box = `${line}\n${lines.map((each) => `  ${each}\n`).join('')}\n  ${address}${link}\n${line}\n`
  return `  the office: ${address}\n${only}\n${box}\n`
}
