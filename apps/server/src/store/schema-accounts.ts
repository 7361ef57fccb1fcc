/**
 * The tables of users and their accounts: who signs in, what guards the sign-in, which accounts a user owns. Part of
 * schema.ts, whose rules hold here too.
 */
import type { AccountId, UserId } from '@veritick/domain'
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { bytes, whole } from './columns.ts'

/**
 * The users, who sign in. `kind`: `real` for a registered customer, `demo` for the owner of a device. The numbers are
 * never those of accounts.
 */
export const users = pgTable(
  'users',
  {
    user: integer('user_id').$type<UserId>().primaryKey(),
    kind: text('kind').$type<'demo' | 'real'>().notNull(),
    /** SHA-256 of the secret that a device made for its demo account; null when it made none. */
    demoHash: text('demo_hash'),
    createdAt: whole('created_at').notNull(),
    /**
     * Small letters; null for a demo account and for a user who registered with a number alone. From here on only real
     * accounts.
     */
    email: text('email'),
    emailConfirmedAt: whole('email_confirmed_at'),
    /** Null: still the one of the registration. Withdrawals are held for some hours after it. */
    emailChangedAt: whole('email_changed_at'),
    /** The digits after the + of the number, and the whole number with its +. */
    areaCode: text('area_code'),
    phone: text('phone'),
    phoneConfirmedAt: whole('phone_confirmed_at'),
    passwordHash: text('password_hash'),
    /** Null: still the one of the registration. Withdrawals are held for some hours after it. */
    passwordChangedAt: whole('password_changed_at'),
    inviteCode: text('invite_code'),
    /** The customer whose invite code came along; a trigger refuses every change. */
    invitedBy: integer('invited_by').$type<UserId>(),
    /** When two-step verification was turned on; null: off. Here too, so that no deleted row turns it off (142). */
    twoFactorAt: whole('two_factor_at'),
    /** When staff froze the customer; null: not frozen. Here too, so that no deleted row of a freeze ends it (142). */
    frozenAt: whole('frozen_at'),
    /** The closure that holds; null: the account is open. Here too, so that no deleted row reopens it (142). */
    closure: integer('closure_id'),
    /** Null: not signed in yet. */
    firstSignInAt: whole('first_sign_in_at'),
    /** Residence as stated at the registration, ISO 3166. */
    country: text('country'),
    creditScore: integer('credit_score').notNull().default(100),
    /** Rises by one with each change that this server seals (services/seals). */
    version: integer('version').notNull().default(1),
    /** Of the columns that `services/seals` names. */
    seal: text('seal').notNull().default(''),
    /** The language that was used last: mails to them are written in it. */
    language: text('language'),
  },
  (table) => [
    uniqueIndex('users_demo_hash').on(table.demoHash),
    uniqueIndex('users_email').on(table.email),
    // Only a confirmed number belongs to one customer; an unconfirmed number may be typed by several customers.
    uniqueIndex('users_phone').on(table.phone).where(sql`phone_confirmed_at is not null`),
    uniqueIndex('users_invite_code').on(table.inviteCode),
    index('users_invited_by').on(table.invitedBy, table.user).where(sql`invited_by is not null`),
    index('users_frozen').on(table.user).where(sql`frozen_at is not null`),
    check('users_invited_by', sql`invited_by <> user_id`),
  ],
)

/**
 * The accounts of the engine and their owners, one row an account. The store checks with foreign keys (guards.sql) that
 * a session, deposit, withdrawal or correction names an account of its own user.
 */
export const accounts = pgTable(
  'accounts',
  {
    /** The number in the engine: nine digits, so it is no user's number (`services/encryption/ids.ts`). */
    account: integer('account_id').$type<AccountId>().primaryKey(),
    user: integer('user_id').$type<UserId>().notNull(),
    kind: text('kind').$type<'demo' | 'real'>().notNull(),
    /** Wall time. */
    openedAt: whole('opened_at').notNull(),
    /** The account that a new session trades on: exactly one of each user. */
    isDefault: boolean('is_default').notNull(),
    /** Of the columns that `services/seals` names. */
    seal: text('seal').notNull().default(''),
  },
  (table) => [
    unique('accounts_owner').on(table.account, table.user),
    index('accounts_user').on(table.user, table.account),
    uniqueIndex('accounts_default').on(table.user).where(sql`is_default`),
    check('accounts_number', sql`account_id between 100000000 and 999999999`),
    check('accounts_kind', sql`kind in ('demo', 'real')`),
  ],
)

