/** The environment is read once: defaults that start by themselves, and refusals that name the variable. */
import { describe, expect, test } from 'vitest'
import { type Environment, readConfig } from './config.ts'
import { helpFor } from './flags.ts'

const problemsOf = (environment: Environment) => {
  const read = readConfig(environment)
  return read.ok ? [] : read.problems
}

describe('what the environment says', () => {
  test('nothing set: the simulated market, embedded store, port 8080', () => {
    const read = readConfig({})
    expect(read.ok && read.config).toMatchObject({
      port: 8080,
      world: 'simulated',
      sessions: 'always',
      feeType: 1,
      databaseUrl: undefined,
      origins: [],
      simulatedSeed: undefined,
      socketsPerAddress: 200,
      connectionsPerAddress: 1_000,
    })
  })

  test('a recording has a world of its own and keeps real sessions', () => {
    const read = readConfig({
      FEED: 'replay:/data/EURUSD oanda_2014-05-08.csv.gz',
      SESSIONS: 'always',
      REPLAY_SPEED: '60',
      REPLAY_FROM: '2014-05-08T12:00:00Z',
    })
    expect(read.ok && read.config).toMatchObject({
      feed: { kind: 'replay', path: '/data/EURUSD oanda_2014-05-08.csv.gz' },
      world: 'replay-eurusd-oanda_2014-05-08',
      sessions: 'real',
      replaySpeed: 60,
      replayFrom: Date.UTC(2014, 4, 8, 12),
    })
  })

  test.each<[Environment, string]>([
    [{ PORT: '80.5' }, 'PORT=80.5: must be a whole number from 0 to 65535'],
    [{ PORT: '99999' }, 'PORT=99999: must be a whole number from 0 to 65535'],
    [{ FEED: 'fix' }, 'FEED=fix: must be "simulated" or "replay:<folder or file>"'],
    [{ MARKET_QUOTE_SECONDS: '3' }, 'MARKET_QUOTE_SECONDS=3: must be one of 1, 2, 4'],
    [{ REPLAY_SPEED: '0' }, 'REPLAY_SPEED=0: must be a whole number from 1 to 1000'],
    [
      { REPLAY_FROM: 'yesterday' },
      'REPLAY_FROM=yesterday: must be a UTC moment after 1970 such as 2014-05-08 or 2014-05-08T12:00:00Z',
    ],
    [{ DATABASE_URL: 'mysql://me:secret@x' }, 'DATABASE_URL: must be a postgresql:// address, or "embedded"'],
    [{ SMTP_URL: 'http://me:secret@mail.example' }, 'SMTP_URL: must be an smtp:// or smtps:// address'],
    [
      { OFFICE_URL: 'https://a.example/office' },
      'OFFICE_URL=https://a.example/office: must be an address such as https://office.example.com, with nothing behind it',
    ],
    [{ MAIL_FROM: 'Veritick' }, 'MAIL_FROM=Veritick: must be an address such as Veritick <no-reply@your.host>'],
    [{ CONNECTIONS_PER_ADDRESS: 'many' }, 'CONNECTIONS_PER_ADDRESS=many: must be a whole number from 1 to 100000'],
    [{ SOCKETS_PER_ADDRESS: '0' }, 'SOCKETS_PER_ADDRESS=0: must be a whole number from 1 to 100000'],
    [{ CORE: 'process' }, 'CORE=process: needs DATABASE_URL, because the embedded store lives in one process'],
    [{ SESSIONS: 'never' }, 'SESSIONS=never: must be one of always, real'],
    [{ TRADE_FEE_TYPE: '3' }, 'TRADE_FEE_TYPE=3: must be 1 or 2'],
    [
      { ORIGINS: 'https://a.example/path' },
      'ORIGINS=https://a.example/path: "https://a.example/path" is no origin; write https://host or https://host:port, separated by commas',
    ],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL=loud: must be one of fatal, error, warn, info, debug, trace, silent'],
  ])('%j is refused', (environment, problem) => {
    expect(problemsOf(environment)).toEqual([problem])
  })

  test('the command line says what one start is to do, and nothing else', () => {
    const read = readConfig({}, ['--reset-admin=ada@office.example'])
    expect(read.ok && read.config.resetAdmin).toBe('ada@office.example')
    expect(read.ok && read.config.tasks).toEqual({
      dropSnapshot: undefined,
      rebuildReadTables: false,
      knownHead: undefined,
      acceptedLoss: undefined,
    })
    expect(read.ok && read.config.isClockTrusted).toBe(false)
    const trusting = readConfig({}, ['--trust-clock'])
    expect(trusting.ok && trusting.config.isClockTrusted).toBe(true)
    const hash = '1f'.repeat(32)
    const both = readConfig({}, [
      '--drop-snapshot=12',
      '--rebuild-read-tables',
      `--known-head=7:${hash}`,
      '--accept-loss=9',
    ])
    expect(both.ok && both.config.tasks).toEqual({
      dropSnapshot: 12,
      rebuildReadTables: true,
      knownHead: { size: 7, hash },
      acceptedLoss: 9,
    })
    const wrong = [
      '--reset-admin',
      '--reset-admin=',
      'now',
      '--drop-snapshot=0',
      '--drop-snapshot=all',
      '--rebuild-read-tables=yes',
      '--accept-loss',
      '--accept-loss=0',
      '--trust-clock=yes',
    ]
    for (const word of [...wrong, `--known-head=0:${hash}`, `--known-head=7:${hash}0`, `--known-head=${hash}`]) {
      expect(readConfig({}, [word]).ok, word).toBe(false)
    }
  })

  test('all problems are named at once', () => {
    expect(problemsOf({ PORT: 'x', MARKET_SEED: 's'.repeat(201) })).toHaveLength(2)
    expect(problemsOf({ MARKET_SEED: 'my secret'.repeat(30) }).join()).not.toContain('my secret')
  })
})

test('a start that is asked for help gets every option, and no refusal', () => {
  const repairs = ['--drop-snapshot', '--rebuild-read-tables', '--known-head', '--accept-loss', '--trust-clock']
  for (const args of [['--help'], ['-h'], ['--drop-snapshot=3', '--help']])
    for (const option of ['--reset-admin', ...repairs]) expect(helpFor(args)).toContain(option)
  expect(helpFor(['--drop-snapshot=3'])).toBeUndefined()
  expect(helpFor([])).toBeUndefined()
})
