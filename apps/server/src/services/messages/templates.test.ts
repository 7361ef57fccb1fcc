/**
 * Each notice has its words in every language, and each value it is given is used: nothing arrives with a hole in it.
 */
import { OFFERED } from '@veritick/locales'
import { dictionaryOf } from '@veritick/locales/all'
import { describe, expect, test } from 'vitest'
import { CODE_PURPOSES, codeMail, codeText, MESSAGES, mailOf, SUPPORT_MESSAGES } from './templates.ts'

test('a notice that asks to write to support says where support is', () => {
  const english = dictionaryOf('en').words.mails ?? {}
  const asking = Object.keys(MESSAGES).filter((name) =>
    [english[`${name}_text`], english[`${name}_sms`]].some((text) => /write to support/i.test(text ?? '')),
  )
  expect([...SUPPORT_MESSAGES].sort()).toEqual(asking.sort())
  const message = { name: 'totp_off', values: { time: 'now' } } as const
  const last = (email: string, chat: string) => mailOf(message, 'en', { email, chat }).text.split('\n').at(-1)
  expect(last('help@example.com', 'https://trade.example.com/mine/chat')).toBe('Support: help@example.com')
  expect(last('', 'https://trade.example.com/mine/chat')).toBe('Support: https://trade.example.com/mine/chat')
  expect(last('', '')).toBe('Support: in the app under “My account”, “Chat with support”.')
})

describe.each(OFFERED)('in %s', (language) => {
  const mails = dictionaryOf(language).words.mails ?? {}

  test.each(Object.entries(MESSAGES))('%s uses exactly its values', (name, values) => {
    const used = [...(mails[`${name}_text`] ?? '').matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1])
    expect([...new Set(used)].sort()).toEqual([...values].sort())
    expect(mails[`${name}_subject`]).toMatch(/^[^{]+$/)
  })

  test.each(CODE_PURPOSES)('a code to %s says what it is for, in mail and text message', (purpose) => {
    const message = { purpose, code: '204915', minutes: 10 }
    const mail = codeMail(message, language)
    expect(mail.text.startsWith(mails[`purpose_${purpose}`] ?? '-')).toBe(true)
    expect(mail.text).toMatch(/\b204915\b/)
    expect(mail.subject).not.toContain('204915')
    expect(codeText(message, language)).toMatch(/\b204915\b/)
    expect(`${mail.text}${codeText(message, language)}`).not.toContain('{{')
  })
})
