/** Rows that start at the same moment work in separate tasks, in order. */
import { expect, it } from 'vitest'
import { inTurn, nextTask } from './taskQueue.ts'

it('gives each caller a separate task, in the order of the calls', async () => {
  const done: string[] = []
  const row = async (name: string) => {
    await inTurn()
    done.push(name)
    // Work of the same task comes before the next row.
    await Promise.resolve()
    done.push(`${name} again`)
  }
  await Promise.all(['first', 'second', 'third'].map(row))
  expect(done).toEqual(['first', 'first again', 'second', 'second again', 'third', 'third again'])
})

it('lets other work of the page run between', async () => {
  const done: string[] = []
  const rows = Promise.all([inTurn().then(() => done.push('row')), inTurn().then(() => done.push('row'))])
  queueMicrotask(() => done.push('page'))
  await rows
  await nextTask()
  expect(done).toEqual(['page', 'row', 'row'])
})
