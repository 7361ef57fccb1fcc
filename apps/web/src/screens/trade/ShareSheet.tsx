/**
 * Shares the chart as a picture, or as a link to the same instrument and period. A picture contains the customer's
 * orders only after the switch was turned on; a link never does.
 */
import type { TradeItem } from '@veritick/contract'
import { type RefObject, useState } from 'react'
import { useBrand } from '../../data/company.ts'
import { copyText } from '../../design/copying.ts'
import { Button, SettingRow, Sheet, Switch, toast } from '../../design/index.ts'
import { formatMinute } from '../../format/time.ts'
import { useTag, useTranslate } from '../../i18n/i18n.ts'
import { type ChartPeriod, chartPeriodOf } from './chartPeriods.ts'
import { readColours } from './chartStyles.ts'
import { useChartZone, useChartZoneName, zoneIdOf } from './chartZone.ts'
import { chartPicture } from './sharePicture.ts'
import { chartAddress } from './tradeAddress.ts'

type Props = {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly item: TradeItem
  readonly period: ChartPeriod
  readonly box: RefObject<HTMLDivElement | null>
  readonly hasOrders: boolean
  /** The chart has candles for a picture. */
  readonly ready: boolean
  /** Hides the customer's lines while the picture is taken. */
  readonly onOnlyMarket: (only: boolean) => void
}

export function ShareSheet(props: Props) {
  const { open, onOpenChange, hasOrders, ready } = props
  const t = useTranslate()
  const [mine, setMine] = useState(false)
  const [busy, setBusy] = useState(false)
  const { sharePicture, shareLink } = useSharing(props)
  return (
    <Sheet
      open={open}
      onOpenChange={(next) => {
        // The choice is not kept for the next time.
        setMine(false)
        onOpenChange(next)
      }}
      title={t('trade.share_title')}
    >
      {hasOrders && (
        <SettingRow label={t('trade.share_orders')} note={t('trade.share_orders_note')}>
          <Switch label={t('trade.share_orders')} checked={mine} onCheckedChange={setMine} />
        </SettingRow>
      )}
      <div className="grid gap-2 pt-3">
        <Button
          large
          busy={busy}
          disabled={!ready}
          onClick={() => {
            setBusy(true)
            void sharePicture(mine).finally(() => setBusy(false))
          }}
        >
          {t('trade.share_picture')}
        </Button>
        <Button large tone="plain" onClick={() => void shareLink()}>
          {t('trade.share_link')}
        </Button>
        <p className="text-13 text-ink-muted">{t('trade.share_link_note')}</p>
      </div>
    </Sheet>
  )
}

function useSharing({ item, period, box, onOnlyMarket }: Props) {
  const t = useTranslate()
  const tag = useTag()
  const zone = useChartZone()
  const zoneName = useChartZoneName()
  const { label } = chartPeriodOf(period)
  const title = `${item.ShowCode} ${label}`
  const { name: brand } = useBrand()

  async function sharePicture(mine: boolean): Promise<void> {
    const element = box.current
    if (element === null) return
    onOnlyMarket(!mine)
    await drawnAgain()
    const time = formatMinute(Date.now(), { tag, timeZone: zoneIdOf(zone) })
    const note = `${time} ${zoneName}`
    const picture = await chartPicture(element, { title, note, brand }, readColours())
    onOnlyMarket(false)
    if (picture === undefined) return toast({ text: t('trade.share_failed') })
    const file = new File([picture], `${item.Code}-${label}.png`, { type: 'image/png' })
    if (navigator.canShare?.({ files: [file] }) && (await shared({ files: [file], title }))) return
    download(file)
    toast({ text: t('trade.share_saved'), tone: 'good' })
  }

  async function shareLink(): Promise<void> {
    const url = new URL(chartAddress({ code: item.Code, period }), location.origin).href
    if (navigator.share !== undefined && (await shared({ url, title }))) return
    const copied = await copyText(url)
    toast({ text: t(copied ? 'trade.share_copied' : 'trade.share_failed'), ...(copied && { tone: 'good' as const }) })
  }

  return { sharePicture, shareLink }
}

/** True if the system shared the data or the customer closed its sheet. */
async function shared(data: ShareData): Promise<boolean> {
  try {
    await navigator.share(data)
    return true
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError'
  }
}

function download(file: File): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = file.name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 0)
}

/** The lines are drawn in the frame after the one that renders the change. */
const FRAMES_TO_DRAW = 3
async function drawnAgain(): Promise<void> {
  for (let frame = 0; frame < FRAMES_TO_DRAW; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
}
