/**
 * The risk warning of the platform, with the share of real accounts that lost money so far, computed from the ledger.
 */
import type { CallData } from '@veritick/contract'
import { Icon } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'

export function RiskWarning({ basics }: { readonly basics: CallData<'getBasicInfo'> | undefined }) {
  const t = useTranslate()
  const share = basics?.usage.losing_share
  return (
    <aside aria-label={t('account.risk_title')} className="flex gap-3 rounded-card bg-warn-soft p-4 text-13 text-warn">
      <Icon.Warning size={20} className="shrink-0" />
      <span className="grid gap-1">
        <span>{basics?.usage.risk_warning ?? t('ticket.risk')}</span>
        {/* Not known while it is being read; `null`: too few accounts have traded. */}
        {share !== undefined && (
          <span>{share === null ? t('account.risk_share_none') : t('account.risk_share', { share })}</span>
        )}
      </span>
    </aside>
  )
}
