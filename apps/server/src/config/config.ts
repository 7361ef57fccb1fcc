/**
 * Reads the environment once and checks it. No other room of the server reads the environment. A value with an error is
 * a refusal that names the variable; nothing is guessed.
 */
import { resolve } from 'node:path'
import type { StartTasks } from '../core/index.ts'
import { QUOTE_SECONDS, type QuoteSeconds } from '../market/index.ts'
import { readSmsSetting, type SmsSetting } from '../services/messages/index.ts'
import { hostNamed } from '../services/network/index.ts'
import { readFlags } from './flags.ts'
import { readPushSetting } from './push-setting.ts'
import { misspeltSettings } from './setting-names.ts'
import { EMBEDDED_ASKED, type FeedSetting, feedOf, isEmbeddedAsked, SIMULATED, worldOf } from './world.ts'

export type Config = {
  readonly host: string
  readonly port: number
  /**
   * Host names beside the machine's own that requests may name, lower case; `*.example.com` for every name below it.
   */
  readonly allowedHosts: readonly string[]
  /** Where the office listens: on this machine only unless said otherwise. */
  readonly officeHost: string
  /** Port of the office: an address of its own. */
  readonly officePort: number
  /** Own port for /metrics, on the loopback address only; `undefined`: not served. */
  readonly metricsPort: number | undefined
  /** The secret that a Prometheus sends to read /metrics on the office's port; `undefined`: not served there. */
  readonly metricsToken: string | undefined
  readonly dataDir: string
  /** `undefined`: the embedded store. */
  readonly databaseUrl: string | undefined
  /** How long a start waits while no PostgreSQL answers; 0: not at all. */
  readonly databaseWaitSeconds: number
  /** Where the core works: in a thread of this process, or in a process of its own beside a PostgreSQL server. */
  readonly core: 'thread' | 'process'
  readonly feed: FeedSetting
  /** A feed and its store belong together: names the folder or database schema. */
  readonly world: string
  readonly sessions: 'always' | 'real'
  /** Which simulated market; `undefined`: the one that the store keeps, drawn by chance when it is new. */
  readonly simulatedSeed: string | undefined
  /** The simulated market quotes an instrument no oftener than once in this many seconds. */
  readonly quoteSeconds: QuoteSeconds
  /** Market seconds a second, of a replay. */
  readonly replaySpeed: number
  /** Where a replay begins, ISO 8601; `undefined`: at its first row. */
  readonly replayFrom: number | undefined
  /** A first value of the setting `trade_fee_type`. */
  readonly feeType: 1 | 2
  /** Folder of the operator's own catalogue files; `undefined`: the one that is shipped. */
  readonly catalogue: string | undefined
  /** Encryption keys; `undefined`: a file in DATA_DIR, made at the first start. */
  readonly vaultKey: string | undefined
  /** Where mails go; `undefined`: files in DATA_DIR/outbox. */
  readonly smtpUrl: string | undefined
  /**
   * Where customers open the app: for links mailed to them, and the host that passkeys belong to; `undefined`: mails
   * name the screen.
   */
  readonly appUrl: string | undefined
  /** Origins of push services that the server may send to; none: web push is off. */
  readonly pushServices: readonly string[]
  /** How a push service reaches the operator; `undefined`: by `appUrl` or `mailFrom`. */
  readonly pushContact: string | undefined
  /** How text messages are sent; `undefined`: not at all. */
  readonly sms: SmsSetting | undefined
  /**
   * Where the operator's people open the office, for the links mailed to them; `undefined`: those say only what stands
   * behind it.
   */
  readonly officeUrl: string | undefined
  /** Address of an admin who is to be given a new one-time link by this start; from the command line. */
  readonly resetAdmin: string | undefined
  /** The tasks of this start on the stored state; from the command line. */
  readonly tasks: StartTasks
  /** An operator has checked the clock of the machine after a halt; from the command line. */
  readonly isClockTrusted: boolean
  /** The sender that customers see. */
  readonly mailFrom: string
  /** First values of settings that were never changed. */
  readonly settingsFile: string | undefined
  /** Origins beside our own whose pages may open the socket and change something. */
  readonly origins: readonly string[]
  /** Sockets that one network address may have open. */
  readonly socketsPerAddress: number
  /** Connections that one network address may have open beside its sockets. */
  readonly connectionsPerAddress: number
  /** New demo accounts in a minute from one network: an IPv4 address, or the 64 bits of an IPv6 one. */
  readonly demoAccountsPerMinute: number
  /** True behind a proxy that sets `X-Forwarded-For`. */
  readonly trustProxy: boolean
  readonly logLevel: LogLevel
  /** Variables that are set and look like a misspelt setting, in a sentence each. */
  readonly misspelt: readonly string[]
}

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof LEVELS)[number]

