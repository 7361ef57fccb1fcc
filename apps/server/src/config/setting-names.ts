/**
 * The name of every setting, for one purpose: a variable that is set and nearly has such a name is a typing mistake.
 * Nothing would read it, and the server would run with a default that the operator did not choose.
 */

export const SETTING_NAMES = [
  'ALLOWED_HOSTS',
  'APP_URL',
  'CATALOGUE',
  'CONNECTIONS_PER_ADDRESS',
  'CORE',
  'DATABASE_URL',
  'DATABASE_WAIT_SECONDS',
  'DATA_DIR',
  'DEMO_ACCOUNTS_PER_MINUTE',
  'FEED',
  'HOST',
  'LOG_LEVEL',
  'MAIL_FROM',
  'MARKET_QUOTE_SECONDS',
  'MARKET_SEED',
  'METRICS_PORT',
  'METRICS_TOKEN',
  'OFFICE_HOST',
  'OFFICE_PORT',
  'OFFICE_URL',
  'ORIGINS',
  'PORT',
  'PUSH_CONTACT',
  'PUSH_SERVICES',
  'REPLAY_FROM',
  'REPLAY_SPEED',
  'SESSIONS',
  'SETTINGS_FILE',
  'SMS_AUTHORIZATION',
  'SMS_BODY',
  'SMS_CONTENT_TYPE',
  'SMS_METHOD',
  'SMS_SECRET',
  'SMS_URL',
  'SMTP_URL',
  'SOCKETS_PER_ADDRESS',
  'TRADE_FEE_TYPE',
  'TRUST_PROXY',
  'VAULT_KEY',
] as const

const KNOWN: ReadonlySet<string> = new Set(SETTING_NAMES)

/** A sentence for each variable that is nearly a setting. Its value is not repeated. */
export function misspeltSettings(environment: { readonly [name: string]: string | undefined }): readonly string[] {
  return Object.entries(environment).flatMap(([name, value]) => {
    if (KNOWN.has(name) || !value?.trim()) return []
    const meant = SETTING_NAMES.find((known) => isNearly(plain(name), plain(known)))
    return meant === undefined ? [] : [`${name} is set, but is no setting of Veritick: was ${meant} meant?`]
  })
}

const plain = (name: string) => name.toUpperCase().replace(/[^A-Z0-9]/g, '')

/** Short names are too close to each other and to those of other programs. */
const ONE_EDIT_LENGTH = 6
const TWO_EDITS_LENGTH = 9

function isNearly(given: string, known: string): boolean {
  if (given === known) return true
  const allowed = known.length >= TWO_EDITS_LENGTH ? 2 : known.length >= ONE_EDIT_LENGTH ? 1 : 0
  return Math.abs(given.length - known.length) <= allowed && editDistance(given, known) <= allowed
}

/** Levenshtein: insertions, deletions and replacements that turn one into the other. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [line, letter] of [...from].entries()) {
    const next = [line + 1]
    for (const [column, other] of [...to].entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? 0
}
