/**
 * Opening a real account, in the way that the setting `verify_reg_type` asks for. A visitor who registers with an
 * address with an account gets the same answer as every other address, after the same work, and the owner is told. The
 * code or captcha is used up last, after everything that can be refused without it, so that a slip does not cost a new
 * one. Decision 39 lists the facts that a registration cannot hide.
 */
import type { CallRequest } from '@veritick/contract'
import type { UserId } from '@veritick/domain'
import type { Language } from '@veritick/locales'
import { type Handlers, type Refusal, refuse, say } from '../../calls/index.ts'
import { type Runtime, randomBelow } from '../../services/clock/index.ts'
import type { CodeTarget } from '../../services/codes/index.ts'
import { visitorAnswersOf } from '../../services/idempotency/index.ts'
import { hashPassword } from '../../services/secrets/index.ts'
import { type Database, type Transaction, users } from '../../store/index.ts'
import { openAccounts } from './accounts.ts'
import type { Context } from './context.ts'
import { isPhoneRestricted, isRestricted, type Phone, readArea, readEmail, readPhone } from './names.ts'
import { tell } from './notifications.ts'
import { insertAccount } from './owned-accounts.ts'
import { newPasswordFault } from './passwords.ts'
import { newPerson, type Person, personInviting, personNamed, personReached, releaseTyped } from './queries.ts'

/** `verify_reg_type`. */
const BY_AREA_AND_PHONE = 1
const BY_PICTURE = 2

type Params = CallRequest<'register'>

/** A visitor who may register once the captcha or code is right. */
type Applicant = {
  readonly email: string | undefined
  readonly phone: Phone | undefined
  readonly country: string | undefined
  readonly invitedBy: UserId | undefined
  /** The address or number that the code was sent to; `undefined`: the captcha is solved instead. */
  readonly proves: CodeTarget | undefined
}

export function registerHandlers(context: Context): Handlers<'register'> {
  const repeats = visitorAnswersOf(context, 'registration')
  return {
    register: ({ params, language, from, browser, visitorKey }) => {
      const again = { ok: true, data: null, msg: say(language, 'messages.registered') } as const
      return repeats.run({ key: visitorKey, again, language }, async (markDone) => {
        const fault = statementFault(params)
        if (fault !== undefined) return fault
        const read = await readApplicant(context, params)
        if (!read.ok) return read
        const { applicant } = read
        // Before the captcha is used up: too many passwords may be hashed at the moment.
        const passwordHash = await hashPassword({ password: params.password, from })
        if (applicant.proves === undefined) {
          const solved = await context.captchas.spend({ id: params.key ?? '', text: params.sms_code })
          if (!solved) return refuse('captcha_wrong', 'sms_code')
        }
        const asker = { kind: 'visitor', from, browser } as const
        const done = await context.store.transaction(async (tx) => {
          const { proves } = applicant
          const spent =
            proves && (await context.codes.spend(tx, { ...proves, purpose: 'register', asker, code: params.sms_code }))
          if (spent?.ok === false) return spent
          if (proves?.channel === 'mail') await releaseTyped(context, tx, { email: proves.to, except: undefined })
          const user = await insertReachable(context, tx, { applicant, passwordHash, language })
          await tellReader(context, tx, { applicant, isNew: user !== undefined, language })
          await markDone(tx)
          return { ok: true, user } as const
        })
        if (!done.ok) return refuse(done.reason, 'sms_code')
        if (done.user !== undefined) openInTime(context, done.user)
        return again
      })
    },
  }
}

/**
 * The engine's account. The answer does not wait for it, because there is none to open for an address that has an
 * account, and the answer would tell by its time. Should it fail, the first sign-in opens it.
 */
function openInTime(context: Context, user: UserId): void {
  openAccounts(context, user).catch((error: unknown) =>
    context.log.warn({ err: error }, 'an account is opened at its first sign-in only'),
  )
}

function statementFault(params: Params): Refusal | undefined {
  if (!params.adult) return refuse('adult_not_confirmed', 'adult')
  if (!params.terms) return refuse('terms_not_confirmed', 'terms')
  const fault = newPasswordFault(params.password, params.re_password)
  if (fault === undefined) return undefined
  return refuse(fault, fault === 'passwords_differ' ? 're_password' : 'password')
}

