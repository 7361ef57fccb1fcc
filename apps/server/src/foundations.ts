/**
 * What the features about people and money stand on, opened in the order in which each part needs the one before: the vault, the
 * messages, the one-time codes and riddles, the operator's settings, the uploaded pictures.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SettingKey } from '@veritick/contract/office'
import type { Logger } from 'pino'
import { z } from 'zod'
import { type Codes, codesOf } from './codes/codes.ts'
import type { Config } from './config.ts'
import type { Store } from './db/store.ts'
import { type Attempts, attemptsOf } from './features/accounts/attempts.ts'
import { bringsSandboxToMoney } from './features/settings/sandbox-rule.ts'
import { openSettings, type SettingRefusal, type Settings, SettingsRefused } from './features/settings/settings.ts'
import type { Machine } from './machine.ts'
import { outboxMail, smtpMail } from './messages/mail.ts'
import { type Messages, openMessages } from './messages/messages.ts'
import { type SmsSender, smsSender } from './messages/sms.ts'
import type { Counts } from './metrics/counts.ts'
import { type Captchas, captchasOf } from './secrets/captcha.ts'
import { type Files, filesOf } from './uploads/files.ts'
import { type Ids, idsOf } from './vault/ids.ts'
import { openVault } from './vault/keys.ts'
import type { Vault } from './vault/vault.ts'

export type Foundations = {
  /** Wall clock and chance. */
  readonly machine: Machine
  readonly vault: Vault
  readonly ids: Ids
  readonly messages: Messages
  readonly sms: SmsSender
  readonly codes: Codes
  readonly captchas: Captchas
  readonly settings: Settings
  readonly files: Files
  /** Ceilings on guessing. */
  readonly attempts: Attempts
}

const SWEEP_MS = 3_600_000

/** Throws VaultRefused when a key is missing, SettingsRefused when the settings file cannot be right. */
export async function openFoundations(options: {
  readonly config: Config
  readonly store: Store
  readonly machine: Machine
  readonly log: Logger
  readonly counts: Pick<Counts, 'message'>
}): Promise<{ readonly foundations: Foundations; stop(): Promise<void> }> {
  const { config, store, machine, log } = options
  const { dataDir, world, vaultKey, smtpUrl, mailFrom: from } = config
  const vault = await openVault({ store, dataDir, vaultKey, machine })
  const outbox = { folder: join(dataDir, 'outbox'), machine }
  const sms = smsSender({ setting: config.sms, ...outbox })
  const settings = await openSettings({ store, machine, refuses: refusals(config, sms) })
  // The variable is only a first value: what the office set since then holds.
  if (config.feeType !== 1) await settings.seed({ trade_fee_type: config.feeType }, 'TRADE_FEE_TYPE')
  await seedSettings({ settings, path: config.settingsFile, log })

  const mail = smtpUrl === undefined ? outboxMail({ ...outbox, from }) : smtpMail({ smtpUrl, from, machine })
  if (smtpUrl === undefined) log.warn({ folder: outbox.folder }, 'SMTP_URL is not set: mails are written to files, nobody receives them')
  if (sms.kind === 'outbox')
    log.warn({ folder: outbox.folder }, 'SMS_URL=outbox: short messages are written to files, nobody receives them')
  if (sms.kind === 'none' && needsSms('verify_reg_type', settings.get('verify_reg_type')))
    log.error(
      'SMS_URL is not set, but the setting verify_reg_type needs short messages: registration is refused until one of them is changed',
    )
  const messages = openMessages({
    store,
    vault,
    machine,
    mail,
    sms,
    log: log.child({ part: 'messages' }),
    count: options.counts.message,
  })

  const files = filesOf({ store, vault, machine, folder: join(dataDir, world, 'files') })
  const sweep = () => files.sweep().catch((error: unknown) => log.error({ err: error }, 'old uploads could not be swept away'))
  const timer = setInterval(sweep, SWEEP_MS)
  await tellLost(files, log)
  timer.unref()

  return {
    foundations: {
      machine,
      vault,
      ids: idsOf(vault),
      messages,
      sms,
      codes: codesOf({ store, vault, machine, messages }),
      captchas: captchasOf({ store, vault, machine }),
      settings,
      files,
      attempts: attemptsOf(machine),
    },
    stop: async () => {
      clearInterval(timer)
      await messages.stop()
    },
  }
}

const NAMES_LOGGED_MAX = 5

/** A restore without the pictures' folder, or a disk that lost some: said at each start, because customers' documents are among them. */
async function tellLost(files: Files, log: Logger): Promise<void> {
  const lost = await files.lost()
  if (lost.length === 0) return
  log.error(
    { count: lost.length, files: lost.slice(0, NAMES_LOGGED_MAX) },
    'pictures are missing in DATA_DIR: copy the folder files/ of the newest backup back; until then their links answer 404',
  )
}

/** Ways of registration that send a code to a phone. */
const needsSms = (key: string, value: unknown): boolean => key === 'verify_reg_type' && (value === 1 || value === 3)

/** What needs a short message cannot be set where none can be sent, and the card sandbox not beside real money. */
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
  const set = await settings.seed(valuesIn(path), path)
  if (set.length > 0) log.info({ settings: set, path }, 'settings took their first value from a file')
}

function valuesIn(path: string): { readonly [key: string]: unknown } {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    throw new SettingsRefused(`${path} cannot be read as JSON with settings: ${error instanceof Error ? error.message : String(error)}`)
  }
}
