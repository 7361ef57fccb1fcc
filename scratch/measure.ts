import { lotUnits, millis, must } from '@veritick/domain'
import { createEngine } from '@veritick/engine'
import { openPlace, storeKinds } from '@veritick/testing/stores'
import pino from 'pino'
import { openCore } from '../apps/server/src/core/core.ts'
import { openStore } from '../apps/server/src/db/store.ts'
import { close, demo, NOON, opening, place, requestKey } from '../tools/crash/world.ts'
const ACCOUNTS = 20_000, EVENTS = 200_000
for (const kind of ['server' as const]) {
  const where = await openPlace(kind, ['bench'])
  const open = async (checkPace?: any) => {
    const store = await openStore({ ...where, world: 'bench' })
    const lines: string[] = []
    const t = performance.now(); const c0 = process.cpuUsage()
    const core = await openCore({ store, engine: createEngine(), wallClock: () => millis(Date.now()), log: pino({ level: 'info' }, { write: (l: string) => void lines.push(l) }), onFatal: (e) => { throw e }, checkPace })
    const cu = process.cpuUsage(c0); console.log(kind, 'openCore ms', Math.round(performance.now() - t), 'node cpu ms', Math.round((cu.user + cu.system) / 1000))
    for (const l of lines) { const j = JSON.parse(l); console.log('   ', j.msg, JSON.stringify({ ...j, level: undefined, time: undefined, pid: undefined, hostname: undefined, msg: undefined, treeHead: undefined })) }
    return { store, core, lines }
  }
  let w = await open()
  for (const c of opening()) w.core.market(c)
  const t0 = performance.now()
  for (let a = 1; a <= ACCOUNTS; a += 2000) await Promise.all(Array.from({ length: 2000 }, (_, i) => w.core.submit({ command: demo(a + i) })))
  let order = 0, n = 0
  const rounds = (EVENTS - ACCOUNTS) / 2 / 2000
  for (let r = 0; r < rounds; r++) {
    const base = order
    const acc = (i: number) => ((r * 2000 + i) % ACCOUNTS) + 1
    const res = await Promise.all(Array.from({ length: 2000 }, (_, i) => w.core.submit({ command: place({ account: acc(i), key: `${n++}`, lots: 100 }), request: { key: requestKey(`o${r}-${i}`), content: 'x' } })))
    const ids = res.map(({ outcome }) => (outcome.ok && outcome.events[0]?.kind === 'order_opened' ? outcome.events[0].order : 0))
    order = Math.max(...ids)
    await Promise.all(ids.map((id, i) => w.core.submit({ command: close({ account: acc(i), order: id, key: `c${r}-${i}` }) })))
  }
  await w.core.projected()
  console.log(kind, 'filled', w.core.stats(), Math.round(performance.now() - t0), 'ms')
  await w.core.stop(); await w.store.close()
  for (let i = 0; i < 3; i++) {
    w = await open()
    if (i === 0) { const src = (await import('node:fs')).readFileSync('apps/server/src/core/compare-accounts.ts', 'utf8'); for (const m of src.matchAll(/`((?:select|with)[^`]*?)`/g)) { const rows = await w.store.query<Record<string, string>>('explain (analyze, buffers off, timing off) ' + m[1]); console.log(rows.map((r) => Object.values(r)[0]).filter((l) => /Execution|Sort|Hash|Disk/.test(String(l))).join('\n')) } }
    // event loop delay while the check runs
    let worst = 0, last = performance.now()
    const timer = setInterval(() => { const now = performance.now(); worst = Math.max(worst, now - last - 5); last = now }, 5)
    const t = performance.now(); const cpu = process.cpuUsage()
    while (w.core.journalCheck().state === 'checking' && performance.now() - t < 120_000) await new Promise((r) => setTimeout(r, 50))
    clearInterval(timer)
    const used = process.cpuUsage(cpu)
    console.log(kind, 'check', w.core.journalCheck(), Math.round(performance.now() - t), 'ms; cpu ms', Math.round((used.user + used.system) / 1000), 'longest stall ms', Math.round(worst))
    if (i === 0) for (const c of opening(millis(NOON), 100)) w.core.market(c)
    if (i === 0) await w.core.submit({ command: place({ account: 1, key: 'zz', lots: 100 }) })
    await w.core.stop(); await w.store.close()
  }
  const t = performance.now()
  const store = await openStore({ ...where, world: 'bench' })
  const core = await openCore({ store, engine: createEngine(), wallClock: () => millis(Date.now()), log: pino({ level: 'silent' }), onFatal: (e) => { throw e }, wishes: { rebuildReadTables: true } })
  console.log(kind, 'start with rebuilt tables', Math.round(performance.now() - t))
  await core.stop(); await store.close(); await where.clean()
}