async function readApplicant(
  context: Context,
  params: Params,
): Promise<{ readonly ok: true; readonly applicant: Applicant } | Refusal> {
  const { settings, store } = context
  const mode = settings.get('verify_reg_type')
  const byEmail = params.type !== 'mobile'
  if (mode !== BY_PICTURE && context.sms.kind === 'none') return refuse('sms_unavailable')
  if (!byEmail && mode === BY_PICTURE) return refuse('register_type_wrong', 'type')
  if (mode === BY_AREA_AND_PHONE && params.area_id === undefined) return refuse('parameter_missing', 'area_id')

  const email = byEmail ? readEmail(params.account) : undefined
  if (email?.ok === false) return refuse(email.reason, 'account')
  const area = readArea(settings, params.area_id)
  if (!area.ok) return refuse(area.reason, 'area_id')
  const phoneText = byEmail ? params.mobile : params.account
  const phone = phoneText === undefined ? undefined : readPhone(phoneText, area.value)
  if (phone?.ok === false) return refuse(phone.reason, byEmail ? 'mobile' : 'account')
  if (mode !== BY_PICTURE && phone === undefined) return refuse('parameter_missing', 'mobile')

  const country = (params.country?.toUpperCase() ?? area.value?.code ?? onlyCountryOf(phone?.value)) || undefined
  const residence = residenceFault(context, {
    country,
    area: area.value?.code,
    phone: phone?.value,
    phoneField: byEmail ? 'mobile' : 'account',
  })
  if (residence !== undefined) return residence
  const inviter =
    params.invite_code === undefined
      ? undefined
      : await personInviting({ ...context, db: store.db }, params.invite_code.trim().toUpperCase())
  if (params.invite_code !== undefined && inviter === undefined) return refuse('invite_code_unknown', 'invite_code')

  const applicant = { email: email?.value, phone: phone?.value, country, invitedBy: inviter?.user }
  return { ok: true, applicant: { ...applicant, proves: provesOf({ mode, key: params.key, ...applicant }) } }
}

/**
 * With a number it is the number; with an address it is the captcha, or a code mailed to the address when no captcha
 * came along.
 */
function provesOf(given: {
  readonly mode: 1 | 2 | 3
  readonly key: string | undefined
  readonly email: string | undefined
  readonly phone: Phone | undefined
}): CodeTarget | undefined {
  const { mode, key, email, phone } = given
  if (mode !== BY_PICTURE && phone !== undefined) return { channel: 'sms', to: phone.number }
  return key === undefined && email !== undefined ? { channel: 'mail', to: email } : undefined
}

function onlyCountryOf(phone: Phone | undefined): string | undefined {
  return phone?.countries.length === 1 ? phone.countries[0] : undefined
}

function residenceFault(
  context: Pick<Context, 'settings'>,
  named: {
    readonly country: string | undefined
    readonly area: string | undefined
    readonly phone: Phone | undefined
    readonly phoneField: 'mobile' | 'account'
  },
): Refusal | undefined {
  const { settings } = context
  const { country, area, phone, phoneField } = named
  if (area !== undefined && isRestricted(settings, area)) return refuse('country_restricted', 'area_id')
  if (phone !== undefined && isPhoneRestricted(settings, phone)) return refuse('country_restricted', phoneField)
  if (country === undefined) return refuse('parameter_missing', 'country')
  if (!/^[A-Z]{2}$/.test(country)) return refuse('parameter_not_allowed', 'country')
  return isRestricted(settings, country) ? refuse('country_restricted', 'country') : undefined
}

const INVITE_CODE_LENGTH = 8
/** Without the ones that look alike. */
const INVITE_CODE_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
/** Another one is drawn when a customer has it; with a million customers that happens once in a million. */
const INVITE_CODE_DRAWS_MAX = 5

function newInviteCode(runtime: Runtime): string {
  return Array.from({ length: INVITE_CODE_LENGTH }, () => INVITE_CODE_ALPHABET.charAt(randomBelow(runtime, 32))).join(
    '',
  )
}

type Made = { readonly applicant: Applicant; readonly passwordHash: string; readonly language: Language }

/**
 * The new person's number; `undefined`: the address or number has an account. An applicant who proved a number gets an
 * account without the address where another customer only typed that address: a code that is read there opens neither.
 */
