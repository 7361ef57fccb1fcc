/**
 * Figures on every screen: isolated from the surrounding text, left to right, latin digits of one width, so that
 * numbers do not jump sideways. Direction always has a sign or an arrow beside its colour.
 */
import { useEffect, useRef } from 'react'
import { formatPercent, isHigher, signOf, splitPrice } from '../format/price.ts'
import { useFigure, useTag, useTranslate } from '../i18n/i18n.ts'
import { classes } from './classes.ts'
import { durationOf } from './duration.ts'

/** A price with its last two digits a step larger. `flash`: fades its background once when it changes. */
export function Price({
  value,
  flash = false,
  className,
}: {
  readonly value: string | undefined
  readonly flash?: boolean
  readonly className?: string
}) {
  const { head, tail } = splitPrice(value ?? '', useTag())
  const mark = useFlash(flash ? value : undefined)
  if (value === undefined) return <bdi className={className}>–</bdi>
  return (
    <bdi
      ref={mark}
      dir="ltr"
      className={classes('rounded-control font-semibold whitespace-nowrap tabular-nums', className)}
    >
      {head}
      <span className="text-[1.16em]">{tail}</span>
    </bdi>
  )
}

/** A size, a rate or another plain decimal. */
export function Figure({ value, className }: { readonly value: string; readonly className?: string }) {
  return (
    <bdi dir="ltr" className={classes('tabular-nums', className)}>
      {useFigure()(value)}
    </bdi>
  )
}

const PILL = { [-1]: 'bg-down-soft text-down', 0: 'bg-fill text-ink-muted', 1: 'bg-up-soft text-up' } as const
const ARROW = { [-1]: '▼', 0: '', 1: '▲' } as const

/** The change of the day in percent, arrow and colour by its sign. */
export function ChangePill({
  change,
  className,
}: {
  readonly change: string | undefined
  readonly className?: string
}) {
  const t = useTranslate()
  const tag = useTag()
  if (change === undefined)
    return <span className={classes('rounded-control bg-fill px-2 text-13 text-ink-muted', className)}>–</span>
  const sign = signOf(change)
  const words = { [-1]: t('common.down'), 0: t('common.unchanged'), 1: t('common.up') }
  return (
    <bdi
      dir="ltr"
      className={classes(
        'inline-flex items-center gap-1 rounded-control px-2 py-px text-13 font-semibold whitespace-nowrap tabular-nums',
        PILL[sign],
        className,
      )}
    >
      <span aria-hidden="true" className="text-[0.8em]">
        {ARROW[sign]}
      </span>
      <span className="sr-only">{words[sign]} </span>
      {formatPercent(change, tag)}
    </bdi>
  )
}

/** Fades the background of an element once for each change of a value after the first. */
function useFlash(value: string | undefined) {
  const element = useRef<HTMLElement>(null)
  const before = useRef(value)
  useEffect(() => {
    const last = before.current
    before.current = value
    if (value === undefined || last === undefined || value === last) return
    const colour = isHigher(value, last) ? 'var(--up-soft)' : 'var(--down-soft)'
    element.current?.animate([{ backgroundColor: colour }, { backgroundColor: 'transparent' }], {
      duration: durationOf('--flash'),
      easing: 'ease-out',
    })
  }, [value])
  return element
}
