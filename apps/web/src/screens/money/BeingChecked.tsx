/** A deposit or withdrawal that was found changed: its amounts and its steps say nothing. */
import { Line, Note } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { StandingTag } from './RecordRow.tsx'

type Props = { readonly record: { readonly id: number; readonly status_name: string }; readonly text: string }

export function BeingChecked({ record, text }: Props) {
  const t = useTranslate()
  return (
    <div className="grid gap-5">
      <dl>
        <Line label={t('money.status')}>
          <StandingTag standing="open">{record.status_name}</StandingTag>
        </Line>
        <Line label={t('money.number')}>
          <bdi>{record.id}</bdi>
        </Line>
      </dl>
      <Note>{text}</Note>
    </div>
  )
}
