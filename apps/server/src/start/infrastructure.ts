/**
 * The services under the features about customers and money, each opened after the services that it needs: encryption,
 * messages, one-time codes and captchas, the operator's settings, uploaded pictures.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SettingKey } from '@veritick/contract/office'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Config } from '../config/index.ts'
import {
  bringsSandboxToMoney,
  openSettings,
  type SettingRefusal,
  type Settings,
  SettingsRefused,
} from '../features/settings/index.ts'
import { openUsageTerms, type UsageTerms } from '../features/usage-terms/index.ts'
import type { Counts } from '../metrics/index.ts'
import { HOUR_MS, type Runtime, SECOND_MS } from '../services/clock/index.ts'
import { type Codes, codesOf } from '../services/codes/index.ts'
import {
  type Encryption,
  type Ids,
  idsOf,
  openEncryption,
  ROW_VERSIONS_FILE,
  RowVersions,
  USED_CREDENTIALS_FILE,
  UsedCredentials,
} from '../services/encryption/index.ts'
import { UsedKeys } from '../services/idempotency/index.ts'
import type { Jobs } from '../services/jobs/index.ts'
import {
  type MailSender,
  type Messages,
  openMessages,
  outboxMail,
  type SmsSender,
  senderOf,
  smsSender,
  smtpMail,
} from '../services/messages/index.ts'
import type { Looks } from '../services/office/index.ts'
import { type Challenges, challengesOf } from '../services/passkeys/index.ts'
import { type Attempts, attemptsOf } from '../services/rate-limits/index.ts'
import {
  KNOWN_RECORDS_FILE,
  KNOWN_VERSIONS_FILE,
  KnownAccounts,
  KnownPayees,
  KnownStaff,
  type KnownVersions,
  NewestSeals,
  ObjectWatch,
  openKnownVersions,
  ProvenVersions,
  requireAllSealed,
  type SealedRow,
} from '../services/seals/index.ts'
import { type Captchas, captchasOf } from '../services/secrets/index.ts'
import { type Files, filesOf } from '../services/uploads/index.ts'
import { codeOf, type Store } from '../store/index.ts'

export type Infrastructure = {
  /** Wall clock and chance. */
  readonly runtime: Runtime
  readonly jobs: Jobs
  readonly encryption: Encryption
  /** Of records of money. */
  readonly newestSeals: NewestSeals
  /** Of requests that made a record of money. */
  readonly usedKeys: UsedKeys
  /** How many each customer has. */
  readonly knownAccounts: KnownAccounts
  /** The customers of each address or account that was bound. */
  readonly knownPayees: KnownPayees
  readonly ids: Ids
  readonly messages: Messages
  readonly sms: SmsSender
  readonly codes: Codes
  readonly captchas: Captchas
  /** Of passkeys. */
  readonly challenges: Challenges
  readonly settings: Settings
  readonly knownVersions: KnownVersions
  readonly knownStaff: KnownStaff
  /** Of the store: transactions are refused after a change. */
  readonly objectWatch: ObjectWatch
  /** Terms of use: the version in force, and who has not accepted it. */
  readonly usageTerms: UsageTerms
  readonly files: Files
  /** Ceilings on guessing. */
  readonly attempts: Attempts
  /** Of staff at customers. */
  readonly looks: Looks
}

const SWEEP_MS = HOUR_MS

