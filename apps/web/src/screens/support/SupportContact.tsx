/** The contacts of support on a screen with a failure: the chat, and the operator's address if there is one. */

import { useSettingText } from '../../data/screenQueries.ts'
import { CHAT_PATH } from '../../data/support.ts'
import { LinkButton, MailAddress } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'

/** `only`: only the address, on a screen that the customer must not leave yet. */
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
