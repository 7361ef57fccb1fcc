/** The request of a call, and the result of an answer. */
import type { Reason } from '@veritick/contract'
import { describe, expect, test } from 'vitest'
import { CallFailed, hasChangedNothing, isSessionEnd, messageOf, opened } from './failure.ts'
import { listInput, withIds } from './lists.ts'
import { requestOf } from './request.ts'
import { mayAny } from './session.ts'

const known = { csrf: 'token', key: 'key-1' }

describe('a request', () => {
  test('looking goes by the address, without what is not asked for', () => {
    const { address, init } = requestOf('depositQueue', { page: 2, status: '0', sort: undefined }, known)
    expect(address).toBe('/office/deposits/list?page=2&status=0')
    expect(init.method).toBeUndefined()
    expect(new Headers(init.headers).get('x-csrf-token')).toBeNull()
  })

  test('what is searched for among people stands in the body, never in an address', () => {
    const { address, init } = requestOf('peopleSearch', { q: 'ann@example.com' }, known)
    expect(address).toBe('/office/people/search')
    expect(init.body).toBe('{"q":"ann@example.com"}')
  })

  test('acting brings the CSRF token, the key of the intent, and English', () => {
    const { init } = requestOf('withdrawalApprove', { id: 5, reason_text: 'checked' }, known)
    const headers = new Headers(init.headers)
    expect([
      init.method,
      headers.get('x-csrf-token'),
      headers.get('idempotency-key'),
      headers.get('content-type'),
    ]).toEqual(['POST', 'token', 'key-1', 'application/json'])
    expect(init.body).toBe('{"id":5,"reason_text":"checked"}')
    expect([...headers.values()]).toContain('en')
  })
})

describe('an answer', () => {
  test('good ones are their data', () =>
    expect(opened({ status: 200, body: { code: 1, msg: '', data: { total: 3 } } })).toEqual({ total: 3 }))

  test('a refusal is said in the server’s words and keeps its reason', () => {
    const body = { code: 2242, reason: 'record_decided', msg: 'This withdrawal is already decided.', data: null }
    expect(() => opened({ status: 200, body })).toThrow('This withdrawal is already decided.')
    try {
      opened({ status: 200, body })
    } catch (error) {
      expect(error instanceof CallFailed && [error.kind, error.reason]).toEqual(['refused', 'record_decided'])
    }
  })

  test.each<[Reason, boolean]>([
    ['record_decided', true],
    ['busy', true],
    ['internal_error', false],
    ['shutting_down', false],
    ['store_trouble', false],
  ])('after %s nothing has changed: %s', (reason, isSure) => {
    expect(hasChangedNothing(new CallFailed({ kind: 'refused', message: 'x', reason }))).toBe(isSure)
  })

  test('without an answer of ours the call may have succeeded', () => {
    expect(hasChangedNothing(new CallFailed({ kind: 'status', message: 'x' }))).toBe(false)
  })

  test('an ended session is known as one', () => {
    const failed = new CallFailed({ kind: 'refused', message: 'x', reason: 'session_ended' })
    expect([isSessionEnd(failed), isSessionEnd(new Error('x'))]).toEqual([true, false])
  })

  test('what is no envelope is told apart: broken, or a server in trouble', () => {
    expect(() => opened({ status: 200, body: '<html>' })).toThrow(/could not be read/)
    expect(() => opened({ status: 502, body: undefined })).toThrow(/502/)
    expect(messageOf('odd')).toBe('Something went wrong.')
  })
})

describe('lists', () => {
  test('a page becomes the parameters of its call', () => {
    const page = { page: 3, perPage: 25, sort: { field: 'usd', order: 'DESC' }, filters: { status: '0' } } as const
    expect(listInput(page)).toEqual({ page: 3, per_page: 25, sort: '-usd', status: '0' })
    expect(listInput({ ...page, sort: { field: '', order: 'ASC' } }).sort).toBeUndefined()
  })

  test('rows without an id are known by their place', () => {
    expect(withIds([{ id: 7 }, { code: 'x' }], 2)).toEqual([{ id: 7 }, { code: 'x', id: '2-1' }])
  })
})

test('no action without its permission', () => {
  expect(mayAny({ permissions: ['people_read'] }, ['people_freeze', 'people_read'])).toBe(true)
  expect(mayAny({ permissions: ['people_read'] }, ['people_freeze'])).toBe(false)
  expect(mayAny(undefined, ['people_read'])).toBe(false)
})