/** Throws EncryptionRefused when a key is missing, SettingsRefused when the settings file cannot be right. */
export async function openInfrastructure(options: {
  readonly config: Config
  readonly store: Store
  readonly runtime: Runtime
  readonly log: Logger
  readonly jobs: Jobs
  readonly counts: Pick<Counts, 'message'>
}): Promise<{ readonly infrastructure: Infrastructure; stop(): Promise<void> }> {
  const { config, store, runtime, log, jobs } = options
  const { dataDir, world } = config
  const encryption = await encryptionOf(options)
  const { stopSeals, ...sealed } = await seals({ ...options, encryption })
  const outbox = { folder: join(dataDir, 'outbox'), runtime }
  const sms = smsSender({ setting: config.sms, ...outbox })
  const refuses = refusals(config, sms)
  const settings = await openSettings({ store, encryption, runtime, knownVersions: sealed.knownVersions, log, refuses })
  // The variable is only a first value: what the office set since then holds.
  if (config.feeType !== 1) await settings.seed({ trade_fee_type: config.feeType }, { variable: 'TRADE_FEE_TYPE' })
  await seedSettings({ settings, path: config.settingsFile, log })

  const brand = () => settings.get('operator').brand
  const mail = mailOf({ config, brand, outbox, log })
  tellSms({ sms, settings, folder: outbox.folder, log })
  const messages = openMessages({
    store,
    encryption,
    runtime,
    mail,
    sms,
    log: log.child({ part: 'messages' }),
    jobs,
    count: options.counts.message,
    brand,
    support: () => ({
      email: settings.get('support_email'),
      chat: config.appUrl === undefined ? '' : new URL('/mine/chat', config.appUrl).href,
    }),
  })

  const files = filesOf({ store, encryption, runtime, folder: join(dataDir, world, 'files'), log })
  const sweep = jobs.add({ name: 'uploads_sweep', everyMs: SWEEP_MS, run: () => files.sweep() })
  await checkPictures(files, log)

  return {
    infrastructure: {
      runtime,
      jobs,
      encryption,
      ...sealed,
      ids: idsOf({ encryption, runtime }),
      messages,
      sms,
      codes: codesOf({ store, encryption, runtime, messages }),
      captchas: captchasOf({ store, encryption, runtime }),
      // In memory only.
      ...{ challenges: challengesOf(runtime), attempts: attemptsOf(runtime), looks: new Map() },
      settings,
      usageTerms: await openUsageTerms({ store, settings, log: log.child({ part: 'usage terms' }) }),
      files,
    },
    stop: async () => {
      await Promise.all([sweep.stop(), messages.stop()])
      await stopSeals()
    },
  }
}

/** With the facts outside the store. Throws EncryptionRefused. */
function encryptionOf(parts: {
  readonly config: Config
  readonly store: Store
  readonly runtime: Runtime
  readonly log: Logger
}): Promise<Encryption> {
  const { store, runtime, log } = parts
  const { dataDir, world, vaultKey } = parts.config
  const facts = {
    rowVersions: new RowVersions({ file: join(dataDir, world, ROW_VERSIONS_FILE), log, now: runtime.monotonicNow }),
    usedCredentials: new UsedCredentials({
      file: join(dataDir, world, USED_CREDENTIALS_FILE),
      log,
      guardedNow: runtime.guardedNow,
    }),
  }
  return openEncryption({ store, dataDir, world, vaultKey, runtime, facts })
}

/** Throws RowChanged and KnownFileRefused. */
async function seals(parts: Parameters<typeof provenRows>[0] & Parameters<typeof rememberedSeals>[0]) {
  const { store, runtime, log } = parts
  const objectWatch = await ObjectWatch.open({ store: store.background, runtime, log })
  store.beforeCommit(objectWatch.mayCommit)
  const proven = await provenRows(parts)
  return { objectWatch, ...proven, ...rememberedSeals(parts) }
}

/** Throws KnownFileRefused. */
function rememberedSeals(parts: {
  readonly config: Config
  readonly store: Store
  readonly encryption: Encryption
  readonly runtime: Runtime
  readonly log: Logger
  readonly jobs: Jobs
}): Pick<Infrastructure, 'newestSeals' | 'usedKeys'> & { stopSeals(): Promise<void> } {
  const { config, store, encryption, runtime, log, jobs } = parts
  const file = join(config.dataDir, config.world, KNOWN_RECORDS_FILE)
  const newestSeals = new NewestSeals({ file, log, now: runtime.now, store })
  const run = async () => {
    newestSeals.endTurn()
    encryption.rowVersions.retry()
    encryption.usedCredentials.retry()
  }
  const job = jobs.add({ name: 'known_records', everyMs: SECOND_MS, run })
  const stopSeals = async () => {
    await job.stop()
    newestSeals.flush()
  }
  return { newestSeals, usedKeys: new UsedKeys(runtime), stopSeals }
}

/** Throws RowChanged for a row that decides who may act, and for a version that was deleted. */
async function provenRows(parts: {
  readonly config: Config
  readonly store: Store
  readonly encryption: Encryption
  readonly log: Logger
}): Promise<Pick<Infrastructure, 'knownVersions' | 'knownStaff' | 'knownAccounts' | 'knownPayees'>> {
  const { config, store, encryption, log } = parts
  const { query } = store.background
  const knownAccounts = new KnownAccounts()
  const knownPayees = new KnownPayees()
  const erased = new Set<number>()
  const proven = new ProvenVersions()
  const staff: SealedRow<'staff'>[] = []
  const rows = await requireAllSealed({ query, encryption }, (table, row) => {
    if (table === 'accounts') knownAccounts.add({ user_id: Number(row.user_id) })
    if (table === 'users' && row.closure_id !== null && row.email === null && row.phone === null)
      erased.add(Number(row.user_id))
    if (table === 'staff') staff.push(row as SealedRow<'staff'>)
    proven.add(table, row)
  })
  log.info({ rows }, 'the rows that decide who may act are as this server wrote them')
  await knownPayees.learn({ query, encryption, log, isErased: (user) => erased.has(user) })
  const file = join(config.dataDir, config.world, KNOWN_VERSIONS_FILE)
  const knownVersions = openKnownVersions({ proven, file, log })
  const knownStaff = new KnownStaff({ encryption, knownVersions, log })
  for (const row of staff) knownStaff.learn(row)
  return { knownVersions, knownStaff, knownAccounts, knownPayees }
}

