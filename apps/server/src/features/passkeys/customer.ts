/**
 * The calls about passkeys: adding one, the list, removing one, the challenges, and signing in. Adding and removing
 * take a fresh proof, because both change how a customer signs in; removing ends the other sessions, because one of
 * them may have been opened with the passkey.
 */

import { type CallData, deviceName, PASSKEYS_MAX } from '@veritick/contract'
import { type Handlers, refuse, type Session, say } from '../../calls/index.ts'
import { randomId } from '../../services/clock/index.ts'
import { momentText } from '../../services/messages/index.ts'
import {
  ALGORITHMS,
  CHALLENGE_MILLIS,
  checkAssertion,
  checkAttestation,
  type NewPasskey,
  numberChanged,
  type PasskeyRow,
  passkeyCount,
  passkeyMoment,
  passkeysOf,
  removePasskey,
  type Site,
  sealedPasskey,
  siteOf,
  transportsOf,
  wirePasskey,
} from '../../services/passkeys/index.ts'
import { rowSeal } from '../../services/seals/index.ts'
import { inTransaction, lockUserRow, rollbackWith } from '../../services/transactions/index.ts'
import { passkeys, type Transaction } from '../../store/index.ts'
import {
  beginSession,
  type Person,
  personOf,
  requireProof,
  tellCustomer,
  uidOf,
  wireSignedIn,
} from '../accounts/index.ts'
import type { Context } from './context.ts'

const RP_NAME = 'Veritick'
const HANDLE_BYTES = 32

export function passkeyHandlers(context: Context) {
  return { ...signInByPasskey(context), ...ownPasskeys(context) }
}

function signInByPasskey(context: Context): Handlers<'passkeyOptions' | 'passkeySignIn' | 'passkeyProofOptions'> {
  const { store, config, challenges, encryption } = context
  return {
    passkeyOptions: async ({ params, host }) => {
      const site = siteOf(config, host)
      if (site === undefined) return refuse('passkey_unavailable')
      const challenge = challenges.make({ purpose: params.purpose, session: undefined, site })
      return { ok: true, data: requestOptions({ challenge, site, known: [] }) }
    },

    passkeySignIn: async ({ params, language, device, browser, from }) => {
      const checked = await checkAssertion(context, { text: params.passkey, purpose: 'sign_in', session: undefined })
      if (!checked.ok) return checked
      const person = await personOf({ ...context, db: store.db }, checked.value.user)
      // Before the session begins: a busy core refuses here, and no session is left without its token.
      const user = await wireSignedIn(context, person)
      const begun = await beginSession(context, { person, assertion: checked.value, language, device, browser, from })
      if (!begun.ok) return begun
      const { token } = begun.value
      return { ok: true, data: { token, user: { ...user, token } }, browser: begun.value.browser }
    },

    passkeyProofOptions: async ({ session, host }) => {
      const site = siteOf(config, host)
      if (site === undefined) return refuse('passkey_unavailable')
      const known = (await passkeysOf({ db: store.db, encryption }, session.user)).filter(
        (row) => row.rpId === site.rpId,
      )
      if (known.length === 0) return refuse('passkey_unknown')
      const challenge = challenges.make({ purpose: 'proof', session: session.tokenHash, site })
      return { ok: true, data: requestOptions({ challenge, site, known }) }
    },
  }
}

function ownPasskeys(context: Context): Handlers<'passkeyBegin' | 'passkeyAdd' | 'passkeyList' | 'passkeyRemove'> {
  const { store, runtime, config, sessions, encryption } = context
  return {
    passkeyBegin: async ({ session, params, host, browser }) => {
      const site = siteOf(config, host)
      if (site === undefined) return refuse('passkey_unavailable')
      const known = await passkeysOf({ db: store.db, encryption }, session.user)
      if (known.length >= PASSKEYS_MAX) return refuse('passkey_limit_reached')
      const proof = await requireProof(context, { session, browser, purpose: 'proof', ...params, fresh: true })
      if (!proof.ok) return proof
      const userHandle = known[0]?.userHandle ?? Buffer.from(runtime.random(HANDLE_BYTES)).toString('base64url')
      const ceremony = { purpose: 'register', session: session.tokenHash, site, userHandle } as const
      const challenge = context.challenges.make(ceremony)
      const person = await personOf({ ...context, db: store.db }, session.user)
      const { brand } = context.settings.get('operator')
      return { ok: true, data: creationOptions({ challenge, site, userHandle, person, known, brand }) }
    },

    passkeyAdd: async ({ session, params, language, device }) => {
      const checked = await checkAttestation(context, { text: params.passkey, session: session.tokenHash })
      if (!checked.ok) return checked
      const name = params.name?.trim() ?? deviceName(device) ?? RP_NAME
      const added = await inTransaction(store, (tx) => addPasskey(context, tx, { session, name, made: checked.value }))
      if (!added.ok) return added
      return { ok: true, data: wirePasskey(added.value), msg: say(language, 'messages.passkey_added') }
    },

    passkeyList: async ({ session }) => ({
      ok: true,
      data: (await passkeysOf({ db: store.db, encryption }, session.user)).map(wirePasskey),
    }),

    passkeyRemove: async ({ session, params, language, browser }) => {
      const { id, ...given } = params
      const own = (await passkeysOf({ db: store.db, encryption }, session.user)).find((row) => row.passkey === id)
      // Another customer's passkey is answered as one that does not exist.
      if (own === undefined) return refuse('passkey_unknown', 'id')
      const proof = await requireProof(context, { session, browser, purpose: 'proof', ...given, fresh: true })
      if (!proof.ok) return proof
      const removed = await inTransaction(store, async (tx) => {
        await lockOwner(context, tx, session)
        if (!(await removePasskey({ encryption, tx }, own))) rollbackWith('passkey_unknown', 'id')
        const message = { name: 'passkey_removed', values: { time: momentText(runtime.now()) } } as const
        await tellCustomer({ ...context, tx }, { user: session.user, message })
        await sessions.endSessions(tx, { user: session.user, except: session.tokenHash })
      })
      if (!removed.ok) return removed
      return { ok: true, data: null, msg: say(language, 'messages.passkey_removed') }
    },
  }
}

