/**
 * One thing has one word in a language (docs/domain/glossary): the second words that dictionaries once had do not come
 * back, sizes bring their own unit, and Chinese and Japanese have the punctuation of their script.
 */
import { describe, expect, it } from 'vitest'
import { dictionaryOf } from './all.ts'
import type { Offered } from './index.ts'

/** Parts of regular expressions. */
const REPLACED: { readonly [L in Offered]?: readonly string[] } = {
  en: ['[Vv]iew proof', '[Dd]ownload proof', 'Proof of order'],
  hk: [
    ...[
      '止蝕',
      '止損單',
      '隔夜費',
      '委託單',
      '下單版',
      '落盤',
      '撤單',
      '撤銷',
      '您',
      '閣下',
      '平穩',
      '銀行帳戶',
      '收款帳戶',
    ],
    ...['獎勵', '餘額', '信用卡', '價格提示', '身分', '客戶服務', '客戶支援', '提現', '入賬', '員工', '國家(?!或地區)'],
  ],
  ar: [
    ...['التذكرة', 'نموذج أمر', 'الفارق', 'الإغلاق الإجباري', 'المبيت', 'حقوق الحساب', 'أمر الحد', 'الإيقاف(?=$|،)'],
    ...['توثيق', 'موثّق', 'وثّق', 'مصرف', 'مخطط', 'إثبات الأمر', 'التصحيحات', '[(][{][{]count'],
  ],
  de: [
    'Auftr[aä]g',
    'Guthaben',
    'in Ihrem Saldo',
    'Orderformular',
    'Kaufticket',
    'Mitarbeite',
    'Chart-Zeitraum',
    'Mitteilung',
  ],
  jp: ['注文票', 'マイアカウント', '報酬', 'あなた', 'コピー機能', 'Escape'],
}

function* textsOf(language: Offered): Generator<readonly [string, string]> {
  for (const [section, entries] of Object.entries(dictionaryOf(language).words))
    for (const [key, text] of Object.entries(entries)) yield [`${section}.${key}`, text]
}
const matches = (language: Offered, pattern: RegExp) => [...textsOf(language)].filter(([, text]) => pattern.test(text))

it.each(Object.entries(REPLACED) as [Offered, string[]][])('%s has one word for one thing', (language, parts) =>
  expect(matches(language, new RegExp(parts.join('|')))).toEqual([]),
)

describe.each(['hk', 'jp'] as const)('%s', (language) => {
  it('has the punctuation of its script', () =>
    expect(
      matches(language, /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}][,;:!?()]|[,;:!?()][\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/u),
    ).toEqual([]))
})

it('hk: the size of an order brings its unit', () => {
  const sized = [...textsOf('hk')].filter(([key]) => key.startsWith('orders.'))
  expect(sized.filter(([, text]) => text.includes('{{lots}} 手'))).toEqual([])
})
