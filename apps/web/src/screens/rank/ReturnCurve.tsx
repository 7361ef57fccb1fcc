/** The total return from day to day as a small area chart, with a dashed line at zero. Time runs left to right. */
import { classes, sparklinePaths } from '../../design/index.ts'
import { signOf } from '../../format/price.ts'
import { useTag, useTranslate } from '../../i18n/i18n.ts'
import { signedPercent } from './rank.ts'

const BOX = { width: 320, height: 96 }
const ZERO = '0'
const COLOUR = { [-1]: 'text-down', 0: 'text-ink-muted', 1: 'text-up' } as const

export function ReturnCurve({ rates }: { readonly rates: readonly string[] }) {
  const t = useTranslate()
  const tag = useTag()
  const paths = sparklinePaths(rates, BOX, { from: ZERO })
  const last = rates.at(-1) ?? ZERO
  if (paths === undefined) return null
  return (
    <figure>
      <svg
        role="img"
        aria-label={t('rank.curve', { rate: signedPercent(last, tag) })}
        viewBox={`0 0 ${BOX.width} ${BOX.height}`}
        preserveAspectRatio="none"
        className={classes('h-24 w-full', COLOUR[signOf(last)])}
      >
        <path d={paths.area} fill="currentColor" opacity={0.13} />
        {paths.baseline !== undefined && (
          <path
            d={`M0,${paths.baseline}H${BOX.width}`}
            strokeDasharray="2 3"
            vectorEffect="non-scaling-stroke"
            className="stroke-ink-muted"
          />
        )}
        <path
          d={paths.line}
          fill="none"
          stroke="currentColor"
          strokeWidth={1.5}
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <figcaption aria-hidden="true" className="text-13 text-ink-muted">
        {t('rank.curve_note')}
      </figcaption>
    </figure>
  )
}
