/**
 * Why the server cannot start, in sentences for an operator: the setting, the cause, the remedy. An error that is not
 * here is a fault of ours and keeps its stack.
 */
import { resolve, sep } from 'node:path'
import type { Config } from '../config/index.ts'
import { StateFault } from '../core/index.ts'
import { StartRefused } from '../features/instruments/index.ts'
import { SettingsRefused } from '../features/settings/index.ts'
import { ResetRefused } from '../features/staff/index.ts'
import { RecordingRefused, SeedRefused } from '../market/index.ts'
import { EncryptionRefused } from '../services/encryption/index.ts'
import { RowChanged } from '../services/seals/index.ts'
import { CONNECTION_LOST, codeOf, DISK_FULL, KnownFileRefused, StoreRefused, troubleOf } from '../store/index.ts'

/** Errors that are sentences already. */
const REFUSALS = [
  StoreRefused,
  StartRefused,
  RecordingRefused,
  SeedRefused,
  EncryptionRefused,
  RowChanged,
  KnownFileRefused,
  SettingsRefused,
  ResetRefused,
  StateFault,
]

/** The sentence, or `undefined` for an error whose cause is not known to be the operator's. */
export function openingFault(error: unknown, config: Config): string | undefined {
  if (!(error instanceof Error)) return undefined
  if (REFUSALS.some((kind) => error instanceof kind)) return withSetting(error, config)
  if (config.databaseUrl !== undefined && troubleOf(error) === 'lost') return `DATABASE_URL: ${CONNECTION_LOST}`
  return portFault(error, config) ?? folderFault(error, config)
}

/** The variable to change stands first: a recording and the settings file know only their own path. */
function withSetting(error: Error, { feed, settingsFile }: Config): string {
  const { message } = error
  if (error instanceof RecordingRefused && feed.kind === 'replay' && !message.startsWith('REPLAY_FROM')) {
    return `FEED=replay:${feed.path}: ${message.replace(`${feed.path}: `, '')}`
  }
  const isFile = error instanceof SettingsRefused && settingsFile !== undefined && message.startsWith(settingsFile)
  return isFile ? `SETTINGS_FILE=${message}` : message
}

/** A listener that could not be opened. */
function portFault(error: Error, config: Config): string | undefined {
  if (!('syscall' in error)) return undefined
  // A name instead of an address, which no name service knows.
  if (error.syscall === 'getaddrinfo' && 'hostname' in error) {
    const named = HOSTS.find(([, key]) => config[key] === error.hostname)
    return (
      named &&
      `${named[0]}=${config[named[1]]}: this machine has no such address: use one of its own, or 0.0.0.0 for all`
    )
  }
  if (error.syscall !== 'listen') return undefined
  const port = 'port' in error && typeof error.port === 'number' ? error.port : -1
  const settings = [
    ['PORT', config.port],
    ['OFFICE_PORT', config.officePort],
    ['METRICS_PORT', config.metricsPort],
  ] as const
  const setting = settings.find(([, value]) => value === port)?.[0] ?? 'PORT'
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return (
        `${setting}=${port}: another program listens there already: stop it (ss -ltnp shows it) or choose ` +
        `another port`
      )
    case 'EACCES':
      return (
        `${setting}=${port}: this user may not listen on ports below 1024: choose a higher one and put a ` +
        `proxy before it`
      )
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return (
        `${setting === 'OFFICE_PORT' ? `OFFICE_HOST=${config.officeHost}` : `HOST=${config.host}`}: this ` +
        `machine has no such address: use one of its own, or 0.0.0.0 for all`
      )
    default:
      return undefined
  }
}

const HOSTS = [
  ['HOST', 'host'],
  ['OFFICE_HOST', 'officeHost'],
] as const

/** A file or folder that could not be made or written below DATA_DIR. */
function folderFault(error: Error, config: Config): string | undefined {
  const path = 'path' in error && typeof error.path === 'string' ? resolve(error.path) : undefined
  if (path === undefined || !isInside(path, config.dataDir)) return undefined
  const where = `DATA_DIR=${config.dataDir}`
  switch (codeOf(error)) {
    case 'EACCES':
    case 'EPERM':
      return `${where}: this user may not write ${path}: make the user that runs the server its owner (chown -R)`
    case 'EROFS':
      return `${where}: ${path} is on a file system that is mounted read-only: use a writable folder`
    case 'ENOTDIR':
    case 'EEXIST':
    case 'ENOENT':
      return `${where}: ${path} cannot be made a folder: DATA_DIR must name a folder that exists or can be made`
    case 'ENOSPC':
    case 'EDQUOT':
    case DISK_FULL:
      return `${where}: the disk is full: make room, or use a folder on another disk`
    default:
      return undefined
  }
}

/** True for the folder, what is below it, and the folders above it that had to be made. */
function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder + sep) || folder.startsWith(path + sep)
}
