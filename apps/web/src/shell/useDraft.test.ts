/** Only the parts of a stored draft that fit the current form are used. */
import { expect, it } from 'vitest'
import { draftOf } from './useDraft.ts'

const blank = { email: '', adult: false }

it.each([
  [null, blank],
  ['{"email":"a@b.example","adult":true}', { email: 'a@b.example', adult: true }],
  ['{"email":"a@b.example","password":"secret"}', { email: 'a@b.example', adult: false }],
  ['{"email":7,"adult":"yes"}', blank],
  ['not json', blank],
  ['null', blank],
])('%s', (text, draft) => expect(draftOf(text, blank)).toEqual(draft))
