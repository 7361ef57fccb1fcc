/** Money and times in the sentences of the invite screen. Figures stay left to right in Arabic. */
import { formatMoney } from '../../format/money.ts'
import { formatMinute } from '../../format/time.ts'
import { useTag, useTranslate } from '../../i18n/i18n.ts'

const LEFT_TO_RIGHT = '\u2066'
const END = '\u2069'

export function useFormats() {
  const tag = useTag()
  const t = useTranslate()
  return {
    money: (amount: string) => `${LEFT_TO_RIGHT}${formatMoney(amount, { tag })}\u00a0${t('common.usd')}${END}`,
    moment: (at: number) => formatMinute(at, { tag, zoned: true }),
  }
}
