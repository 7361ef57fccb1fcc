/** An encrypted passport number opens in its own row, with its own key, unchanged - and in no other way. */
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { must } from '@veritick/domain'
import { openLocation, type StoreLocation } from '@veritick/testing/stores'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Store } from '../../store/interface.ts'
import { openStore } from '../../store/store.ts'
import { realRuntime } from '../clock/clock.ts'
import { type Encryption, EncryptionRefused, encryptionWith } from './encryption.ts'
import { keysOf, openEncryption } from './keys.ts'

const FIRST = Buffer.alloc(32, 1).toString('base64')
const SECOND = Buffer.alloc(32, 2).toString('base64')
const PASSPORT = { purpose: 'identity', row: '17' }

function encryptionOf(text: string, world = 'w'): Encryption {
  const [first, ...others] = keysOf(text, 'VAULT_KEY')
  return encryptionWith({ keys: [must(first, 'a key'), ...others], world, runtime: realRuntime })
}

describe('encrypting', () => {
  const encryption = encryptionOf(FIRST)

  test('what was encrypted opens again, to the last byte, the empty text too', () => {
    for (const text of ['K12345678', '', '陳大文', 'محمد', 'x'.repeat(100_000)])
      expect(encryption.decryptText(PASSPORT, encryption.encryptText(PASSPORT, text))).toBe(text)
    const picture = realRuntime.random(3000)
    expect(encryption.decrypt(PASSPORT, encryption.encrypt(PASSPORT, picture))).toEqual(picture)
  })

  test('on another thread the same opens, and nothing else', async () => {
    const picture = realRuntime.random(300_000)
    const encrypted = encryption.encrypt(PASSPORT, picture)
    expect(await encryption.decryptLong(PASSPORT, encrypted)).toEqual(picture)
    const empty = encryption.encrypt(PASSPORT, new Uint8Array())
    expect(await encryption.decryptLong(PASSPORT, empty)).toHaveLength(0)
    for (let at = 0; at < empty.length; at++) {
      const changed = Uint8Array.from(empty)
      changed[at] = (changed[at] ?? 0) ^ 1
      await expect(encryption.decryptLong(PASSPORT, changed), `byte ${at}`).rejects.toThrow(EncryptionRefused)
    }
    for (const other of [
      encrypted.subarray(0, -1),
      Buffer.concat([encrypted, Uint8Array.of(0)]),
      encrypted.subarray(0, 20),
    ])
      await expect(encryption.decryptLong(PASSPORT, other)).rejects.toThrow(EncryptionRefused)
    const moved = encryption.decryptLong({ ...PASSPORT, row: '18' }, encrypted)
    await expect(moved).rejects.toThrow('belongs to another row')
    await expect(encryptionOf(SECOND).decryptLong(PASSPORT, encrypted)).rejects.toThrow(/which is not here/)
  })

  test('the same text never looks the same and is nowhere in the bytes', () => {
    const [one, two] = [encryption.encryptText(PASSPORT, 'K12345678'), encryption.encryptText(PASSPORT, 'K12345678')]
    expect(Buffer.from(one).equals(two)).toBe(false)
    expect(Buffer.from(one).includes('K12345678')).toBe(false)
  })

  test('one changed bit anywhere, or one byte less or more, and it does not open', () => {
    const encrypted = encryption.encryptText(PASSPORT, 'K12345678')
    for (let at = 0; at < encrypted.length; at++)
      for (const bit of [1, 128]) {
        const changed = Uint8Array.from(encrypted)
        changed[at] = (changed[at] ?? 0) ^ bit
        expect(() => encryption.decrypt(PASSPORT, changed), `byte ${at}`).toThrow(EncryptionRefused)
      }
    for (let length = 0; length < encrypted.length; length++)
      expect(() => encryption.decrypt(PASSPORT, encrypted.subarray(0, length)), `${length} bytes`).toThrow(
        EncryptionRefused,
      )
    expect(() => encryption.decrypt(PASSPORT, Uint8Array.of(...encrypted, 0))).toThrow(EncryptionRefused)
  })

  test.each([
    { purpose: 'identity', row: '18' },
    { purpose: 'totp', row: '17' },
    { purpose: 'identity1', row: '7' },
    { purpose: 'identit', row: 'y17' },
  ])('moved to %j it does not open', (location) => {
    expect(() => encryption.decrypt(location, encryption.encryptText(PASSPORT, 'K12345678'))).toThrow(
      'belongs to another row',
    )
  })

  test('a wrong key is named, not guessed with', () => {
    const encrypted = encryption.encryptText(PASSPORT, 'K12345678')
    expect(() => encryptionOf(SECOND).decrypt(PASSPORT, encrypted)).toThrow(
      /encrypted with key [0-9a-f]{8}, which is not here/,
    )
  })

  test('with the same key of another world it does not open, and equals have another fingerprint', () => {
    const other = encryptionOf(FIRST, 'replay-w')
    const encrypted = encryption.encryptText(PASSPORT, 'K12345678')
    expect(() => other.decrypt(PASSPORT, encrypted)).toThrow(EncryptionRefused)
    expect(other.fingerprint('document', 'K12345678')).not.toBe(encryption.fingerprint('document', 'K12345678'))
  })

  test('a new key in front encrypts from now on; the old one still opens and still finds equals', () => {
    const encrypted = encryption.encryptText(PASSPORT, 'K12345678')
    const both = encryptionOf(`${SECOND},${FIRST}`)
    expect(both.decryptText(PASSPORT, encrypted)).toBe('K12345678')
    expect(() => encryption.decrypt(PASSPORT, both.encryptText(PASSPORT, 'new'))).toThrow(EncryptionRefused)
    expect(both.fingerprint('document', 'K12345678')).toBe(encryption.fingerprint('document', 'K12345678'))
  })
})