export type Environment = { readonly [name: string]: string | undefined }

/** Every problem at once, each naming its variable. */
export type ConfigRead =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly problems: readonly string[] }

/** `args`: of the command line, where only what this one start is to do may stand. */
export function readConfig(environment: Environment = process.env, args: readonly string[] = []): ConfigRead {
  const problems: string[] = []
  const { read, optional } = readersOf(environment, problems)
  const feed = read('FEED', SIMULATED, (text) => feedOf(text) ?? new Refusal(FEED_EXPECTED))
  const config = {
    host: read('HOST', '0.0.0.0', (text) => text),
    port: read('PORT', '8080', portOf),
    allowedHosts: read('ALLOWED_HOSTS', '', hostNamesOf),
    officeHost: read('OFFICE_HOST', '127.0.0.1', (text) => text),
    officePort: read('OFFICE_PORT', '8081', portOf),
    metricsPort: optional('METRICS_PORT', portOf),
    metricsToken: optional('METRICS_TOKEN', tokenOf),
    dataDir: read('DATA_DIR', './data', (text) => resolve(text)),
    databaseUrl: isEmbeddedAsked(environment) ? undefined : optional('DATABASE_URL', databaseUrlOf),
    databaseWaitSeconds: read('DATABASE_WAIT_SECONDS', '600', wholeBetween(0, 86_400)),
    core: read('CORE', 'thread', oneOf(['thread', 'process'])),
    feed,
    world: feed && worldOf(feed),
    sessions: feed?.kind === 'replay' ? 'real' : read('SESSIONS', 'always', oneOf(['always', 'real'])),
    simulatedSeed: optional('MARKET_SEED', seedTextOf),
    quoteSeconds: read('MARKET_QUOTE_SECONDS', '1', quoteSecondsOf),
    replaySpeed: read('REPLAY_SPEED', '1', wholeBetween(1, 1000)),
    replayFrom: optional('REPLAY_FROM', momentOf),
    feeType: read<1 | 2>('TRADE_FEE_TYPE', '1', (text) =>
      text === '1' ? 1 : text === '2' ? 2 : new Refusal('must be 1 or 2'),
    ),
    catalogue: optional('CATALOGUE', (text) => resolve(text)),
    vaultKey: optional('VAULT_KEY', (text) => text),
    smtpUrl: optional('SMTP_URL', smtpUrlOf),
    sms: readSmsSetting(environment, problems),
    appUrl: optional('APP_URL', httpUrlOf('https://trade.example.com')),
    ...readPushSetting(environment, problems),
    officeUrl: optional('OFFICE_URL', httpUrlOf('https://office.example.com')),
    ...readFlags(args, problems),
    mailFrom: read('MAIL_FROM', 'Veritick <no-reply@veritick.invalid>', mailFromOf),
    settingsFile: optional('SETTINGS_FILE', (text) => resolve(text)),
    origins: read('ORIGINS', '', originsOf),
    socketsPerAddress: read('SOCKETS_PER_ADDRESS', '200', wholeBetween(1, 100_000)),
    connectionsPerAddress: read('CONNECTIONS_PER_ADDRESS', '1000', wholeBetween(1, 100_000)),
    demoAccountsPerMinute: read('DEMO_ACCOUNTS_PER_MINUTE', '20', wholeBetween(1, 100_000)),
    trustProxy: read('TRUST_PROXY', 'no', oneOf(['yes', 'no'])) === 'yes',
    logLevel: read('LOG_LEVEL', 'info', oneOf(LEVELS)),
    misspelt: misspeltSettings(environment),
  }
  problems.push(...samePorts(config), ...storeUnnamed(environment))
  if (config.core === 'process' && config.databaseUrl === undefined) {
    problems.push('CORE=process: needs DATABASE_URL, because the embedded store lives in one process')
  }
  // A setting that is missing is often one that was misspelt.
  if (problems.length > 0) problems.push(...config.misspelt)
  return problems.length === 0 && isComplete(config) ? { ok: true, config } : { ok: false, problems }
}

