/**
 * A customer submits their identity. One transaction reads, refuses or writes everything; one submission waits at a
 * time. No answer tells whether a document number is known here, because that would allow guessing of numbers.
 */
import type { CallRequest } from '@veritick/contract'
import { assert, type UserId } from '@veritick/domain'
import { type Once, type Refusal, refuse } from '../../calls/index.ts'
import { recordOnce } from '../../services/idempotency/index.ts'
import { inTransaction, lockCustomer, rollbackWith } from '../../services/transactions/index.ts'
import { identitySubmissions, nextNumber, type Transaction } from '../../store/index.ts'
import { isClosed, isRestricted, type Person, personOf } from '../accounts/index.ts'
import { cardIdCanonical, readBirthDate, readCardId, readName } from './documents.ts'
import { flagsOf, pictureUse, type Side } from './duplicates.ts'
import type { IdentityParts } from './identity-parts.ts'
import {
  type Applicant,
  changeState,
  encryptApplicant,
  nextVersion,
  personPrintOf,
  provenIdentity,
  type SubmissionRow,
} from './queries.ts'

export type Submitting = { readonly user: UserId; readonly once: Once; readonly params: CallRequest<'identitySubmit'> }
export type Submitted = { readonly ok: true; readonly value: { readonly repeated: boolean } } | Refusal

type Stated = Omit<Applicant, 'stateVersion'>
/** The stated data, once it is read without a fault. */
type Application = { readonly applicant: Stated; readonly numberPrint: string; readonly country: string }

/**
 * Refusals: `account_closed`, `name_malformed`, `card_id_malformed`, `birth_date_missing`, `birth_date_malformed`,
 * `under_age`, `country_restricted`, `parameter_missing` (country), `parameter_not_allowed`, `identity_waiting`,
 * `identity_verified`, `picture_unknown` (also another customer's), `picture_used`.
 */
export function submitIdentity(parts: IdentityParts, request: Submitting): Promise<Submitted> {
  const { user, once, params } = request
  return inTransaction(parts.store, async (tx) => {
    await lockCustomer(tx, user)
    const now = parts.runtime.now()
    const { repeated } = await recordOnce(tx, { once, kind: 'identity', runtime: parts.runtime }, async () => {
      if (await isClosed({ ...parts, db: tx.db }, user)) rollbackWith('account_closed')
      const person = await personOf({ ...parts, db: tx.db }, user)
      const application = readApplication(parts, { person, params })
      if ('ok' in application) return rollbackWith(application.reason, application.field)
      const before = await provenIdentity({ ...parts, db: tx.db }, user)
      if (before?.state === 'waiting') rollbackWith('identity_waiting')
      if (before?.state === 'verified') rollbackWith('identity_verified')
      const version = nextVersion(before)
      const row = await insert(parts, tx, { person, application, params, version, now })
      await changeState(parts, tx, { user, state: 'waiting', version, at: now })
      return row.submission
    })
    return { repeated }
  })
}

function readApplication(
  parts: Pick<IdentityParts, 'settings' | 'encryption' | 'runtime'>,
  request: { readonly person: Person; readonly params: Submitting['params'] },
): Application | Refusal {
  const { settings, encryption, runtime } = parts
  const { person, params } = request
  const name = readName(params.name)
  if (!name.ok) return refuse(name.reason, 'name')
  const cardId = readCardId(params.card_id)
  const canonical = cardIdCanonical(params.card_id)
  if (!cardId.ok || canonical === undefined) return refuse('card_id_malformed', 'card_id')
  const birthDate = params.birth_date === undefined ? undefined : readBirthDate(params.birth_date, runtime.now())
  if (birthDate?.ok === false) return refuse(birthDate.reason, 'birth_date')
  if (birthDate === undefined && settings.get('identity_birth_date_required') === 1)
    return refuse('birth_date_missing', 'birth_date')
  const country = params.country?.toUpperCase() ?? person.country ?? undefined
  if (country === undefined) return refuse('parameter_missing', 'country')
  if (!/^[A-Z]{2}$/.test(country)) return refuse('parameter_not_allowed', 'country')
  // A customer who registered in a country that was restricted later cannot avoid that by stating another one.
  if ([country, person.country].some((each) => each !== null && isRestricted(settings, each)))
    return refuse('country_restricted', 'country')
  return {
    applicant: { name: name.value, cardId: cardId.value, birthDate: birthDate?.value ?? '' },
    numberPrint: encryption.fingerprint('document number', canonical),
    country,
  }
}

async function insert(
  parts: IdentityParts,
  tx: Transaction,
  made: {
    readonly person: Person
    readonly application: Application
    readonly params: Submitting['params']
    /** Of the customer's state that is written with it. */
    readonly version: number
    readonly now: number
  },
): Promise<SubmissionRow> {
  const { person, application, params, version, now } = made
  const { applicant, numberPrint, country } = application
  const { user } = person
  const submission = await nextNumber(tx.query, { table: 'identity_submissions', column: 'submission_id' })
  const attach = async (side: Side, address: string): Promise<string> => {
    const attached = await parts.files.attach(tx, { address, owner: user, usedFor: pictureUse(submission, side) })
    return attached.ok ? attached.file : rollbackWith(attached.reason, `${side}_pic`)
  }
  const facts = {
    submission,
    user,
    front: await attach('front', params.front_pic),
    reverse: await attach('reverse', params.reverse_pic),
    country,
    numberPrint,
    personPrint: personPrintOf(parts.encryption, applicant),
  }
  const bound = {
    ...facts,
    state: 'waiting',
    verifiedPrint: null,
    flags: await flagsOf({ ...parts, ...tx }, facts, person.country),
    remark: '',
    decidedBy: null,
    createdAt: now,
    decidedAt: null,
  } as const
  const encrypted = encryptApplicant(parts.encryption, bound, { ...applicant, stateVersion: version })
  const values = { ...bound, encrypted, erasedAt: null }
  const [row] = await tx.db.insert(identitySubmissions).overridingSystemValue().values(values).returning()
  assert(row !== undefined, 'an insert returns its row')
  return row
}
