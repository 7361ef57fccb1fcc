/**
 * Brings what a machine with only Node and npm lacks: node modules for everything, and for the tests a Chromium and a
 * PostgreSQL. Plain JavaScript without imports from the registry, because it runs before anything is installed.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Runs a program and stops this one with its exit code when it fails. */
export function run(command, args, options = {}) {
  const result = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit', ...options })
  if (result.error) throw result.error
  if (result.status !== 0) {
    process.stderr.write(`\n${command} ${args.join(' ')} failed\n`)
    process.exit(result.status ?? 1)
  }
}

const works = (command, args) => spawnSync(command, args, { stdio: 'ignore' }).status === 0
const say = (text) => process.stdout.write(`${text}\n`)

/**
 * `npm ci` when the modules are missing or belong to another lockfile. npm records the installed versions in
 * node_modules.
 */
export function ensureModules() {
  if (areInstalled(lockIn('package-lock.json'), lockIn('node_modules/.package-lock.json'))) return
  say('Installing node modules (once, about a minute) ...')
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'])
}

/**
 * True when each package of the lockfile lies in node_modules as it is named there. One that is optional may be absent:
 * it belongs to another machine.
 */
export function areInstalled(lock, installed) {
  if (lock === undefined || installed === undefined) return false
  return Object.entries(lock.packages).every(([path, wanted]) => {
    if (!path.includes('node_modules/')) return true
    const found = installed.packages[path]
    if (found === undefined) return wanted.optional === true
    return found.version === wanted.version && found.integrity === wanted.integrity
  })
}

function lockIn(path) {
  try {
    return JSON.parse(readFileSync(join(ROOT, path), 'utf8'))
  } catch {
    return undefined
  }
}

/** A program of node_modules, run without npx so that signals reach it. */
export function bin(name) {
  return join(ROOT, 'node_modules', '.bin', name)
}

/** Where a Chromium is: CHROMIUM, the system's, or playwright's own download. */
export function findChromium() {
  const named = process.env.CHROMIUM
  if (named) return named
  const candidates = [
    'chromium-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
  ]
  for (const folder of (process.env.PATH ?? '').split(':')) {
    for (const name of candidates) if (existsSync(join(folder, name))) return join(folder, name)
  }
  const mac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
  if (existsSync(mac)) return mac
  return downloaded()
}

function downloaded() {
  const home = process.env.PLAYWRIGHT_BROWSERS_PATH ?? join(process.env.HOME ?? '', '.cache', 'ms-playwright')
  if (!existsSync(home)) return undefined
  for (const folder of readdirSync(home).filter((name) => name.startsWith('chromium'))) {
    for (const inside of [
      'chrome-linux/chrome',
      'chrome-linux/headless_shell',
      'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
    ]) {
      if (existsSync(join(home, folder, inside))) return join(home, folder, inside)
    }
  }
  return undefined
}

const canApt = () => process.getuid?.() === 0 && works('sh', ['-c', 'command -v apt-get'])

/** The journeys need no window: the shell without one is the same engine, and opens a page for a third of the time. */
const SHELL = 'chromium-headless-shell'
/** The one with a window: the shell never shows a notification. */
const FULL = 'chromium'
const FONTS = ['fonts-noto-core', 'fonts-noto-cjk']
/** Where Debian puts them. In another font words are wider, and do not fit on a narrow phone. */
const FONT_FILES = [
  '/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf',
  '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc',
]

/**
 * The Debian packages that the tests lack, in groups: a system that has no package of one name still gets the other
 * groups. A Chromium that is named in CHROMIUM is taken as it is.
 */
export function packagesFor({ chromium, hasDatabase, hasFonts, isNamed }) {
  const isShell = /headless[-_]shell$/.test(chromium ?? '')
  const browsers = chromium ? [isShell ? [] : [SHELL]] : [[SHELL], [FULL]]
  const groups = [...(isNamed ? [] : browsers), hasFonts ? [] : FONTS, hasDatabase ? [] : ['postgresql']]
  return groups.filter((group) => group.length > 0)
}

/**
 * Installs Debian packages while this program does something else; resolves when the attempt has ended, successful or
 * not. One group after the other: apt lets no two programs in. No package that is installed is removed for them.
 */
function installing(packages) {
  if (packages.length === 0 || !canApt()) return Promise.resolve()
  const options = '-o DPkg::Lock::Timeout=120 -y -qq --no-install-recommends --no-remove'
  const installs = packages.map((each) => `apt-get install ${options} ${each.join(' ')}`)
  const install = ['apt-get update -qq', ...installs].join('; ')
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const child = spawn('sh', ['-c', install], { stdio: 'ignore', env: environment })
  return new Promise((resolve) => child.on('close', resolve).on('error', resolve))
}

/**
 * Begins to install the browser and the database that tests need, where they are missing. The answer is true as each is
 * there.
 */
export async function installForTests() {
  const wanted = packagesFor({
    chromium: findChromium(),
    hasDatabase: hasPostgres(),
    hasFonts: FONT_FILES.every((file) => existsSync(file)),
    isNamed: Boolean(process.env.CHROMIUM),
  })
  if (wanted.length > 0 && canApt()) say(`Installing ${wanted.flat().join(', ')} in the background (once) ...`)
  await installing(wanted)
}

/** A browser for the journeys, after `installForTests`; undefined, loudly, where none can be had. */
export function ensureChromium() {
  if (!findChromium()) spawnSync(bin('playwright-core'), ['install', 'chromium'], { cwd: ROOT, stdio: 'inherit' })
  return findChromium()
}

/** The folder of PostgreSQL's server programs, which Debian keeps off the PATH. */
export function findPostgres() {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  for (const version of versions)
    if (existsSync(join(debian, version, 'bin', 'initdb'))) return join(debian, version, 'bin')
  for (const folder of (process.env.PATH ?? '').split(':')) if (existsSync(join(folder, 'initdb'))) return folder
  return undefined
}

/** True where the tests that need a real PostgreSQL server can have one. */
export function hasPostgres() {
  return Boolean(process.env.TEST_DATABASE_URL) || findPostgres() !== undefined
}
