/** The size to close: shares of the position as buttons, and a field for any size. */
import type { LotUnits } from '@veritick/domain'
import { percentIn } from '@veritick/locales'
import { Chips, Stepper } from '../../design/index.ts'
import { useTag, useTranslate } from '../../i18n/i18n.ts'
import type { SizeUnit } from '../ticket/sizeUnit.ts'
import { lotDecimals, textOfLots } from '../ticket/typed.ts'
import { type Chosen, type PartTerms, sharesOf } from './part.ts'

type Props = {
  readonly held: LotUnits
  readonly terms: PartTerms
  readonly unit: SizeUnit
  /** The typed size; `undefined`: the whole position. */
  readonly text: string | undefined
  readonly fault: Chosen['fault']
  /** A request with this size awaits its answer. */
  readonly locked: boolean
  readonly onText: (text: string) => void
}

export function PartChooser({ held, terms, unit, text, fault, locked, onText }: Props) {
  const t = useTranslate()
  const tag = useTag()
  const error = useFaultText({ held, terms, unit, fault })
  const size = (lots: LotUnits) => textOfLots(lots, terms.lotStep)
  const value = text ?? size(held)
  const shares = sharesOf(held, terms)
  const decimals = Math.max(lotDecimals(held, terms.lotStep), lotDecimals(terms.lotMin, terms.lotStep))
  return (
    <div className="grid grid-cols-1 gap-1">
      <Chips
        fill
        label={t('orders.part_share')}
        items={shares.map(({ percent, text: of }) => ({ value: of, label: percentIn(String(percent), tag) }))}
        value={shares.find((each) => each.text === value)?.text}
        // A tap on the chosen share leaves it chosen.
        onValueChange={(next) => !locked && next !== undefined && onText(next)}
      />
      <Stepper
        labelShown="above"
        label={`${t('orders.part_size')} (${t(`ticket.${unit}`)})`}
        value={value}
        onValueChange={onText}
        disabled={locked}
        steps={{ decimals, step: size(terms.lotStep), min: size(terms.lotMin), max: size(held) }}
        error={error}
      />
    </div>
  )
}

type Faulty = Pick<Props, 'held' | 'terms' | 'unit' | 'fault'>

function useFaultText({ held, terms, unit, fault }: Faulty): string | undefined {
  const t = useTranslate()
  const size = (lots: LotUnits) => textOfLots(lots, terms.lotStep)
  switch (fault) {
    case undefined:
    case 'missing':
      return undefined
    case 'not_a_number':
      return t('ticket.digits', { example: size(terms.lotMin) })
    case 'rest_too_small':
      return t('refusals.rest_too_small')
    case 'out_of_range':
    case 'too_precise':
    case 'lots_too_small':
    case 'lots_off_step':
    case 'part_too_large':
      return t(`ticket.${unit}_range`, { min: size(terms.lotMin), max: size(held), step: size(terms.lotStep) })
  }
}