/** An operator who starts the server reads where text messages go, and that registration needs them. */
function tellSms(parts: {
  readonly sms: ReturnType<typeof smsSender>
  readonly settings: Pick<Infrastructure['settings'], 'get'>
  readonly folder: string
  readonly log: Logger
}): void {
  const { sms, settings, folder, log } = parts
  if (sms.kind === 'outbox')
    log.warn({ folder: folder }, 'SMS_URL=outbox: text messages are written to files and are not sent')
  if (sms.kind === 'none' && needsSms('verify_reg_type', settings.get('verify_reg_type')))
    log.error(
      'SMS_URL is not set, but the setting verify_reg_type needs text messages: registration is refused until ' +
        'one of them is changed',
    )
}

/** Through the mail server; without one as files, which the log says. */
function mailOf(parts: {
  readonly config: Config
  readonly brand: () => string
  readonly outbox: { readonly folder: string; readonly runtime: Runtime }
  readonly log: Logger
}): MailSender {
  const { config, brand, outbox, log } = parts
  const { smtpUrl, mailFrom } = config
  const from = () => senderOf(mailFrom, brand())
  if (smtpUrl !== undefined) return smtpMail({ smtpUrl, from, runtime: outbox.runtime })
  log.warn({ folder: outbox.folder }, 'SMTP_URL is not set: mails are written to files and are not sent')
  return outboxMail({ ...outbox, from })
}

const NAMES_LOGGED_MAX = 5

/**
 * Learns which pictures have a use, and tells which are lost, as after a restore without the pictures' folder, or on a
 * disk that lost some: said at each start, because customers' documents are among them.
 */
async function checkPictures(files: Files, log: Logger): Promise<void> {
  await files.learnUses()
  const lost = await files.lost()
  if (lost.length === 0) return
  log.error(
    { count: lost.length, files: lost.slice(0, NAMES_LOGGED_MAX) },
    'pictures are missing in DATA_DIR: copy the folder files/ of the newest backup back; until then their links ' +
      'answer 404',
  )
}

/** Ways of registration that send a code to a phone. */
const needsSms = (key: string, value: unknown): boolean => key === 'verify_reg_type' && (value === 1 || value === 3)

/** Refuses settings that need a text message where none can be sent, and the card sandbox beside real money. */
const refusals =
  (config: Config, sms: SmsSender) =>
  (key: SettingKey, value: unknown, get: Settings['get']): SettingRefusal | undefined => {
    if (sms.kind === 'none' && needsSms(key, value)) return 'sms_unavailable'
    return bringsSandboxToMoney({ feed: config.feed.kind, key, value, get }) ? 'sandbox_beside_money' : undefined
  }

/** Settings that were never changed take their first value from a file; later changes are made in the office. */
async function seedSettings(parts: {
  readonly settings: Settings
  readonly path: string | undefined
  readonly log: Logger
}): Promise<void> {
  const { settings, path, log } = parts
  if (path === undefined) return
  const set = await settings.seed(valuesIn(path), { file: path })
  if (set.length > 0) log.info({ settings: set, path }, 'settings took their first value from a file')
}

function valuesIn(path: string): { readonly [key: string]: unknown } {
  const text = textOf(path)
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text))
  } catch (error) {
    throw new SettingsRefused(
      `${path} is no JSON object of settings and values: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new SettingsRefused(`${path}: ${READ_FAULTS[codeOf(error) ?? ''] ?? String(error)}`)
  }
}

/** Why the settings file cannot be read, by the code of the system's error. */
const READ_FAULTS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file: correct the path, or leave the variable out',
  EACCES: 'this user may not read the file: give the user that runs the server the right to (chmod, chown)',
  EISDIR: 'this is a folder: name the file in it',
}