/** Which version of the terms of use a customer has accepted, and when. A row is never changed (guards.sql). */
export const termsAcceptances = pgTable(
  'terms_acceptances',
  {
    user: integer('user_id').$type<UserId>().notNull(),
    version: text('version').notNull(),
    at: whole('accepted_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.user, table.version] })],
)

/** Secrets of authenticator apps of customers who have turned two-step verification on, encrypted. */
export const twoFactor = pgTable('two_factor', {
  user: integer('user_id').$type<UserId>().primaryKey(),
  encrypted: bytes('encrypted').notNull(),
  /** Step of the last code that was accepted: it and older ones are refused. */
  lastStep: whole('last_step').notNull(),
  /** When the customer was shown the secret. */
  begunAt: whole('begun_at').notNull(),
  /** When its first code turned it on, as the sealed row of the customer says too. */
  confirmedAt: whole('confirmed_at'),
})

/** Recovery codes that are left, as hashes. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    user: integer('user_id').$type<UserId>().notNull(),
    /** When its set was made, ms. */
    madeAt: whole('made_at').notNull().default(0),
    codeHash: text('code_hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.user, table.codeHash] })],
)

/** Public keys that customers sign in with (WebAuthn). The private ones never leave their devices. */
export const passkeys = pgTable(
  'passkeys',
  {
    /** The id of the passkey in lists. */
    passkey: text('passkey_id').primaryKey(),
    user: integer('user_id').$type<UserId>().notNull(),
    /** The authenticator's own id of it, base64url. */
    credential: text('credential_id').notNull(),
    /** By which authenticators know the customer: random, the same for all passkeys of a customer. */
    userHandle: text('user_handle').notNull(),
    publicKey: bytes('public_key').notNull(),
    /** Of the last signature that was accepted; 0 where the authenticator does not count. */
    counter: whole('counter').notNull(),
    /** How browsers reach it, separated by commas. */
    transports: text('transports').notNull(),
    /** The host name that it was made for: it works for no other. */
    rpId: text('rp_id').notNull(),
    /** 1: its provider copies it to the other devices of its owner. */
    synced: integer('synced').notNull(),
    name: text('name').notNull(),
    createdAt: whole('created_at').notNull(),
    lastUsedAt: whole('last_used_at'),
    /** Of the columns that `services/seals` names. */
    seal: text('seal').notNull().default(''),
  },
  (table) => [uniqueIndex('passkeys_credential').on(table.credential), index('passkeys_user').on(table.user)],
)

/** Sessions of users, by device. The token itself is never stored. Wall time. */
export const sessions = pgTable(
  'sessions',
  {
    tokenHash: text('token_hash').primaryKey(),
    user: integer('user_id').$type<UserId>().notNull(),
    kind: text('kind').$type<'demo' | 'real'>().notNull(),
    /** The account that this session trades on: one of its user's. */
    account: integer('account_id').$type<AccountId>().notNull(),
    createdAt: whole('created_at').notNull(),
    expiresAt: whole('expires_at').notNull(),
    endedAt: whole('ended_at'),
    /** Within some minutes, with a seal of its own (features/sessions). */
    lastUsedAt: whole('last_used_at').notNull(),
    useSeal: text('use_seal').notNull(),
    /** The name that the browser or app gives itself. */
    device: text('device').notNull().default(''),
    /** When its owner last proved to be there, and by what. */
    provenAt: whole('proven_at'),
    provenBy: text('proven_by').$type<'code' | 'totp' | 'passkey'>(),
    /** Of a mailed code: what it was asked for, as a keyed hash. */
    provenOf: text('proven_of'),
    /** When this session passed the second factor, at its sign-in or later; null: never. */
    secondFactorAt: whole('second_factor_at'),
    /** Of the columns that `services/seals` names. */
    seal: text('seal').notNull().default(''),
  },
  (table) => [index('sessions_user').on(table.user)],
)

/** Browsers that were signed in with, as keyed hashes of the cookie's value: see services/secrets/browsers.ts. */
export const knownBrowsers = pgTable(
  'known_browsers',
  {
    /** `customer 17` or `staff 3`. */
    owner: text('owner').notNull(),
    browserHash: text('browser_hash').notNull(),
    /** Its first sign-in; later ones change `used_at` only. */
    knownAt: whole('known_at').notNull(),
    usedAt: whole('used_at').notNull(),
    /** When more than the password was given in it; null: never. */
    provenAt: whole('proven_at'),
  },
  (table) => [primaryKey({ columns: [table.owner, table.browserHash] })],
)

/** The instruments that a customer marked with a star: codes in the order of the customer, a space between two. */
export const favourites = pgTable('favourites', {
  user: integer('user_id').$type<UserId>().primaryKey(),
  codes: text('codes').notNull(),
})
