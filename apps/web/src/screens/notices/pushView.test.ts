/** The switches of notifications, and the notification of a message. */
import { PUSH_TOPICS } from '@veritick/contract'
import { expect, test } from 'vitest'
import { pathIn, payloadIn, shownOf } from '../../data/pushMessage.ts'
import { pushViewOf, stateOf, withTopic } from './pushView.ts'

const state = { key: 'key', topics: ['orders', 'margin'] as ('orders' | 'margin')[], details: true }

test.each([
  [
    'ready',
    state,
    true,
    { kind: 'switch', key: 'key', on: true, choice: { topics: ['orders', 'margin'], details: true } },
  ],
  ['ready', state, false, { kind: 'switch', on: false }],
  ['ready', { ...state, topics: null }, true, { kind: 'switch', on: false, choice: { topics: [...PUSH_TOPICS] } }],
  ['blocked', state, true, { kind: 'blocked' }],
  ['unsupported', state, false, { kind: 'unsupported' }],
] as const)('%s, %j, subscribed %s', (support, known, subscribed, expected) => {
  expect(
    pushViewOf({ support, state: { ...known, topics: known.topics && [...known.topics] }, subscribed }),
  ).toMatchObject(expected)
})

test.each([
  ['ready', true, 'on'],
  ['ready', false, 'off'],
  ['blocked', true, 'off'],
  ['unsupported', false, 'unavailable'],
] as const)('%s, subscribed %s: its row says %s', (support, subscribed, expected) => {
  const view = pushViewOf({ support, state, subscribed })
  expect(view && stateOf(view)).toBe(expected)
})

test('nothing is shown when the operator has turned web push off', () => {
  expect(pushViewOf({ support: 'ready', state: { ...state, key: null }, subscribed: true })).toBeUndefined()
})

test('topics keep their order; removing the last topic removes the choice', () => {
  const choice = { topics: ['margin'], details: false } as const
  expect(withTopic(choice, 'orders', true)).toEqual({ topics: ['orders', 'margin'], details: false })
  expect(withTopic(choice, 'margin', true)).toEqual(choice)
  expect(withTopic(choice, 'margin', false)).toBeUndefined()
})

test('a message opens a screen of the app and no other address', () => {
  const message = { title: 'Orders', body: 'Filled', path: '/order', tag: 'orders', lang: 'de', dir: 'ltr' }
  expect(shownOf(payloadIn(JSON.stringify(message)) ?? { title: 'App' })).toEqual({
    title: 'Orders',
    options: {
      body: 'Filled',
      tag: 'orders',
      lang: 'de',
      dir: 'ltr',
      icon: '/icon-192.png',
      badge: '/icon-192.png',
      data: { path: '/order' },
    },
  })
  for (const path of ['https://evil.example', '//evil.example', 'javascript:alert(1)', '/order?x=1', 7, undefined])
    expect(pathIn({ path })).toBe('/mine/notices')
  expect(pathIn(undefined)).toBe('/mine/notices')
  for (const text of [undefined, '', 'null', '{"title":7}', '<b>'])
    expect(shownOf(payloadIn(text) ?? { title: 'App' })).toMatchObject({
      title: 'App',
      options: { data: { path: '/mine/notices' } },
    })
})
