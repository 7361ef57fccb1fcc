/**
 * Which sessions open the health page while the store is out of reach: those that it proved a moment before, and no
 * other.
 */
import { millis } from '@veritick/domain'
import { expect, test } from 'vitest'
import type { StaffSession } from '../../calls/callers.ts'
import { hashOf } from '../../services/secrets/token-hash.ts'
import { StoreBusy } from '../../store/trouble.ts'
import { PROVEN_KEPT_MS, rememberedSessions } from './remembered-sessions.ts'
import { STAFF_IDLE_MILLIS, STAFF_SESSION_MILLIS } from './session.ts'

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
      end: async (_query, { staff }) => {
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

test('proven a moment before the store went: the health page opens, any other page does not, for as long as the session lives', async () => {
  const { sessions, pass, goDown } = office()
  await sessions.find('ada')
  goDown()
  expect((await sessions.findForHealth('ada'))?.staff.name).toBe('ada')
  await expect(sessions.find('ada')).rejects.toThrow('down')
  await expect(sessions.findForHealth('ben'), 'never proven').rejects.toThrow('down')
  await expect(sessions.findForHealth('made up')).rejects.toThrow('down')
  pass(STAFF_IDLE_MILLIS - 1)
  expect((await sessions.findForHealth('ada'))?.staff.name).toBe('ada')
  pass(1)
  await expect(sessions.findForHealth('ada')).rejects.toThrow('down')
})

test('proven longer ago, or ended since: not remembered', async () => {
  const { sessions, pass, goDown } = office()
  const query = async () => []
  await sessions.find('ada')
  await sessions.find('ben')
  await sessions.end(query, { staff: 2 })
  pass(PROVEN_KEPT_MS + 1)
  expect(await sessions.find('made up')).toBe(undefined)
  goDown()
  await expect(sessions.findForHealth('ada'), 'the store answered others a minute later').rejects.toThrow('down')
  await expect(sessions.findForHealth('ben'), 'signed out').rejects.toThrow('down')
})
