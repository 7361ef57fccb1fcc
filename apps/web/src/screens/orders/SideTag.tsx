/** Buy or sell with the size. The colour repeats the text and never replaces it. */

import type { Side } from '@veritick/domain'
import { classes } from '../../design/index.ts'
import { useFigure, useTranslate } from '../../i18n/i18n.ts'

/** `size`: the text of `sizeOf`; empty: only the side. */
export function SideTag({ side, size = '' }: { readonly side: Side; readonly size?: string }) {
  const t = useTranslate()
  return (
    <span
      className={classes(
        'rounded-control px-2 py-px text-12 font-semibold whitespace-nowrap',
        side === 'buy' ? 'bg-up-soft text-up' : 'bg-down-soft text-down',
      )}
    >
      {t(`common.${side}`)} <SizeText>{size}</SizeText>
    </span>
  )
}

/** A size with or without its noun; it keeps its own text direction. */
export function SizeText({ children }: { readonly children: string }) {
  return <bdi className="tabular-nums">{useFigure()(children)}</bdi>
}
