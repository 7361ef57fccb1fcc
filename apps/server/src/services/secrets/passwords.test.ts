/**
 * Length is the measure, common passwords are refused, and a wrong password does not show whether the account exists.
 */
import { hash } from '@node-rs/argon2'
import { dictionary } from '@zxcvbn-ts/language-common'
import { describe, expect, test } from 'vitest'
import { checkPassword, HASHES_AT_ONCE, hashPassword, passwordFault } from './passwords.ts'

describe('what may be a password', () => {
  test.each([
    ['', 'password_too_short'],
    ['kestrel', 'password_too_short'],
    ['kestrel8', undefined],
    ['        ', undefined],
    ['a horse that sells umbrellas', undefined],
    ['梅花鹿過河去看煙花', undefined],
    ['😀😀😀😀', 'password_too_short'],
    ['k'.repeat(127).concat('8'), undefined],
    ['k'.repeat(128).concat('8'), 'password_too_long'],
    ['password', 'password_too_common'],
    ['Password1', 'password_too_common'],
    ['QWERTYUIOP', 'password_too_common'],
    ['ｐａｓｓｗｏｒｄ', 'password_too_common'],
  ])('%j -> %s', (password, fault) => expect(passwordFault(password)).toBe(fault))

  test('each of the 10,000 commonest is refused', () => {
    const commonest = dictionary['passwords-common'].slice(0, 10_000)
    expect(commonest).toHaveLength(10_000)
    expect(commonest.filter((password) => passwordFault(password) === undefined)).toEqual([])
    expect(
      commonest.filter((password) => password.length >= 8 && passwordFault(password) !== 'password_too_common'),
    ).toEqual([])
  })
})

const from = '203.0.113.9'

describe('checking', () => {
  test('kept as argon2id with its parameters, never twice the same', async () => {
    const [one, two] = await Promise.all([
      hashPassword({ password: 'kestrel over the moor', from }),
      hashPassword({ password: 'kestrel over the moor', from }),
    ])
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(one).not.toBe(two)
    expect(await checkPassword({ kept: one, password: 'kestrel over the moor', from })).toEqual({
      right: true,
      stale: false,
    })
    expect(await checkPassword({ kept: one, password: 'kestrel over the moor ', from })).toEqual({
      right: false,
      stale: false,
    })
    expect(await checkPassword({ kept: one, password: 'Kestrel over the moor', from })).toEqual({
      right: false,
      stale: false,
    })
  })

  test('the same characters from another keyboard are the same password', async () => {
    const kept = await hashPassword({ password: 'cafe\u0301 ａｕ lait', from })
    expect(await checkPassword({ kept: kept, password: 'caf\u00e9 au lait', from })).toEqual({
      right: true,
      stale: false,
    })
  })

  test('kept with weaker parameters: right, and to be kept anew', async () => {
    const old = await hash('kestrel over the moor', { memoryCost: 4096, timeCost: 1, parallelism: 1 })
    expect(await checkPassword({ kept: old, password: 'kestrel over the moor', from })).toEqual({
      right: true,
      stale: true,
    })
    expect(await checkPassword({ kept: old, password: 'wrong', from })).toEqual({ right: false, stale: false })
  })

  test('sign-ins of one network that wait keep that of another one waiting for a hash or two', async () => {
    const kept = await hashPassword({ password: 'kestrel over the moor', from })
    const ended: string[] = []
    const check = async (network: string) => {
      await checkPassword({ kept, password: 'wrong horse', from: network })
      ended.push(network)
    }
    const flood = Array.from({ length: 6 * HASHES_AT_ONCE }, () => check(from))
    await Promise.all([...flood, check('198.51.100.7')])
    // After those that are hashed at first, and one more turn of the network that came before.
    expect(ended.indexOf('198.51.100.7')).toBeLessThanOrEqual(2 * HASHES_AT_ONCE)
  })

  test('an unknown account takes as long as a wrong password', async () => {
    const kept = await hashPassword({ password: 'kestrel over the moor', from })
    // Processor time, because a busy machine gives each round another share of a core.
    const time = async (hashed: string | undefined) => {
      const before = process.cpuUsage()
      expect((await checkPassword({ kept: hashed, password: 'wrong horse', from })).right).toBe(false)
      const { user, system } = process.cpuUsage(before)
      return user + system
    }
    await time(undefined)
    const fastest = { known: Number.POSITIVE_INFINITY, unknown: Number.POSITIVE_INFINITY }
    for (let round = 0; round < 9; round++) {
      fastest.known = Math.min(fastest.known, await time(kept))
      fastest.unknown = Math.min(fastest.unknown, await time(undefined))
    }
    // The fastest of several rounds: the collector of garbage works in some. A check that skips the hash takes
    // microseconds.
    expect(fastest.unknown).toBeGreaterThan(fastest.known / 2)
    expect(fastest.unknown).toBeLessThan(fastest.known * 2)
  })
})