async function insertReachable(
  context: Pick<Context, 'runtime' | 'ids' | 'encryption' | 'knownAccounts' | 'usageTerms'>,
  tx: Transaction,
  made: Made,
): Promise<UserId | undefined> {
  const user = await insertPerson(context, tx, made)
  const { email, proves } = made.applicant
  if (user !== undefined || email === undefined || proves?.channel !== 'sms') return user
  const owner = await personReached({ ...context, db: tx.db }, { channel: 'mail', to: email })
  if (owner !== undefined) return undefined
  return insertPerson(context, tx, { ...made, applicant: { ...made.applicant, email: undefined } })
}

/** The new person's number; `undefined`: the store holds the address, or the proven number, already. */
async function insertPerson(
  context: Pick<Context, 'runtime' | 'ids' | 'encryption' | 'knownAccounts' | 'usageTerms'>,
  tx: Transaction,
  made: Made,
): Promise<UserId | undefined> {
  const { applicant, passwordHash, language } = made
  const { query } = tx
  const { email = null, phone, country = null, invitedBy = null, proves } = applicant
  const now = context.runtime.now()
  const confirmed = (channel: CodeTarget['channel']) => (proves?.channel === channel ? now : null)
  const user = await context.ids.next(query, 'users')
  for (let draw = 0; draw < INVITE_CODE_DRAWS_MAX; draw++) {
    const inviteCode = newInviteCode(context.runtime)
    const decided = newPerson(context, {
      ...{ user, kind: 'real', createdAt: now, email, emailConfirmedAt: confirmed('mail') },
      ...{ areaCode: phone?.areaCode ?? null, phone: phone?.number ?? null, phoneConfirmedAt: confirmed('sms') },
      ...{ passwordHash, inviteCode, invitedBy, country, language },
    })
    const rows = await tx.db.insert(users).values(decided).onConflictDoNothing().returning({ user: users.user })
    if (rows.length === 1) {
      await insertAccount(tx, context, { user, kind: 'real', openedAt: now, isDefault: true })
      // A registration without the consent was refused (`statementFault`).
      const { version } = context.usageTerms.inForce()
      await context.usageTerms.accept(tx, { user, version, at: now })
      return user
    }
    const clash = await query('select 1 from users where invite_code = $1', [inviteCode])
    if (clash.length === 0) return undefined
  }
  throw new Error('no free invite code was drawn')
}

/**
 * The owner of an address or number that has an account is told, a few times only: no mailbox is flooded through
 * us. In every other case the same is written and leaves nowhere, so that both take as long.
 */
async function tellReader(
  context: Pick<Context, 'messages' | 'attempts' | 'encryption'>,
  tx: Transaction,
  given: { readonly applicant: Applicant; readonly isNew: boolean; readonly language: Language },
): Promise<void> {
  const { applicant, isNew, language } = given
  const { messages, attempts } = context
  const named = isNew ? undefined : await namedBy({ ...context, db: tx.db }, applicant)
  const told = named !== undefined && attempts.take([{ kind: 'already_registered', key: String(named.person.user) }])
  const to = applicant.email ?? applicant.phone?.number ?? ''
  if (told && named.isOwner) await tell(messages, tx.query, { person: named.person, message: ALREADY_REGISTERED })
  // A captcha proves no address, and a new password is not mailed there: its reader registers with a mailed code.
  else if (told) await messages.notify(tx.query, { channel: 'mail', to, language, message: REGISTER_BY_CODE })
  else await messages.notify(tx.query, { channel: 'none', to, language, message: ALREADY_REGISTERED })
}

const ALREADY_REGISTERED = { name: 'already_registered', values: {} } as const
const REGISTER_BY_CODE = { name: 'register_by_code', values: {} } as const

/** The customer with the applicant's address or number. `isOwner` false: the customer only typed the address. */
async function namedBy(
  parts: Pick<Context, 'encryption'> & { readonly db: Database },
  applicant: Applicant,
): Promise<{ readonly person: Person; readonly isOwner: boolean }> {
  const { email, proves } = applicant
  const mailbox = email === undefined ? undefined : ({ channel: 'mail', to: email } as const)
  const byEmail = mailbox && (await personReached(parts, mailbox))
  const owner = byEmail ?? (proves?.channel === 'sms' ? await personNamed(parts, proves) : undefined)
  if (owner !== undefined) return { person: owner, isOwner: true }
  const typedBy = mailbox && (await personNamed(parts, mailbox))
  if (typedBy === undefined)
    throw new Error(
      'invariant violated: a registration was refused by the store, but no user has its address or number',
    )
  return { person: typedBy, isOwner: false }
}
