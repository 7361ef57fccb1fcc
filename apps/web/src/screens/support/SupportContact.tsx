/**
 * The operator's support contact: a link to open or to copy, or an e-mail address. `otherwise` is rendered when there
 * is none.
 */
import { useBasics, useSettingText } from '../../data/queries.ts'
import { CopyLine, MailAddress } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'

/** `service_link_type`: the link is shown for copying. */
const TO_COPY = 2

export function SupportContact({ otherwise }: { readonly otherwise?: string }) {
  const t = useTranslate()
  const basics = useBasics().data
  const address = useSettingText('support_email')
  const link = basics?.service_link ?? ''
  if (link !== '' && basics?.service_link_type === TO_COPY)
    return (
      <dl>
        <CopyLine label={t('common.support')} value={link} />
      </dl>
    )
  if (link !== '')
    return (
      <a
        href={link}
        target="_blank"
        rel="noopener noreferrer"
        className="inline-flex touch items-center font-semibold text-accent"
      >
        {t('common.support')}
      </a>
    )
  if (address !== undefined)
    return (
      <p className="text-13 text-ink-soft">
        {t('common.support')}:{' '}
        <a href={`mailto:${address}`} className="inline-flex touch items-center font-semibold text-accent">
          <MailAddress address={address} />
        </a>
      </p>
    )
  return otherwise === undefined ? null : <p className="text-13 text-ink-soft">{otherwise}</p>
}
