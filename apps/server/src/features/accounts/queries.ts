/** Rows of users. Other features ask here for a user's name, address and country. */
import { CREDIT_SCORE_MAX } from '@veritick/contract/office'
import { must, type UserId } from '@veritick/domain'
import { LANGUAGE_DEFAULT, LANGUAGES, type Language } from '@veritick/locales'
import { and, eq, isNotNull } from 'drizzle-orm'
import type { CodeTarget } from '../../services/codes/index.ts'
import {
  type Changes,
  changeSealed,
  isOvertaken,
  isSealed,
  RowChanged,
  readCurrent,
  requireAsked,
  requireOwnRow,
  requireRowSealed,
  rowNamed,
  rowSeal,
  type SealedRow,
} from '../../services/seals/index.ts'
import { rollbackWith } from '../../services/transactions/index.ts'
import { type Database, type Store, type Transaction, users } from '../../store/index.ts'
import type { Context } from './context.ts'
import { insertAccount } from './owned-accounts.ts'

/** Everything that is kept about a person, the hash of the password included: never answer it as it is. */
export type Person = typeof users.$inferSelect

/** Throws RowChanged. The readers of this file prove each row with it, so their callers need not. */
export function requirePersonSealed({ encryption }: Pick<Context, 'encryption'>, person: Person): void {
  requireRowSealed(encryption, 'users', { ...sealedPerson(person), seal: person.seal })
}

/**
 * As `requirePersonSealed`, for a row that was read a while ago and may have changed since. The caller compares it with
 * the newest row behind its lock.
 */
export function requireOwnPerson({ encryption }: Pick<Context, 'encryption'>, person: Person): void {
  requireOwnRow(encryption, 'users', { ...sealedPerson(person), seal: person.seal })
}

/** The columns that the seal of a customer covers. */
function sealedPerson(person: Omit<Person, 'seal' | 'language'>): SealedRow<'users'> {
  const { user, kind, email, areaCode, phone, passwordHash, twoFactorAt, demoHash, invitedBy } = person
  const { frozenAt, closure, passwordChangedAt, emailChangedAt, emailConfirmedAt, phoneConfirmedAt } = person
  const { createdAt, firstSignInAt, country, inviteCode, creditScore, version } = person
  return {
    ...{ user_id: user, kind, email, area_code: areaCode, phone, password_hash: passwordHash },
    ...{ two_factor_at: twoFactorAt, demo_hash: demoHash, invited_by: invitedBy },
    ...{ frozen_at: frozenAt, closure_id: closure, password_changed_at: passwordChangedAt },
    ...{ email_changed_at: emailChangedAt, email_confirmed_at: emailConfirmedAt },
    ...{ phone_confirmed_at: phoneConfirmedAt, created_at: createdAt, first_sign_in_at: firstSignInAt, country },
    ...{ invite_code: inviteCode, credit_score: creditScore, version },
  }
}

/** Writes sealed columns of the customer's row, as `changeSealed` does. Throws RowChanged. */
export const changePerson = (
  { encryption }: Pick<Context, 'encryption'>,
  tx: Pick<Transaction, 'query' | 'onEnd'>,
  user: UserId,
  changes: Changes<'users'> | ((row: SealedRow<'users'>) => Changes<'users'> | undefined),
): Promise<boolean> => changeSealed({ tx, encryption }, 'users', { user_id: user }, changes)

/** A new customer, as the values of the row with their seal. Left out of `made`: null. */
export function newPerson(
  { encryption }: Pick<Context, 'encryption'>,
  made: Pick<Person, 'user' | 'kind' | 'createdAt'> & Partial<Person>,
): Person {
  const row = { ...NOTHING_KNOWN, ...made }
  return { ...row, seal: rowSeal(encryption, 'users', sealedPerson(row)) }
}

const NOTHING_KNOWN = {
  ...{ demoHash: null, email: null, emailConfirmedAt: null, emailChangedAt: null, areaCode: null, phone: null },
  ...{ phoneConfirmedAt: null, passwordHash: null, passwordChangedAt: null, inviteCode: null, invitedBy: null },
  ...{ twoFactorAt: null, frozenAt: null, closure: null, firstSignInAt: null, country: null, language: null },
  creditScore: CREDIT_SCORE_MAX,
  version: 1,
} as const

/**
 * A new demo person; `demoHash` undefined: the device made no secret. Returns the one that is already there for the
 * same secret.
 */