/** The text of a variable as a value, or why it cannot be one. */
type Reader<Value> = (text: string) => Value | Refusal

/** Both add refusals to `problems`. Of an unset variable `read` takes the fallback, `optional` gives `undefined`. */
function readersOf(environment: Environment, problems: string[]) {
  const read = <Value>(name: string, fallback: string, reader: Reader<Value>): Value | undefined => {
    const text = environment[name]?.trim() || fallback
    const value = reader(text)
    if (!(value instanceof Refusal)) return value
    problems.push(`${SECRET.has(name) ? name : `${name}=${text}`}: ${value.message}`)
    return undefined
  }
  const optional = <Value>(name: string, reader: Reader<Value>): Value | undefined =>
    environment[name]?.trim() ? read(name, '', reader) : undefined
  return { read, optional }
}

/** In production a missing DATABASE_URL is more likely a mistake than a trial: a new, empty platform would open. */
function storeUnnamed(environment: Environment): readonly string[] {
  if (environment.NODE_ENV !== 'production' || environment.DATABASE_URL?.trim()) return []
  return [
    'DATABASE_URL: is not set, and NODE_ENV=production: set it to the address of a PostgreSQL server, ' +
      `or to "${EMBEDDED_ASKED}" for a trial on the embedded store`,
  ]
}

/** Two servers cannot share one port; 0 asks the system for a free port. */
function samePorts(ports: {
  readonly port: number | undefined
  readonly officePort: number | undefined
  readonly metricsPort: number | undefined
}): string[] {
  const { port, officePort, metricsPort } = ports
  if (officePort !== undefined && officePort !== 0 && officePort === port)
    return [`OFFICE_PORT=${officePort}: must not be that of PORT`]
  const isTaken = metricsPort !== undefined && metricsPort !== 0 && (metricsPort === port || metricsPort === officePort)
  return isTaken ? [`METRICS_PORT=${metricsPort}: must not be that of PORT or OFFICE_PORT`] : []
}

/** Variables that may hold a password: their value is never repeated. */
const SECRET: ReadonlySet<string> = new Set(['DATABASE_URL', 'VAULT_KEY', 'SMTP_URL', 'MARKET_SEED', 'METRICS_TOKEN'])

class Refusal {
  readonly message: string
  constructor(message: string) {
    this.message = message
  }
}

type Optional =
  | 'metricsPort'
  | 'metricsToken'
  | 'simulatedSeed'
  | 'databaseUrl'
  | 'replayFrom'
  | 'catalogue'
  | 'vaultKey'
  | 'smtpUrl'
  | 'appUrl'
  | 'pushContact'
  | 'sms'
  | 'officeUrl'
  | 'resetAdmin'
  | 'settingsFile'
type Partially = { readonly [Name in keyof Config]: Config[Name] | undefined }
const OPTIONAL: ReadonlySet<string> = new Set<Optional>([
  'metricsPort',
  'metricsToken',
  'simulatedSeed',
  'databaseUrl',
  'replayFrom',
  'catalogue',
  'vaultKey',
  'smtpUrl',
  'appUrl',
  'pushContact',
  'sms',
  'officeUrl',
  'resetAdmin',
  'settingsFile',
])

function isComplete(config: Partially): config is Config {
  return Object.entries(config).every(([name, value]) => value !== undefined || OPTIONAL.has(name))
}

function oneOf<const Word extends string>(words: readonly Word[]): (text: string) => Word | Refusal {
  return (text) => words.find((word) => word === text) ?? new Refusal(`must be one of ${words.join(', ')}`)
}

