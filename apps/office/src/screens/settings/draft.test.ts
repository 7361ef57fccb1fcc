/** A form shows the stored value, and stores what was typed. */
import { SETTING_KEYS, type SettingKey } from '@veritick/contract/office'
import { describe, expect, test } from 'vitest'
import { differences } from '../../actions/difference.ts'
import { draftOf, freshRow, highestId, labelled, wireOf } from './draft.ts'
import { FORMS, type Form, TITLES } from './forms.ts'

const form = (key: SettingKey): Form => FORMS[key]
const rows = (key: SettingKey) => {
  const found = form(key)
  if (found.kind !== 'rows') throw new Error(`${key} is no list`)
  return found
}

const network = {
  id: 3,
  currency_code: 'USDT',
  protocol_code: 'TRC20',
  address: 'TRIAL - SEND NOTHING',
  usd_price: '1.000000',
  remark: '',
  enabled: true,
  trial: true,
}

describe('there and back', () => {
  test.each<[SettingKey, unknown]>([
    ['verify_reg_type', 2],
    ['identity_birth_date_required', 0],
    ['identity_rejected_days', 90],
    ['card_provider', 'sandbox'],
    ['payee_hold_hours', 0],
    ['deposit_min_usd', '10.000000'],
    ['restricted_countries', ['KP', 'IL']],
    ['support_email', ''],
    ['charge_networks', [network]],
    ['areas', [{ id: 1, code: 'HK', global_code: '852' }]],
    [
      'draw_currencies',
      [
        {
          id: 1,
          type: 1,
          code: 'USDT',
          protocol: 'TRC20',
          fee_type: 1,
          draw_rate: '2.000000',
          usd_price: '1.000000',
          enabled: false,
          trial: true,
        },
      ],
    ],
  ])('%s', (key, value) => expect(wireOf(form(key), draftOf(form(key), value))).toEqual({ ok: true, value }))
})

test('what an older value does not say yet is what the server would fill in', () => {
  const { enabled: _, trial: __, ...older } = network
  const wire = wireOf(form('charge_networks'), draftOf(form('charge_networks'), [older]))
  expect(wire).toEqual({ ok: true, value: [{ ...network, trial: false }] })
})

test('what is wrong is said with the entry it stands in', () => {
  const broken = draftOf(form('charge_networks'), [{ ...network, address: ' ' }])
  expect(wireOf(form('charge_networks'), broken)).toEqual({
    ok: false,
    fault: 'network 3: Address that customers pay to is missing.',
  })
  expect(wireOf(form('deposit_min_usd'), { kind: 'one', cell: '1e3' }).ok).toBe(false)
  expect(wireOf(form('payee_hold_hours'), { kind: 'one', cell: '-1' }).ok).toBe(false)
})

test('a new entry never takes the id of another', () => {
  const draft = draftOf(form('charge_networks'), [network, { ...network, id: 7 }])
  if (draft.kind !== 'rows') throw new Error('a list')
  expect(freshRow(rows('charge_networks'), { rows: draft.rows, highest: 7 }).id).toBe(8)
  expect(freshRow(rows('charge_networks'), { rows: [], highest: 0 }).id).toBe(1)
})

test('a new entry takes no id of an entry that was removed, before this change or by it', () => {
  const highest = highestId([[], [network], [network, { ...network, id: 9 }], 'no list', [{ id: '12' }]])
  expect(highest).toBe(9)
  const draft = draftOf(form('charge_networks'), [network])
  if (draft.kind !== 'rows') throw new Error('a list')
  expect(freshRow(rows('charge_networks'), { rows: draft.rows, highest }).id).toBe(10)
  expect(freshRow(rows('charge_networks'), { rows: [], highest: 3 }).id).toBe(4)
})

test.each<SettingKey>(['charge_networks', 'charge_symbols', 'draw_currencies'])(
  'a new entry of %s has no price until one is typed',
  (key) => {
    const fresh = freshRow(rows(key), { rows: [], highest: 0 })
    const texts = Object.entries(fresh.cells).map(([name, cell]) => [
      name,
      cell === '' && name !== 'usd_price' ? 'USDT' : cell,
    ])
    const typed = { ...fresh, cells: Object.fromEntries(texts) }
    expect(wireOf(form(key), { kind: 'rows', rows: [typed] })).toMatchObject({
      ok: false,
      fault: expect.stringContaining('Price of one'),
    })
  },
)

test('every setting of the contract has a form and a name', () => {
  expect(Object.keys(FORMS).sort()).toEqual([...SETTING_KEYS].sort())
  expect(Object.keys(TITLES).sort()).toEqual([...SETTING_KEYS].sort())
  expect(new Set(Object.values(TITLES)).size).toBe(SETTING_KEYS.length)
})

test('a difference is told in the form’s words', () => {
  const before = labelled(form('charge_networks'), [network])
  const after = labelled(form('charge_networks'), [{ ...network, enabled: false }])
  expect(differences(before, after)).toEqual([
    { path: '#3 › Offered to customers', kind: 'changed', before: 'yes', after: 'no' },
  ])
  expect(
    differences(labelled(form('card_provider'), 'none'), labelled(form('card_provider'), 'sandbox'))[0]?.after,
  ).toMatch(/Our sandbox/)
})
