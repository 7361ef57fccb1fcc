/** A crypto deposit: network, deposit address with QR code, amount sent, and a picture as proof of payment. */
import { CHARGE_TYPE, type ChargeRecord } from '@veritick/contract'
import { QRCodeSVG } from 'qrcode.react'
import { useState } from 'react'
import { call } from '../../data/api.ts'
import { useNetworks } from '../../data/money.ts'
import { Choices, CopyLine, Empty, ErrorState, Field, Icon, Skeleton } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { Notice, TrialTag } from '../money/Notice.tsx'
import { coinRequest, type DepositTerms, type Network } from './deposit.ts'
import { DepositReceived } from './Reported.tsx'
import { BothAmounts, Proof, ReportButton, ReportForm } from './ReportParts.tsx'
import { type DepositDraft, useDepositDraft, useReport } from './useReport.ts'

export type FormProps = { readonly terms: DepositTerms; readonly onSeeAll: () => void }

export function CoinForm({ terms, onSeeAll }: FormProps) {
  const t = useTranslate()
  const networks = useNetworks()
  const draft = useDepositDraft(CHARGE_TYPE.coin)
  const [made, setMade] = useState<ChargeRecord>()
  if (made !== undefined)
    return <DepositReceived record={made} terms={terms} onSeeAll={onSeeAll} onAnother={() => setMade(undefined)} />
  if (networks.data === undefined) {
    if (networks.isError)
      return (
        <ErrorState text={networks.error.message} busy={networks.isFetching} onRetry={() => void networks.refetch()} />
      )
    return <Skeleton className="h-40" />
  }
  if (networks.data.length === 0)
    return <Empty icon={<Icon.Coin />} title={t('deposit.no_network')} text={t('deposit.no_network_text')} />
  return <Report draft={draft} networks={networks.data} terms={terms} onDone={setMade} />
}

type ReportProps = {
  readonly draft: DepositDraft
  readonly networks: readonly Network[]
  readonly terms: DepositTerms
  readonly onDone: (record: ChargeRecord) => void
}

function Report({ draft, networks, terms, onDone }: ReportProps) {
  const t = useTranslate()
  const chosen =
    networks.find((network) => String(network.id) === draft.draft.channel) ??
    (networks.length === 1 ? networks[0] : undefined)
  const report = useReport({
    method: CHARGE_TYPE.coin,
    draft,
    price: chosen?.usd_price,
    terms,
    bodyOf: (form) => chosen && coinRequest(form, chosen),
    submit: (body, options) => call('chargeSubmit', body, options),
    onDone,
  })
  return (
    <ReportForm report={report} label={t('deposit.method_0')}>
      <Choices
        label={t('deposit.network')}
        value={chosen?.id}
        onValueChange={(network) => report.edit({ channel: String(network) })}
        error={report.tried && chosen === undefined ? t('deposit.network_missing') : undefined}
        items={networks.map((network) => ({
          value: network.id,
          title: <bdi>{network.currency_code}</bdi>,
          note: <bdi>{network.protocol_code}</bdi>,
          ...(network.trial && { tag: <TrialTag>{t('deposit.trial_tag')}</TrialTag> }),
        }))}
      />
      {chosen !== undefined && (
        <>
          <Address network={chosen} />
          <BothAmounts
            report={report}
            terms={terms}
            price={{ currency: chosen.currency_code, usd: chosen.usd_price, since: chosen.usd_price_at }}
          />
          <Field
            label={t('deposit.hash')}
            value={draft.draft.hash}
            onValueChange={(hash) => report.edit({ hash })}
            error={hashError()}
            hint={t('deposit.hash_hint')}
            autoComplete="off"
            maxLength={200}
            latin
            exact
          />
          <Proof report={report} />
          <ReportButton report={report}>{t('deposit.report_coins')}</ReportButton>
        </>
      )}
    </ReportForm>
  )

  function hashError(): string | undefined {
    const { attempt, faults, tried } = report
    if (attempt.state === 'refused' && attempt.reason === 'transaction_used') return attempt.message
    const typedOut = draft.draft.hash.trim().length >= HASH_LENGTH
    return faults.hash !== undefined && (tried || typedOut) ? t(`refusals.${faults.hash}`) : undefined
  }
}
/** From this length on more characters cannot correct a wrong hash. */
const HASH_LENGTH = 64

/** The deposit address; a trial network warns against sending money. */
function Address({ network }: { readonly network: Network }) {
  const t = useTranslate()
  const { address, currency_code: currency, protocol_code: protocol, trial, remark } = network
  return (
    <section
      aria-label={t('deposit.address')}
      className="grid grid-cols-1 gap-3 rounded-card border border-line bg-surface p-4"
    >
      {trial ? (
        <Notice tone="warn" title={t('deposit.trial_title')}>
          {t('deposit.trial_text')}
        </Notice>
      ) : (
        <p className="text-13 text-ink-soft">{t('deposit.only_this', { currency, protocol })}</p>
      )}
      <QRCodeSVG
        value={address}
        size={QR_PX}
        level="H"
        marginSize={QUIET_MODULES}
        title={t('deposit.qr', { address })}
        className="justify-self-center rounded-control"
      />
      <dl>
        <CopyLine label={t('deposit.address')} value={address} />
      </dl>
      {remark !== '' && (
        <p className="text-13 text-ink-soft">
          <bdi>{remark}</bdi>
        </p>
      )}
    </section>
  )
}
const QR_PX = 160
/** The light margin that QR readers need, also in the dark theme. */
const QUIET_MODULES = 3