test('fingerprints find equals of one purpose and differ with the key', () => {
  const encryption = encryptionOf(FIRST)
  const print = encryption.fingerprint('document', 'HK:K12345678')
  expect(print).toMatch(/^[0-9a-f]{64}$/)
  expect(encryption.fingerprint('document', Buffer.from('HK:K12345678'))).toBe(print)
  expect(encryption.fingerprint('document', 'HK:K12345679')).not.toBe(print)
  expect(encryption.fingerprint('picture', 'HK:K12345678')).not.toBe(print)
  expect(encryption.fingerprint('documentHK', ':K12345678')).not.toBe(print)
  expect(encryptionOf(SECOND).fingerprint('document', 'HK:K12345678')).not.toBe(print)
})

test.each(['', '  ', 'short', Buffer.alloc(31).toString('base64'), Buffer.alloc(33).toString('base64'), `${FIRST}x`])(
  'the setting %j is no key',
  (text) => {
    expect(() => keysOf(text, 'VAULT_KEY')).toThrow(/VAULT_KEY holds/)
  },
)

describe('keys and the store that needs them', () => {
  let location: StoreLocation
  let store: Store
  const open = (vaultKey?: string) =>
    openEncryption({ store, dataDir: location.dataDir, world: 'w', vaultKey, runtime: realRuntime })
  const keyFile = () => join(location.dataDir, 'keys', 'vault.key')

  beforeEach(async () => {
    location = await openLocation('embedded', ['w'])
    store = await openStore({ ...location, world: 'w' })
  })
  afterEach(async () => {
    await store.close()
    await location.clean()
  })

  test('a first start makes a key once, apart from the store, for its owner only', async () => {
    const encrypted = (await open()).encryptText(PASSPORT, 'K12345678')
    expect(statSync(keyFile()).mode & 0o777).toBe(0o600)
    expect(statSync(join(location.dataDir, 'keys')).mode & 0o777).toBe(0o700)
    const kept = readFileSync(keyFile(), 'utf8')
    expect((await open()).decryptText(PASSPORT, encrypted)).toBe('K12345678')
    expect(readFileSync(keyFile(), 'utf8')).toBe(kept)
  })

  test('a lost key stops the start in words, and no new one is made', async () => {
    await open()
    const kept = readFileSync(keyFile(), 'utf8')
    rmSync(keyFile())
    await expect(open()).rejects.toThrow(/holds data encrypted with key [0-9a-f]{8}.*Put the key back/)
    expect(existsSync(keyFile())).toBe(false)
    await expect(open(SECOND)).rejects.toThrow(EncryptionRefused)
    writeFileSync(keyFile(), `${SECOND}\n${kept}`, { mode: 0o600 })
    await open()
    await expect(open(kept.trim())).rejects.toThrow('Put the key back')
  })

  test('with the setting no file is made', async () => {
    await open(FIRST)
    expect(existsSync(keyFile())).toBe(false)
    await expect(open('not a key')).rejects.toThrow('VAULT_KEY')
  })
})