function wholeBetween(min: number, max: number): (text: string) => number | Refusal {
  return (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    return value >= min && value <= max ? value : new Refusal(`must be a whole number from ${min} to ${max}`)
  }
}

const portOf = wholeBetween(0, 65_535)

function quoteSecondsOf(text: string): QuoteSeconds | Refusal {
  const found = QUOTE_SECONDS.find((seconds) => String(seconds) === text)
  return found ?? new Refusal(`must be one of ${QUOTE_SECONDS.join(', ')}`)
}

const TOKEN_LENGTH_MIN = 16

function tokenOf(text: string): string | Refusal {
  const isGood = new RegExp(`^[\\w.~+/=-]{${TOKEN_LENGTH_MIN},200}$`).test(text)
  return isGood ? text : new Refusal(`must be ${TOKEN_LENGTH_MIN} or more letters and digits (openssl rand -hex 16)`)
}

const SEED_LENGTH_MAX = 200

function seedTextOf(text: string): string | Refusal {
  return text.length <= SEED_LENGTH_MAX ? text : new Refusal(`must be at most ${SEED_LENGTH_MAX} characters`)
}

function databaseUrlOf(text: string): string | Refusal {
  if (!/^postgres(ql)?:\/\//.test(text)) return new Refusal('must be a postgresql:// address, or "embedded"')
  const url = URL.canParse(text) ? new URL(text) : undefined
  // A password with one of these characters ends the host's place in the address too early.
  const isCutShort = url === undefined || `${url.pathname}${url.search}${url.hash}`.includes('@')
  return isCutShort ? new Refusal(PASSWORD_UNENCODED) : text
}

const PASSWORD_UNENCODED =
  'cannot be read as an address: write special characters of the password percent-encoded, such as %40 for @, ' +
  '%2F for / and %23 for #'

function smtpUrlOf(text: string): string | Refusal {
  return /^smtps?:\/\//.test(text) && URL.canParse(text) ? text : new Refusal('must be an smtp:// or smtps:// address')
}

/** Only scheme, host and port: a link's own path comes behind it. */
const httpUrlOf =
  (example: string) =>
  (text: string): string | Refusal => {
    const wanted = `must be an address such as ${example}, with nothing behind it`
    return /^https?:\/\//.test(text) && URL.canParse(text) && new URL(text).origin === text ? text : new Refusal(wanted)
  }

/** `name@host`, or `Name <name@host>`. */
function mailFromOf(text: string): string | Refusal {
  return /^(?:[^<>\r\n]+ <[^<>\s@]+@[^<>\s@]+>|[^<>\s@]+@[^<>\s@]+)$/.test(text)
    ? text
    : new Refusal('must be an address such as Veritick <no-reply@your.host>')
}

function momentOf(text: string): number | Refusal {
  const value = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z)?$/.test(text) ? Date.parse(text) : Number.NaN
  return value >= Date.UTC(1971, 0, 1) ? value : new Refusal(`must be ${MOMENT_EXAMPLES}`)
}

const MOMENT_EXAMPLES = 'a UTC moment after 1970 such as 2014-05-08 or 2014-05-08T12:00:00Z'

function originsOf(text: string): readonly string[] | Refusal {
  const origins = text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
  const wrong = origins.find((each) => !URL.canParse(each) || new URL(each).origin !== each)
  return wrong === undefined
    ? origins
    : new Refusal(`"${wrong}" is no origin; write https://host or https://host:port, separated by commas`)
}

function hostNamesOf(text: string): readonly string[] | Refusal {
  const names = text
    .toLowerCase()
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
  const wrong = names.find(
    (each) => each.includes(':') || hostNamed(each.replace(/^\*\./, '')) === undefined || each.endsWith('.'),
  )
  return wrong === undefined
    ? names
    : new Refusal(
        `"${wrong}" is no host name; write names without scheme and port such as trade.example.com, separated ` +
          `by commas`,
      )
}

const FEED_EXPECTED = 'must be "simulated" or "replay:<folder or file>"'