/**
 * Rejects with `session_ended`. The lock on the customer's row lets one request count after the other, and a forgotten
 * password that is set anew comes before it, and ends the session, or after it, and removes the passkeys.
 */
async function lockOwner(
  { sessions }: Pick<Context, 'sessions'>,
  tx: Pick<Transaction, 'query'>,
  session: Session,
): Promise<void> {
  await lockUserRow(tx.query, session.user)
  if (!(await sessions.isOpen(tx.query, session))) rollbackWith('session_ended')
}

/** Rejects with `passkey_limit_reached`, `passkey_exists`, or `session_ended`. */
async function addPasskey(
  context: Pick<Context, 'runtime' | 'messages' | 'encryption' | 'log' | 'sessions'>,
  tx: Transaction,
  given: { readonly session: Session; readonly name: string; readonly made: NewPasskey },
): Promise<PasskeyRow> {
  const { runtime, encryption } = context
  const { session, name, made } = given
  const { user } = session
  await lockOwner(context, tx, session)
  const count = await passkeyCount({ query: tx.query, encryption }, user)
  if (count >= PASSKEYS_MAX) rollbackWith('passkey_limit_reached')
  const now = runtime.now()
  const passkey = randomId(runtime)
  const decided = { ...made, passkey, user, name, createdAt: passkeyMoment(encryption, user, now), lastUsedAt: null }
  const values = { ...decided, seal: rowSeal(encryption, 'passkeys', sealedPasskey(decided)) }
  const [row] = await tx.db
    .insert(passkeys)
    .values(values)
    .onConflictDoNothing({ target: passkeys.credential })
    .returning()
  if (row === undefined) return rollbackWith('passkey_exists', 'passkey')
  numberChanged({ encryption, tx }, user, count + 1)
  // The notice does not repeat the name: a thief could have written it.
  await tellCustomer(
    { ...context, tx },
    { user, message: { name: 'passkey_added', values: { time: momentText(now) } } },
  )
  return row
}

const described = (rows: readonly PasskeyRow[]) =>
  rows.map((row) => ({ id: row.credential, type: 'public-key' as const, transports: transportsOf(row) }))

/** `known` empty: any passkey of this site that the authenticator finds. */
function requestOptions(ceremony: {
  readonly challenge: string
  readonly site: Site
  readonly known: readonly PasskeyRow[]
}): CallData<'passkeyOptions'> {
  const { challenge, site, known } = ceremony
  return {
    challenge,
    timeout: CHALLENGE_MILLIS,
    rpId: site.rpId,
    allowCredentials: described(known),
    userVerification: 'required',
  }
}

/**
 * Discoverable, so that the customer types no account name; with user verification, so that it counts as two factors.
 */
function creationOptions(ceremony: {
  readonly challenge: string
  readonly site: Site
  readonly userHandle: string
  readonly person: Person
  readonly known: readonly PasskeyRow[]
  readonly brand: string
}): CallData<'passkeyBegin'> {
  const { challenge, site, userHandle, person, known, brand } = ceremony
  const name = person.email ?? person.phone ?? uidOf(person.user)
  return {
    rp: { id: site.rpId, name: brand || RP_NAME },
    user: { id: userHandle, name, displayName: name },
    challenge,
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: CHALLENGE_MILLIS,
    excludeCredentials: described(known.filter((row) => row.rpId === site.rpId)),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  }
}
