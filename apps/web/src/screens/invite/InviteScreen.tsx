/**
 * /mine/invite: the customer's invite code, its link and its QR code. Accounts opened through it count as referrals.
 */
import { QRCodeSVG } from 'qrcode.react'
import { useMe } from '../../data/queries.ts'
import { CopyButton } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { Screen } from '../../shell/Screen.tsx'

const QR_PX = 160
const QUIET_MODULES = 4

export function InviteScreen() {
  const t = useTranslate()
  const code = useMe().user?.invite_code ?? ''
  const link = `${location.origin}/register?invite_code=${encodeURIComponent(code)}`
  return (
    <Screen title={t('account.row_invite')}>
      <div className="grid grid-cols-1 gap-4 p-4">
        <p className="text-ink-soft">{t('invite.lead')}</p>
        <div className="grid justify-items-center rounded-card border border-line bg-surface p-4">
          <QRCodeSVG
            value={link}
            size={QR_PX}
            level="H"
            marginSize={QUIET_MODULES}
            title={t('invite.qr')}
            className="rounded-control"
          />
          <Fact label={t('invite.code')} value={code} />
          <Fact label={t('invite.link')} value={link} />
        </div>
      </div>
    </Screen>
  )
}

function Fact({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div className="mt-3 flex w-full items-center gap-2 border-t border-line pt-2">
      <div className="min-w-0 flex-1">
        <p className="text-13 text-ink-muted">{label}</p>
        <p className="font-semibold [overflow-wrap:anywhere]">
          <bdi dir="ltr">{value}</bdi>
        </p>
      </div>
      <CopyButton text={value} label={label} />
    </div>
  )
}
