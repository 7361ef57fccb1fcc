/** A customer's input never reaches the log, in any failure. */
import { Writable } from 'node:stream'
import { openLocation } from '@veritick/testing/stores'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { openStore } from '../../store/store.ts'
import { errorForLog } from './logging.ts'

function logged(error: unknown): string {
  let text = ''
  const sink = new Writable({
    write: (chunk, _encoding, done) => {
      text += String(chunk)
      done()
    },
  })
  pino({ serializers: { err: errorForLog } }, sink).error({ err: error }, 'a call failed')
  return text
}

test('a statement that fails is logged with its code and place, without its text and parameters', async () => {
  const location = await openLocation('embedded', ['logging'])
  const store = await openStore({ ...location, world: 'logging', log: pino({ level: 'silent' }) })
  const failed = (sql: string, params: readonly unknown[]) => store.query(sql, params).catch((error: unknown) => error)
  const wrapped = new Error('Failed query: insert ... params: secret@example.com', {
    cause: await failed('select 1 / $1::int', [0]),
  })
  const text = [
    logged(await failed('select $1::int', ['secret@example.com'])),
    logged(await failed('select 1 / $1::int', [0])),
    logged(Object.assign(wrapped, { query: 'insert', params: ['secret@example.com'] })),
  ].join('')
  await store.close()
  await location.clean()
  expect(text).not.toContain('secret@example.com')
  expect(text).not.toContain('select')
  expect(text).toContain('"code":"22012"')
  expect(text).toContain('logging.test.ts')
})

test('every other error keeps its words', () => {
  expect(logged(new Error('the feed is silent'))).toContain('the feed is silent')
  expect(logged('a text')).toContain('a text')
})
