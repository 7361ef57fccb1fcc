/** The proof of a refused request: sent again with it, and without it no refusal that asks for a code stays. */
import type { Reason } from '@veritick/contract'
import { expect, it, vi } from 'vitest'

vi.stubGlobal('navigator', { languages: [] })
const [{ CallFailed }, { Abandoned }, { proveThen, wantsProof, withNetworkWords }] = await Promise.all([
  import('../../data/api.ts'),
  import('../../shell/useForm.ts'),
  import('./proveThen.ts'),
])

async function done(prove: () => Promise<unknown>) {
  const log: string[] = []
  const end = proveThen({
    prove,
    again: () => log.push('again'),
    changed: () => log.push('changed'),
    tell: (text) => log.push(text),
  })
  const thrown = await end.then(
    () => undefined,
    (error: unknown) => error,
  )
  return { log, thrown }
}

const refused = (reason: Reason) => ({ state: 'refused', reason, message: reason }) as const
const lost = new CallFailed({ kind: 'network', message: 'orders are not affected' })

it.each([
  ['proof_needed', true],
  ['totp_needed', true],
  ['draw_day_limit', false],
] as const)('%s asks for a proof: %s', (reason, asks) => expect(wantsProof(refused(reason))).toBe(asks))

it('is sent again after the proof', async () => {
  expect(await done(async () => 'proved')).toEqual({ log: ['again'], thrown: undefined })
})

it('a closed sheet clears the refusal and sends nothing', async () => {
  expect(await done(() => Promise.reject(new Abandoned()))).toEqual({ log: ['changed'], thrown: undefined })
})

it('a failed proof says why, in place of the refusal', async () => {
  expect((await done(() => Promise.reject(lost))).log).toEqual(['changed', 'orders are not affected'])
})

it('an error of the program is not swallowed', async () => {
  const bug = new TypeError('bug')
  expect((await done(() => Promise.reject(bug))).thrown).toBe(bug)
})

it('a lost connection is told in the words of the request; a refusal keeps its own', async () => {
  await expect(withNetworkWords(Promise.reject(lost), 'not requested')).rejects.toMatchObject({
    kind: 'network',
    message: 'not requested',
  })
  const wrong = new CallFailed({ kind: 'refused', message: 'wrong code', reason: 'code_wrong' })
  await expect(withNetworkWords(Promise.reject(wrong), 'not requested')).rejects.toBe(wrong)
  expect(await withNetworkWords(Promise.resolve(7), 'not requested')).toBe(7)
})
