/** Asks for confirmation of a pending order or a price alert far from the market. */
import { Confirm } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'

type Props = {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly text: string
  readonly confirmLabel: string
  readonly onConfirm: () => void
}

export function FarQuestion(props: Props) {
  const t = useTranslate()
  return <Confirm title={t('ticket.far_title')} keepLabel={t('common.back')} {...props} />
}
