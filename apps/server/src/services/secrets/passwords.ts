/**
 * Passwords: the rules, the storage and the check. Length makes a password strong, so there are no rules of
 * composition; common passwords are refused instead (NIST SP 800-63B). The store holds argon2id hashes. A check takes
 * the same time when the account does not exist.
 */
import { availableParallelism } from 'node:os'
import { hash as argonHash, verify as argonVerify } from '@node-rs/argon2'
import { dictionary } from '@zxcvbn-ts/language-common'
import { turnsByNetwork } from './turns-by-network.ts'

export const PASSWORD_LENGTH_MIN = 8
export const PASSWORD_LENGTH_MAX = 128

/**
 * OWASP's recommendation for argon2id, which is the library's default: 19 MiB of memory, two passes, one lane, about 30
 * ms of one core. More memory would let a crowd of sign-ins push everything else out of a small machine.
 */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Checks and hashes under way at once, waiting ones included: two cores take three seconds for them. */
export const PASSWORD_WORK_MAX = 100

/** As many checks and hashes are under way as may be. No guess was made. */
export class PasswordsBusy extends Error {}

let underWay = 0

/** Throws PasswordsBusy without calling `work`. */
export async function withinCeiling<Result>(work: () => Promise<Result>): Promise<Result> {
  if (underWay >= PASSWORD_WORK_MAX) throw new PasswordsBusy('as many passwords are checked as may be')
  underWay += 1
  try {
    return await work()
  } finally {
    underWay -= 1
  }
}

/** Half of the cores: the other half answers orders. */
export const HASHES_AT_ONCE = Math.max(1, Math.floor(availableParallelism() / 2))

const turns = turnsByNetwork(HASHES_AT_ONCE)

/** `from`: the network that asks for it. Throws PasswordsBusy without calling `work`. */
const inTurn = <Result>(from: string, work: () => Promise<Result>): Promise<Result> =>
  withinCeiling(() => turns.run(from, work))

export type PasswordFault = 'password_too_short' | 'password_too_long' | 'password_too_common'

/** The list holds the commonest passwords of published breaches, small letters, the 10,000 commonest among them. */
const COMMON: ReadonlySet<string> = new Set(dictionary['passwords-common'])

/** Why this cannot be a password. Lengths count characters as a reader sees code points, after normalisation. */
export function passwordFault(password: string): PasswordFault | undefined {
  const text = normal(password)
  const length = [...text].length
  if (length < PASSWORD_LENGTH_MIN) return 'password_too_short'
  if (length > PASSWORD_LENGTH_MAX) return 'password_too_long'
  return COMMON.has(text.toLowerCase()) ? 'password_too_common' : undefined
}

/** `from`: the network, as `networkOf` gives it. */
type Given = { readonly password: string; readonly from: string }

/** The text to keep: parameters and salt stand in it. Call `passwordFault` first. Throws PasswordsBusy. */
export async function hashPassword({ password, from }: Given): Promise<string> {
  return inTurn(from, () => argonHash(normal(password), COST))
}

export type PasswordCheck = {
  readonly right: boolean
  /** Right, but kept with other parameters than today's: keep `hashPassword` of it instead. */
  readonly stale: boolean
}

/**
 * `kept`: what `hashPassword` gave; `undefined` for an unknown account, which takes as long and is never right. Throws
 * PasswordsBusy.
 */
export async function checkPassword({
  kept,
  password,
  from,
}: Given & { readonly kept: string | undefined }): Promise<PasswordCheck> {
  // Longer passwords were never accepted: hashing one would only let a client cause work.
  const text = normal(password.slice(0, PASSWORD_LENGTH_MAX * 4))
  const isRight = await inTurn(from, async () => argonVerify(kept ?? (await nobody()), text))
  const right = isRight && kept !== undefined
  return { right, stale: right && kept !== undefined && !kept.startsWith(TODAY) }
}

const TODAY = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`

/** The hash of a random password, made once. The password of an unknown account is checked against it. */
let nobodysHash: Promise<string> | undefined
function nobody(): Promise<string> {
  nobodysHash ??= argonHash('\u0000 nobody', COST)
  return nobodysHash
}

/** The same characters typed on different keyboards are the same password. */
function normal(password: string): string {
  return password.normalize('NFKC')
}
