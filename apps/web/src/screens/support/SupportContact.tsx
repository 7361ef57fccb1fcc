/** The ways to support on a screen where something went wrong: the chat, and the operator's address if there is one. */

import { useSettingText } from '../../data/queries.ts'
import { CHAT_PATH } from '../../data/support.ts'
import { LinkButton, MailAddress } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'

/** `only`: the address alone, on a screen that must not be left yet. */
export function SupportContact({ only }: { readonly only?: 'address' }) {
  const t = useTranslate()
  const address = useSettingText('support_email')
  return (
    <div className="grid justify-items-start gap-1">
      {only === undefined && (
        <LinkButton to={CHAT_PATH} tone="plain">
          {t('common.support')}
        </LinkButton>
      )}
      {address !== undefined && (
        <a href={`mailto:${address}`} className="inline-flex touch items-center text-13 font-semibold text-accent">
          <MailAddress address={address} />
        </a>
      )}
    </div>
  )
}