export async function demoPerson(
  store: Store,
  row: {
    readonly demoHash: string | undefined
    readonly createdAt: number
    readonly parts: Pick<Context, 'ids' | 'encryption' | 'knownAccounts'>
    /** The language of the app that opens the account. */
    readonly language: Language
    /** Asked before a new one is made. */
    readonly mayMake: () => boolean
  },
): Promise<Person | undefined> {
  const { demoHash, createdAt, language, parts } = row
  const known =
    demoHash === undefined
      ? undefined
      : await provenOne(parts, { demoHash, kind: 'demo' }, () =>
          store.db.select().from(users).where(eq(users.demoHash, demoHash)),
        )
  if (known !== undefined) return inLanguage(store, known, language)
  if (!row.mayMake()) return undefined
  const made = await store.transaction(async (tx) => {
    const user = await parts.ids.next(tx.query, 'users')
    const decided = newPerson(parts, { user, kind: 'demo', demoHash: demoHash ?? null, createdAt, language })
    const [person] = await tx.db
      .insert(users)
      .values(decided)
      .onConflictDoNothing({ target: users.demoHash })
      .returning()
    if (person !== undefined) {
      // A trigger may put the row of a customer in the place of the new one: a session of theirs would begin.
      requireAsked('users', person, { user, kind: 'demo', demoHash: demoHash ?? null })
      requirePersonSealed(parts, person)
      await insertAccount(tx, parts, { user: person.user, kind: 'demo', openedAt: createdAt, isDefault: true })
    }
    return person
  })
  // Nothing returned: another sign-in with the same secret was faster.
  return made ?? demoPerson(store, row)
}

/** The person with the language that they use now, for support and their mails. */
export async function inLanguage(store: Store, person: Person, language: Language): Promise<Person> {
  if (person.language === language) return person
  await store.db.update(users).set({ language }).where(eq(users.user, person.user))
  return { ...person, language }
}

type Reading = { readonly db: Database } & Pick<Context, 'encryption'>

/** The person of a session or of a record, proven as by `provenPerson`. */
export async function personOf(parts: Reading, user: UserId): Promise<Person> {
  return must(await provenPerson(parts, user), `user ${user} has a row`)
}

/**
 * The customer's row, proven: its seal is right, and it is the newest. `undefined`: there is no such user. Throws
 * RowChanged.
 */
export function provenPerson(parts: Reading, user: UserId): Promise<Person | undefined> {
  return provenOne(parts, { user }, () => parts.db.select().from(users).where(eq(users.user, user)))
}

/** For what staff read. `fault`: the row does not prove itself, and nothing of it is shown. */
export async function personToShow(
  parts: Reading,
  user: UserId,
): Promise<
  { readonly person: Person; readonly fault: undefined } | { readonly person: undefined; readonly fault: string }
> {
  try {
    return { person: await personOf(parts, user), fault: undefined }
  } catch (error) {
    if (error instanceof RowChanged) return { person: undefined, fault: error.message }
    throw error
  }
}

/** Whether there is such a user. Nothing else of the row is read. */
export async function isUser(db: Database, user: UserId): Promise<boolean> {
  const [row] = await db.select({ user: users.user }).from(users).where(eq(users.user, user))
  requireAsked('users', row, { user })
  return row !== undefined
}

/** The first row, proven, as the row that was asked for. Reads once more where the row changed meanwhile. */
async function provenOne(
  { encryption }: Pick<Context, 'encryption'>,
  asked: Partial<Person>,
  rows: () => PromiseLike<readonly Person[]>,
): Promise<Person | undefined> {
  const isOlder = (row: Person | undefined) =>
    row !== undefined && isOvertaken(encryption, 'users', { ...sealedPerson(row), seal: row.seal })
  const row = await readCurrent(async () => (await rows())[0], isOlder)
  requireAsked('users', row, asked)
  if (row !== undefined) requirePersonSealed({ encryption }, row)
  return row
}

/**
 * Of the newest decision about a freeze, to show it: the remark that the customer got, and what this server decided and
 * the engine does not know yet. The customer is told when the decision is written, and the app then asks at once. A row
 * that was changed or put back in the store says nothing. `person`: proven.
 */
export async function freezeToShow(
  { store, encryption }: Pick<Context, 'store' | 'encryption'>,
  { user, frozenAt }: Pick<Person, 'user' | 'frozenAt'>,
): Promise<{ readonly remark: string; readonly untold: boolean | undefined }> {
  const row = await rowNamed(store.query, 'freezes', { user_id: user })
  const isNewest = row !== undefined && (frozenAt === null ? row.frozen === false : row.at === frozenAt)
  if (!isNewest || !isSealed(encryption, 'freezes', row)) return { remark: '', untold: undefined }
  return { remark: String(row.remark), untold: row.applied === false ? row.frozen === true : undefined }
}

/** Whether staff have frozen the customer; the engine follows. `lockCustomer` keeps further decisions out. */
export async function isFrozen(parts: Reading, user: UserId): Promise<boolean> {
  const person = await provenPerson(parts, user)
  return person !== undefined && person.frozenAt !== null
}

