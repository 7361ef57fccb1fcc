/**
 * An authenticator in software: it makes real ES256 key pairs, attestations (format none) and assertions as WebAuthn
 * Level 3 lays them out, so that tests try the server's checks with genuine signatures. It obeys: what a test wants
 * false about an answer, the test says.
 */
import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import type { CallData } from '@veritick/contract'
import { must } from '@veritick/domain'

type Credential = {
  readonly id: string
  readonly key: KeyObject
  readonly rpId: string
  readonly userHandle: string
  counter: number
}

/** The falsehoods of an answer, or its differences from a browser's answer. */
export type Bent = {
  readonly origin?: string
  readonly rpId?: string
  readonly challenge?: string
  /** False: the user touched no sensor and typed no PIN. */
  readonly verified?: boolean
  readonly counter?: number
  readonly userHandle?: string | null
  /** Signs with a key that is not the credential's. */
  readonly forged?: true
  readonly type?: string
}

const FLAGS = { present: 0x01, verified: 0x04, attested: 0x40 }

export class Authenticator {
  readonly #origin: string
  readonly #held: Credential[] = []

  /** `origin`: of the page that the browser shows. */
  constructor(origin: string) {
    this.#origin = origin
  }

  /** The answer of `navigator.credentials.create`, as JSON text. */
  create(options: CallData<'passkeyBegin'>, bent: Bent = {}): string {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const id = randomBytes(16)
    const rpId = bent.rpId ?? options.rp.id
    const credential = {
      id: id.toString('base64url'),
      key: privateKey,
      rpId,
      userHandle: options.user.id,
      counter: bent.counter ?? 0,
    }
    this.#held.push(credential)
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const cose = cborMap([
      [cborInt(1), cborInt(2)],
      [cborInt(3), cborInt(-7)],
      [cborInt(-1), cborInt(1)],
      [cborInt(-2), cborBytes(Buffer.from(x, 'base64url'))],
      [cborInt(-3), cborBytes(Buffer.from(y, 'base64url'))],
    ])
    const length = Buffer.alloc(2)
    length.writeUInt16BE(id.length)
    const attested = Buffer.concat([Buffer.alloc(16), length, id, cose])
    const authData = authenticatorData({ ...credential, flags: flagsOf(bent) | FLAGS.attested, attested })
    const attestation = cborMap([
      [cborText('fmt'), cborText('none')],
      [cborText('attStmt'), cborMap([])],
      [cborText('authData'), cborBytes(authData)],
    ])
    return JSON.stringify({
      ...named(credential.id),
      response: {
        clientDataJSON: this.#clientData(
          bent.type ?? 'webauthn.create',
          bent.challenge ?? options.challenge,
          bent,
        ).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      },
    })
  }

  /** The answer of `navigator.credentials.get`, as JSON text: by the newest passkey that fits. */
  get(options: CallData<'passkeyOptions'>, bent: Bent = {}): string {
    const wanted = options.allowCredentials.map(({ id }) => id)
    const fits = (each: Credential) => each.rpId === options.rpId && (wanted.length === 0 || wanted.includes(each.id))
    const credential = must(this.#held.findLast(fits), 'a passkey of this site is held')
    credential.counter = bent.counter ?? credential.counter + 1
    const clientData = this.#clientData(bent.type ?? 'webauthn.get', bent.challenge ?? options.challenge, bent)
    const authData = authenticatorData({
      rpId: bent.rpId ?? credential.rpId,
      counter: credential.counter,
      flags: flagsOf(bent),
    })
    const key = bent.forged ? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey : credential.key
    const signed = Buffer.concat([authData, createHash('sha256').update(clientData).digest()])
    return JSON.stringify({
      ...named(credential.id),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: createSign('sha256').update(signed).sign(key).toString('base64url'),
        userHandle: bent.userHandle === undefined ? credential.userHandle : bent.userHandle,
      },
    })
  }

  #clientData(type: string, challenge: string, bent: Bent): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: bent.origin ?? this.#origin, crossOrigin: false }))
  }
}

const named = (id: string) => ({ id, rawId: id, type: 'public-key', clientExtensionResults: {} })

const flagsOf = ({ verified = true }: Bent): number => FLAGS.present | (verified ? FLAGS.verified : 0)

function authenticatorData(made: {
  readonly rpId: string
  readonly counter: number
  readonly flags: number
  readonly attested?: Buffer
}): Buffer {
  const counter = Buffer.alloc(4)
  counter.writeUInt32BE(made.counter)
  const rpIdHash = createHash('sha256').update(made.rpId).digest()
  return Buffer.concat([rpIdHash, Buffer.of(made.flags), counter, made.attested ?? Buffer.alloc(0)])
}

/** The few kinds of CBOR (RFC 8949) that an attestation is made of. */
const CBOR = { positive: 0, negative: 1, bytes: 2, text: 3, map: 5 }

function cborHead(kind: number, value: number): Buffer {
  if (value < 24) return Buffer.of((kind << 5) | value)
  return value < 256 ? Buffer.of((kind << 5) | 24, value) : Buffer.of((kind << 5) | 25, value >> 8, value & 255)
}
const cborInt = (value: number): Buffer =>
  value < 0 ? cborHead(CBOR.negative, -1 - value) : cborHead(CBOR.positive, value)
const cborBytes = (value: Buffer): Buffer => Buffer.concat([cborHead(CBOR.bytes, value.length), value])
const cborText = (value: string): Buffer =>
  Buffer.concat([cborHead(CBOR.text, Buffer.byteLength(value)), Buffer.from(value)])
const cborMap = (entries: readonly (readonly [Buffer, Buffer])[]): Buffer =>
  Buffer.concat([cborHead(CBOR.map, entries.length), ...entries.flat()])
