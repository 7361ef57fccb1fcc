/** The risk rate from 0 to 100 as an arc, a figure and a word. */

import { percentIn } from '@veritick/locales'
import { useTag, useTranslate } from '../i18n/i18n.ts'
import { classes } from './classes.ts'
import { type RiskWord, riskOf } from './risk.ts'

const COLOUR: { readonly [W in RiskWord]: string } = {
  calm: 'text-calm',
  watch: 'text-warn',
  high: 'text-danger',
  danger: 'text-danger',
}
/** A half circle of radius 40. */
const ARC = 'M10 48 A40 40 0 0 1 90 48'

/** `value` is HazardRate of the wire. */
export function RiskGauge({ value, className }: { readonly value: string | undefined; readonly className?: string }) {
  const t = useTranslate()
  const tag = useTag()
  const risk = riskOf(value ?? '')
  const word = risk && t(`common.risk_${risk.word}`)
  return (
    <span className={classes('grid w-25 justify-items-center big:w-45', risk && COLOUR[risk.word], className)}>
      <span className="relative block w-full">
        <svg viewBox="0 0 100 54" aria-hidden="true" className="block w-full">
          <path d={ARC} pathLength={100} fill="none" strokeWidth={8} strokeLinecap="round" className="stroke-line" />
          {risk !== undefined && risk.share > 0 && (
            <path
              d={ARC}
              pathLength={100}
              fill="none"
              stroke="currentColor"
              strokeWidth={8}
              strokeLinecap="round"
              strokeDasharray={`${Math.max(risk.share * 100, 0.5)} 200`}
              className="transition-[stroke-dasharray] duration-(--calm)"
            />
          )}
        </svg>
        <bdi
          dir="ltr"
          className="absolute inset-x-0 bottom-0 text-center text-15 leading-none font-bold text-ink tabular-nums"
        >
          {risk === undefined ? '–' : percentIn(risk.shown, tag)}
        </bdi>
      </span>
      <span className="mt-1 text-13 font-semibold">{word ?? ' '}</span>
    </span>
  )
}

/** The same reading in one line: figure and word. `old`: without the colour, because the server cannot be reached. */
export function RiskText({ value, old = false }: { readonly value: string | undefined; readonly old?: boolean }) {
  const t = useTranslate()
  const tag = useTag()
  const risk = riskOf(value ?? '')
  if (risk === undefined) return <span>–</span>
  return (
    <span className={classes('font-semibold', !old && COLOUR[risk.word])}>
      <bdi dir="ltr">{percentIn(risk.shown, tag)}</bdi> {t(`common.risk_${risk.word}`)}
    </span>
  )
}