/** Whether the customer's account is closed or being closed. `lockCustomer` keeps further decisions out. */
export async function isClosed(parts: Reading, user: UserId): Promise<boolean> {
  const person = await provenPerson(parts, user)
  return person !== undefined && person.closure !== null
}

/**
 * The data of a closed account were erased: a real account that is open or kept has an address or a number. A demo
 * account never had any.
 */
export const isErased = ({ closure, email, phone }: Person): boolean =>
  closure !== null && email === null && phone === null

/** Why the customer can open, deposit and withdraw nothing; `undefined`: nothing bars them. */
export async function barOf(parts: Reading, user: UserId): Promise<'account_closed' | 'account_frozen' | undefined> {
  const person = await provenPerson(parts, user)
  return person && barIn(person)
}

/** The same for a row that the caller has proven. */
export function barIn({ closure, frozenAt }: Person): 'account_closed' | 'account_frozen' | undefined {
  if (closure !== null) return 'account_closed'
  return frozenAt === null ? undefined : 'account_frozen'
}

/** Refuses with the bar of the customer. */
export async function requireNoBar(parts: Reading, user: UserId): Promise<void> {
  const bar = await barOf(parts, user)
  if (bar !== undefined) rollbackWith(bar)
}

/** The customer with this address, or with this number after confirming it, proven. Throws RowChanged. */
export async function personNamed(parts: Reading, target: CodeTarget): Promise<Person | undefined> {
  const { channel, to } = target
  const named = channel === 'mail' ? eq(users.email, to) : and(eq(users.phone, to), isNotNull(users.phoneConfirmedAt))
  const asked = channel === 'mail' ? { email: to } : { phone: to }
  const row = await provenOne(parts, asked, () => parts.db.select().from(users).where(named))
  // A number that was only typed names no customer.
  return channel === 'sms' && row?.phoneConfirmedAt === null ? undefined : row
}

/**
 * The customer whose account a code that is read at the target may open. Not one who proved a number and only typed
 * the address: its reader may be another person.
 */
export async function personReached(parts: Reading, target: CodeTarget): Promise<Person | undefined> {
  const person = await personNamed(parts, target)
  return person !== undefined && target.channel === 'mail' && targetOf(person).channel !== 'mail' ? undefined : person
}

/**
 * Takes an address, at which a code was read just now, from the customer of `personReached` who only typed it. Without
 * it that customer signs in with the number.
 */
export async function releaseTyped(
  context: Pick<Context, 'encryption'>,
  tx: Pick<Transaction, 'query' | 'onEnd'>,
  of: { readonly email: string; readonly except: UserId | undefined },
): Promise<void> {
  const [typed] = await tx.query<{ user_id: UserId }>(
    `select user_id from users where email = $1 and email_confirmed_at is null and phone_confirmed_at is not null
       and user_id is distinct from $2 for update`,
    [of.email, of.except ?? null],
  )
  if (typed === undefined) return
  await changePerson(context, tx, typed.user_id, (row) =>
    row.email === of.email && row.email_confirmed_at === null && row.phone_confirmed_at !== null
      ? { email: null }
      : undefined,
  )
}

/** The customer with this code, proven. The code of a closed account is unknown. Throws RowChanged. */
export async function personInviting(parts: Reading, inviteCode: string): Promise<Person | undefined> {
  const rows = () => parts.db.select().from(users).where(eq(users.inviteCode, inviteCode))
  const row = await provenOne(parts, { inviteCode }, rows)
  return row === undefined || row.closure !== null ? undefined : row
}

/**
 * Where codes and messages for this person go: the confirmed address, otherwise the confirmed number. An address that
 * was only typed may be mistyped; it is used where there is nothing else. A real account has one of the three.
 */
export function targetOf(person: Person): CodeTarget {
  const { email, phone } = person
  const hasNumber = phone !== null && person.phoneConfirmedAt !== null
  if (email !== null && (person.emailConfirmedAt !== null || !hasNumber)) return { channel: 'mail', to: email }
  return { channel: 'sms', to: must(phone ?? undefined, `user ${person.user} can be reached`) }
}

/** A code that a customer read at the known address confirms the address; every purpose of a code proves that. */
export async function confirmByCode(
  context: Pick<Context, 'encryption'>,
  tx: Pick<Transaction, 'query' | 'onEnd'>,
  of: { readonly person: Person; readonly target: CodeTarget; readonly now: number },
): Promise<void> {
  const { person, target, now } = of
  if (target.channel !== 'mail' || person.emailConfirmedAt !== null) return
  await changePerson(context, tx, person.user, (row) =>
    row.email === target.to && row.email_confirmed_at === null ? { email_confirmed_at: now } : undefined,
  )
}

/** The language that mails to this person are written in. */
export function languageOf(person: Pick<Person, 'language'> | undefined): Language {
  return LANGUAGES.find((each) => each === person?.language) ?? LANGUAGE_DEFAULT
}
