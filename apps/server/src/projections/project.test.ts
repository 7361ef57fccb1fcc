/**
 * The projector follows a batch that is larger than a step: other work of the store comes between its steps. It follows
 * the checkpoint of the store where that stands further than it knows.
 */
import { USUAL_WORLD } from '@veritick/testing/migrated-database'
import { openLocation, type StoreLocation, storeKinds } from '@veritick/testing/stores'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { demo, NOON, place } from '../../../../tools/crash/world.ts'
import { CHAIN_START, CoreBusy } from '../journal/index.ts'
import type { Store } from '../store/index.ts'
import { openStore } from '../store/store.ts'
import { batchMaker, OPENED, TRADED } from './batches-fixture.ts'
import { StepWriter } from './fold-step.ts'
import { createProjector, PROJECTION_LATE_MS, STEP_BOUNDS } from './project.ts'
import { rebuildReadTables } from './read-tables.ts'

const log = pino({ level: 'silent' })

describe.each(storeKinds())('on the %s store', (kind) => {
  let where: StoreLocation
  let store: Store
  beforeAll(async () => {
    where = await openLocation(kind, [USUAL_WORLD])
    store = await openStore({ ...where, world: USUAL_WORLD })
  })
  // Nothing of the test before is left.
  beforeEach(() => rebuildReadTables(store.background, log))
  afterAll(async () => {
    await store.close()
    await where.clean()
  })

  test('a batch larger than a step is folded in transactions of no more events than a step has', async () => {
    const { eventsMax } = STEP_BOUNDS[kind]
    const batchOf = batchMaker()
    const opened = batchOf(OPENED)
    const orders = eventsMax + 10
    const large = batchOf([
      ...Array.from({ length: 8 }, (_, at) => demo(3 + at)),
      ...Array.from({ length: orders }, (_, at) =>
        place({ account: 1 + (at % 10), key: `order ${at}`, target: 139_000, lots: 100 }),
      ),
    ])
    const stood: number[] = []
    const projector = await createProjector({
      store: {
        kind,
        background: {
          ...store.background,
          transaction: async (work) => {
            const result = await store.background.transaction(work)
            const [row] = await store.query<{ sequence: number }>('select sequence from projection')
            stood.push(row?.sequence ?? Number.NaN)
            return result
          },
        },
      },
      log,
      wallClock: () => NOON,
      head: CHAIN_START,
      onFailure: (error) => log.error(error),
    })
    projector.add(opened)
    projector.add(large)
    await projector.reached(2)
    const sizes = stood.map((sequence, at) => sequence - (stood[at - 1] ?? 0))
    expect(Math.max(...sizes)).toBeLessThanOrEqual(eventsMax)
    expect(sizes.length).toBeGreaterThan(1)
    expect(stood.at(-1)).toBe(large.header.firstEvent + large.header.eventCount - 1)
    const [row] = await store.query<{ count: number }>('select count(*)::int as count from orders')
    expect(row?.count).toBe(orders)
    await projector.stop()
  })

  test('a step of a killed process ends after the checkpoint was read: the next goes on from there', async () => {
    const batchOf = batchMaker()
    const [opened, traded] = [batchOf(OPENED), batchOf(TRADED)]
    const failures: Error[] = []
    const projector = await projectorOf(store, (error) => failures.push(error))
    await new StepWriter(store.background, kind).write({ batch: 0, sequence: 0 }, [opened], 1_000)
    projector.add(opened)
    projector.add(traded)
    await projector.reached(2)
    expect(failures).toEqual([])
    const [row] = await store.query<{ count: number }>('select count(*)::int as count from orders')
    expect(row?.count).toBe(2)
    await projector.stop()
  })

  test('a caller that waits too long while steps are taken is refused as busy', async () => {
    const batchOf = batchMaker()
    const opened = batchOf(OPENED)
    const large = batchOf([
      ...Array.from({ length: 8 }, (_, at) => demo(3 + at)),
      ...Array.from({ length: STEP_BOUNDS[kind].eventsMax + 10 }, (_, at) =>
        place({ account: 1 + (at % 10), key: `order ${at}`, target: 139_000, lots: 100 }),
      ),
    ])
    let passed = 0
    const clock = performance.now.bind(performance)
    vi.spyOn(performance, 'now').mockImplementation(() => clock() + passed)
    const transaction: Store['transaction'] = async (work) => {
      const result = await store.background.transaction(work)
      passed += PROJECTION_LATE_MS
      return result
    }
    const projector = await projectorOf({ ...store, background: { ...store.background, transaction } }, () => {})
    projector.add(opened)
    projector.add(large)
    await expect(projector.reached(2)).rejects.toBeInstanceOf(CoreBusy)
    expect(projector.trouble()).toEqual({ reason: 'projection_behind', since: NOON })
    vi.restoreAllMocks()
    await projector.reached(2)
    expect(projector.trouble()).toBeUndefined()
    await projector.stop()
  })

  test('tables that stand before what was folded are not trusted', async () => {
    const batchOf = batchMaker()
    const projector = await projectorOf(store, () => {})
    projector.add(batchOf(OPENED))
    await projector.reached(1)
    await store.query('update projection set batch = 0, sequence = 0')
    projector.add(batchOf(TRADED))
    await expect(projector.reached(2)).rejects.toThrow('do not stand at batch 1')
    await projector.stop()
  })

  const projectorOf = (store: Store, onFailure: (error: Error) => void) =>
    createProjector({ store, log, wallClock: () => NOON, head: CHAIN_START, onFailure })
})
