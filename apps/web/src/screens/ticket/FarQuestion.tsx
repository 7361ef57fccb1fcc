/** Asks for confirmation of a pending order far from the market. */
import { Confirm } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'

type Props = {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  /** Percent of the market price. */
  readonly distance: string
  readonly price: string
  readonly onConfirm: () => void
}

export function FarQuestion({ open, onOpenChange, distance, price, onConfirm }: Props) {
  const t = useTranslate()
  return (
    <Confirm
      open={open}
      onOpenChange={onOpenChange}
      title={t('ticket.far_title')}
      text={t('ticket.far_text', { price, distance })}
      keepLabel={t('common.back')}
      confirmLabel={t('ticket.far_confirm')}
      onConfirm={onConfirm}
    />
  )
}
