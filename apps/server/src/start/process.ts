/** The process: reads its environment, opens the server, prints its addresses, and ends on a signal. */
import { join } from 'node:path'
import { millis } from '@veritick/domain'
import type { Logger } from 'pino'
import { type Config, helpFor, readConfig, refusalText } from '../config/index.ts'
import { StateFault } from '../core/index.ts'
import {
  type Catalogue,
  type Feed,
  KNOWN_SEED_FILE,
  openReplay,
  SEED_SAFE_LENGTH,
  seedOf,
  simulatedFeed,
} from '../market/index.ts'
import { realRuntime } from '../services/clock/index.ts'
import type { Encryption } from '../services/encryption/index.ts'
import { processLog } from '../services/logging/index.ts'
import { interfacesOfMachine, isLoopback } from '../services/network/index.ts'
import type { Store } from '../store/index.ts'
import { FatalEnd } from './fatal-end.ts'
import { officeGreeting } from './greeting.ts'
import { prepareStart } from './prepare.ts'
import { openServer } from './server.ts'
import { openingFault } from './start-refusals.ts'
import { endWhenAsked, firstStopSignal } from './stop-signals.ts'

const wallClock = () => millis(Date.now())
const monotonicClock = () => performance.now()

/** `threadFile`: the program of the threads that this process starts (main.ts). */
export async function runProcess(threadFile: string): Promise<void> {
  const help = helpFor(process.argv.slice(2))
  if (help !== undefined) {
    process.stdout.write(help)
    return
  }
  const stopAsked = firstStopSignal()
  const read = readConfig(undefined, process.argv.slice(2))
  if (!read.ok) return refuse(read.problems)
  const { config } = read
  const log = processLog(config.logLevel)
  process.stdout.on('error', () => {})
  const fatalEnd = new FatalEnd({ log, exit: process.exit })
  const fatal = fatalEnd.end
  process.on('uncaughtException', fatal)
  process.on('unhandledRejection', fatal)

  const prepared = await prepareStart({ config, log, stopAsked, monotonicClock }).catch((error: unknown) =>
    refuseFault(error, config),
  )
  if (prepared.stopped) process.exit(0)
  const server = await openServer({
    config,
    log,
    wallClock,
    monotonicClock,
    threadFile,
    corePlace: config.core,
    feed: (catalogue, kept) => feedOf({ ...kept, config, catalogue, log }),
    onCore: fatalEnd.coreOpened,
    onFatal: fatal,
    heldPorts: prepared.heldPorts,
  }).catch((error: unknown) => refuseFault(error, config))
  // An attacker may end the process at the moment of a decision, by the lock of the writer.
  process.on('exit', server.context.newestSeals.flush)
  endWhenAsked({ stopAsked, log, stop: server.stop, onFatal: fatal })
  process.stdout.write(greeting(config, server.port) + officeGreeting(server.office, config))
}

/** The feed that the settings name. */
export async function feedOf(parts: {
  readonly config: Config
  readonly catalogue: Catalogue
  readonly store: Store
  readonly encryption: Encryption
  readonly log: Logger
}): Promise<Feed> {
  const { config, catalogue, store, encryption, log } = parts
  const { feed, sessions, simulatedSeed: named, quoteSeconds, replaySpeed: speed, replayFrom } = config
  const file = join(config.dataDir, config.world, KNOWN_SEED_FILE)
  const seed = await seedOf({ store, encryption, named, file, runtime: realRuntime })
  if (feed.kind === 'simulated') {
    if (seed.length < SEED_SAFE_LENGTH)
      log.warn('MARKET_SEED is short enough to be guessed: a person who guesses it knows every price to come')
    return simulatedFeed({ catalogue, seed, sessions, quoteSeconds, wallClock, monotonicClock })
  }
  const from = replayFrom === undefined ? undefined : millis(replayFrom)
  return openReplay({ path: feed.path, catalogue, speed, from, seed, log: log.child({ part: 'replay' }) })
}

function greeting(config: Config, port: number): string {
  const addresses = (isLoopback(config.host) ? [] : interfacesOfMachine())
    .filter((each) => each.family === 'IPv4' && !each.internal)
    .map((each) => `  on your phone, in the same network: http://${each.address}:${port}\n`)
  const market = config.feed.kind === 'simulated' ? 'simulated market' : `replay of ${config.feed.path}`
  const here = `http://localhost:${port}`
  return `\nVeritick is open (${market})\n  here: ${here}\n${addresses.join('')}  the calls: ${here}/api/docs\n`
}

function refuse(problems: readonly string[]): void {
  process.stderr.write(refusalText(problems.map(oneLine)))
  process.exitCode = 1
}

/** Makes one line of a text: the message of a library may have several. */
const oneLine = (text: string) => text.replace(/\s*\n\s*/g, ' ')

/** In a sentence where the cause is known; otherwise with its stack. */
function refuseFault(error: unknown, config: Config): never {
  const sentence = openingFault(error, config)
  if (sentence === undefined) process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  else refuse(error instanceof StateFault ? [sentence, error.remedy] : [sentence])
  process.exit(1)
}
