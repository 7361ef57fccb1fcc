/** The type of the chart, its lines and its indicators, for the shown instrument; and sharing it. */
import { useState } from 'react'
import { Button, Icon, SettingRow, Sheet, Switch, Tabs } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import {
  CHART_TYPES,
  type ChartPrefs,
  hasRoom,
  INDICATOR_NAMES,
  INDICATORS,
  type Indicator,
  lineToggled,
  MARKET_LINES,
  OWN_PANES_MAX,
  toggled,
} from './chartPrefs.ts'
import { CHART_ZONES, chooseChartZone, useChosenZone } from './chartZone.ts'
import { indicatorLabel, useIndicatorParams } from './indicatorParams.ts'
import { ParamsSheet } from './ParamsSheet.tsx'

type Props = {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly prefs: ChartPrefs
  readonly onChange: (prefs: ChartPrefs) => void
  readonly onShare: () => void
}

export function ChartSheet({ open, onOpenChange, prefs, onChange, onShare }: Props) {
  const t = useTranslate()
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t('trade.chart_settings')}>
      <Tabs
        label={t('trade.chart_type')}
        className="text-13 break-keep"
        value={prefs.type}
        onValueChange={(type) => onChange({ ...prefs, type })}
        items={CHART_TYPES.map((type) => ({ value: type, label: t(`trade.type_${type}`) }))}
      />
      <div className="pt-1">
        {MARKET_LINES.map((line) => (
          <SettingRow key={line} label={t(`trade.lines_${line}`)}>
            <Switch
              label={t(`trade.lines_${line}`)}
              checked={prefs.lines.includes(line)}
              onCheckedChange={() => onChange(lineToggled(prefs, line))}
            />
          </SettingRow>
        ))}
      </div>
      <Choices pane="price" prefs={prefs} onChange={onChange} />
      <Choices pane="own" prefs={prefs} onChange={onChange} />
      <p className="pt-3 text-13 text-ink-muted">{t('trade.indicators_note', { count: OWN_PANES_MAX })}</p>
      {prefs.indicators.length > 0 && <Params indicators={prefs.indicators} />}
      <Zone />
      <div className="grid pt-4">
        <Button tone="plain" onClick={onShare}>
          {t('trade.share_title')}
        </Button>
      </div>
    </Sheet>
  )
}

type ChoicesProps = Pick<Props, 'prefs' | 'onChange'> & { readonly pane: 'price' | 'own' }

function Choices({ pane, prefs, onChange }: ChoicesProps) {
  const t = useTranslate()
  return (
    <fieldset className="pt-4">
      <legend className="contents text-13 font-semibold text-ink-soft">{t(`trade.indicators_${pane}`)}</legend>
      <div className="flex flex-wrap gap-2 pt-2">
        {INDICATOR_NAMES.filter((name) => INDICATORS[name] === pane).map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={prefs.indicators.includes(name)}
            disabled={!prefs.indicators.includes(name) && !hasRoom(prefs, name)}
            onClick={() => onChange(toggled(prefs, name))}
            className="touch rounded-control border border-line px-3.5 text-13 text-ink-soft disabled:opacity-45 aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:font-semibold aria-pressed:text-accent"
          >
            <bdi>{name}</bdi>
          </button>
        ))}
      </div>
    </fieldset>
  )
}

/** The indicators that are switched on, with their numbers; each opens its own sheet. */
function Params({ indicators }: { readonly indicators: readonly Indicator[] }) {
  const t = useTranslate()
  const params = useIndicatorParams()
  const [indicator, setIndicator] = useState<Indicator>()
  const [open, setOpen] = useState(false)
  return (
    <fieldset className="pt-4">
      <legend className="contents text-13 font-semibold text-ink-soft">{t('trade.param_title')}</legend>
      <div className="flex flex-wrap gap-2 pt-2">
        {indicators.map((name) => {
          const label = indicatorLabel(name, params[name])
          return (
            <button
              key={name}
              type="button"
              aria-haspopup="dialog"
              aria-label={t('trade.param_edit', { name: label })}
              onClick={() => {
                setIndicator(name)
                setOpen(true)
              }}
              className="inline-flex touch items-center gap-2 rounded-control bg-fill px-3.5 text-13 text-ink tabular-nums active:bg-line"
            >
              <bdi>{label}</bdi>
              <Icon.Sliders size={16} className="text-ink-muted" />
            </button>
          )
        })}
      </div>
      <ParamsSheet indicator={indicator} open={open} onOpenChange={setOpen} />
    </fieldset>
  )
}

/** The clock of the chart, for all instruments. */
function Zone() {
  const t = useTranslate()
  return (
    <section className="pt-4">
      <h3 className="pb-2 text-13 font-semibold text-ink-soft">{t('trade.zone_title')}</h3>
      <Tabs
        label={t('trade.zone_title')}
        value={useChosenZone()}
        onValueChange={chooseChartZone}
        items={CHART_ZONES.map((zone) => ({
          value: zone,
          label: t(zone === 'device' ? 'trade.zone_device' : 'trade.new_york_short'),
        }))}
      />
    </section>
  )
}
