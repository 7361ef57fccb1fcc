/**
 * The mails about a change of access: an admin's input stays on its own line, and a link is complete or the mail says
 * which part is missing.
 */
import { expect, test } from 'vitest'
import { type AccessNews, linkMail, ownMail, watchMail } from './staff-emails.ts'

const news: AccessNews = {
  act: 'staff_reset',
  name: 'Eve\n\nBy: Ada, 2026-01-01',
  email: 'eve@office.example',
  role: 'finance',
  by: 'Bo\r\nBcc: all@office.example',
  reason: 'lost\nthe phone',
  time: '2026-03-04 15:00 UTC',
  heldUntil: '2026-03-05 15:00 UTC',
}

test('names and reasons are one line each, whatever was typed', () => {
  const { subject, text } = watchMail(news)
  expect(subject).toBe('Veritick office: Eve By: Ada, 2026-01-01 was reset')
  expect(text.split('\n').slice(0, 3)).toEqual([
    'Eve By: Ada, 2026-01-01 (eve@office.example) was reset: the old password and authenticator app no longer work.',
    'By: Bo Bcc: all@office.example, 2026-03-04 15:00 UTC',
    'Reason: lost the phone',
  ])
  expect(ownMail(news).text).toContain('You decide nothing about money before 2026-03-05 15:00 UTC.')
})

test('without an address of the office the mail says what to put behind it', () => {
  const until = '2026-03-04 15:30 UTC'
  const whole = linkMail({ ...news, address: 'https://office.example/#/welcome/abc', until }).text
  expect(whole).toContain('Open this to set a password')
  const part = linkMail({ ...news, act: 'staff_invite', address: '/#/welcome/abc', until }).text
  expect(part).toContain('put this behind it')
  expect(part).toContain('\n\n/#/welcome/abc\n\n')
  expect(part).toContain('an address was mistyped')
})
