/** Buy or sell with the size. The colour repeats the text and never replaces it. */

import type { Side } from '@veritick/domain'
import { classes, Figure } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'

export function SideTag({ side, lots }: { readonly side: Side; readonly lots: string }) {
  const t = useTranslate()
  return (
    <span
      className={classes(
        'rounded-control px-2 py-px text-12 font-semibold whitespace-nowrap',
        side === 'buy' ? 'bg-up-soft text-up' : 'bg-down-soft text-down',
      )}
    >
      {t(`common.${side}`)} <Figure value={lots} />
    </span>
  )
}
