/**
 * Which sessions open the health page while the store is out of reach: those that it proved within their idle time and
 * that were not ended since, and no other.
 */
import { millis } from '@veritick/domain'
import { expect, test } from 'vitest'
import type { StaffSession } from '../../calls/callers.ts'
import { hashOf } from '../../services/secrets/token-hash.ts'
import { StoreBusy } from '../../store/trouble.ts'
import { STAFF_IDLE_MILLIS } from './living-sessions.ts'
import { ENDING_MS, rememberedSessions } from './remembered-sessions.ts'
import { STAFF_SESSION_MILLIS } from './session.ts'

const START = 1_800_000_000_000

function office() {
  let now = START
  let isDown = false
  const sessionOf = (token: string, id: number): StaffSession => ({
    staff: { id, name: token, email: `${token}@office.example`, role: 'admin' },
    tokenHash: hashOf(token),
    csrf: 'csrf',
    idleEndsAt: millis(START + STAFF_IDLE_MILLIS),
    expiresAt: millis(START + STAFF_SESSION_MILLIS),
  })
  const people = new Map([
    ['ada', sessionOf('ada', 1)],
    ['ben', sessionOf('ben', 2)],
  ])
  const sessions = rememberedSessions(
    {
      begin: async () => 'unused',
      find: async (token) => {
        if (isDown) throw new StoreBusy('down')
        return people.get(token)
      },
      // The transaction of the end is stored a moment after it began.
      end: async (_query, { staff }) => {
        if (isDown) throw new StoreBusy('down')
        await new Promise((resolve) => setTimeout(resolve))
        for (const [token, session] of people) if (session.staff.id === staff) people.delete(token)
        return 1
      },
      list: async () => [],
    },
    { runtime: { now: () => now } },
  )
  return {
    sessions,
    pass: (length: number) => {
      now += length
    },
    goDown: () => {
      isDown = true
    },
  }
}

const query = async () => []

test('a session proven before the store failed is remembered until it ends, for two calls', async () => {
  const { sessions, pass, goDown } = office()
  await sessions.find('ada')
  pass(STAFF_IDLE_MILLIS / 2)
  expect(await sessions.find('made up'), 'the store answered others since').toBe(undefined)
  goDown()
  expect(await sessions.findOrRemembered('ada')).toMatchObject({ staff: { name: 'ada' }, isRemembered: true })
  await expect(sessions.find('ada'), 'any other call').rejects.toThrow('down')
  await expect(sessions.findOrRemembered('ben'), 'never proven').rejects.toThrow('down')
  await expect(sessions.findOrRemembered('made up')).rejects.toThrow('down')
  pass(STAFF_IDLE_MILLIS / 2 - 1)
  expect((await sessions.findOrRemembered('ada'))?.staff.name).toBe('ada')
  pass(1)
  await expect(sessions.findOrRemembered('ada'), 'its idle time is over').rejects.toThrow('down')
})

test('a session that the store proves is not marked as remembered', async () => {
  const { sessions } = office()
  expect(await sessions.findOrRemembered('ada')).not.toHaveProperty('isRemembered')
})

test('ended since: not remembered, whatever the store answers while the end is not stored yet', async () => {
  const { sessions, pass, goDown } = office()
  await sessions.find('ada')
  await sessions.find('ben')
  const ending = sessions.end(query, { staff: 2 })
  await sessions.find('ben')
  await ending
  pass(ENDING_MS - 1)
  await sessions.find('ben')
  await sessions.find('ada')
  goDown()
  expect((await sessions.findOrRemembered('ada'))?.staff.name).toBe('ada')
  await expect(sessions.findOrRemembered('ben'), 'signed out').rejects.toThrow('down')
})

test('an end without an answer of the store forgets the session too', async () => {
  const { sessions, goDown } = office()
  await sessions.find('ada')
  goDown()
  await expect(sessions.end(query, { staff: 1 })).rejects.toThrow('down')
  await expect(sessions.findOrRemembered('ada')).rejects.toThrow('down')
})
