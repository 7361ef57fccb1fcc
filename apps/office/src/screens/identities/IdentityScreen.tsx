/**
 * One identity: both pictures side by side, the typed data, other customers with the same document or the same name and
 * date of birth, and the decision.
 */

import { Alert, Box, Button, Link as MuiLink, Typography } from '@mui/material'
import { IDENTITY_STATUS } from '@veritick/contract'
import type { OfficeData } from '@veritick/contract/office'
import { useState } from 'react'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import { useMayDo } from '../../data/session.ts'
import { useLook } from '../../data/useCall.ts'
import { PageFrame, Panel } from '../../design/Panel.tsx'
import { type Fact, Facts, Hint, Key, State, Time, WITH_KEYBOARD } from '../../design/parts.tsx'
import { Shown } from '../../design/States.tsx'
import { countryText } from '../../format/country.ts'
import { actorName, IDENTITY, IDENTITY_FLAGS, plainWord, SAMENESS } from '../../format/names.ts'
import { timeText } from '../../format/time.ts'
import { wholeOf } from '../../lists/place.ts'
import { ActionHistory } from '../../reviews/ActionHistory.tsx'
import { CustomerSummary } from '../../reviews/CustomerSummary.tsx'
import { PersonLink } from '../../reviews/PersonLink.tsx'
import { Pictures } from '../../reviews/Pictures.tsx'
import { LockNotice, useReviewLock } from '../../reviews/ReviewLock.tsx'
import { useKeys } from '../../shell/keys.ts'
import { NotFound } from '../../shell/NotFound.tsx'
import { Accept, Reject } from './IdentityDecision.tsx'
import { useNext } from './next.ts'

type Identity = OfficeData<'identityFind'>

export default function IdentityScreen() {
  const id = wholeOf(useParams().id)
  return id === undefined ? <NotFound /> : <OneIdentity key={id} id={id} />
}

function OneIdentity({ id }: { readonly id: number }) {
  const look = useLook('identityFind', { id })
  const navigate = useNavigate()
  const { search } = useLocation()
  const next = useNext(id)
  const toNext = next === undefined ? undefined : () => navigate(`/identities/${next}${search}`)
  const toList = () => navigate(`/identities${search}`)
  useKeys({ n: toNext, Escape: toList })
  return (
    <PageFrame
      title={look.data === undefined ? 'Identity' : `Identity of UID ${look.data.uid}`}
      actions={
        <>
          <Button color="inherit" onClick={toList}>
            Back to the queue <Hint>(Esc)</Hint>
          </Button>
          <Button color="inherit" disabled={toNext === undefined} onClick={toNext}>
            Next <Hint>(n)</Hint>
          </Button>
        </>
      }
    >
      <Shown of={look}>
        {(identity) => <Review identity={identity} onRenew={() => void look.refetch()} onDecided={toNext ?? toList} />}
      </Shown>
    </PageFrame>
  )
}

type ReviewProps = { readonly identity: Identity; readonly onRenew: () => void; readonly onDecided: () => void }

function Review({ identity, onRenew, onDecided }: ReviewProps) {
  const mayDecide = useMayDo('identityAccept', 'identityReject')
  const waits = identity.status === IDENTITY_STATUS.waiting && mayDecide
  // The decision applies to the submission that was shown when the dialog opened, even if a newer one was read
  // meanwhile.
  const [dialog, setDialog] = useState<{ readonly act: 'accept' | 'reject'; readonly identity: Identity }>()
  const open = (act: 'accept' | 'reject') => setDialog({ act, identity })
  useReviewLock({ kind: 'identity', id: identity.id, taken: identity.taken, wanted: waits })
  useKeys({ a: () => open('accept'), r: () => open('reject') }, waits)
  const close = () => setDialog(undefined)
  return (
    <>
      {waits && <LockNotice taken={identity.taken} />}
      {identity.newer !== null && <Newer id={identity.newer} />}
      <Panel
        title="Submitted"
        actions={
          waits && (
            <>
              <Button variant="contained" onClick={() => open('accept')}>
                Accept <Hint>(a)</Hint>
              </Button>
              <Button variant="outlined" color="error" onClick={() => open('reject')}>
                Reject <Hint>(r)</Hint>
              </Button>
            </>
          )
        }
      >
        <Facts columns={2} facts={comparedFacts(identity)} />
      </Panel>
      <Suspicions identity={identity} />
      <Pictures
        pictures={identity.pictures}
        none={identity.erased ? 'The pictures were erased.' : 'No pictures.'}
        onRenew={onRenew}
      />
      <Typography variant="caption" color="textSecondary" sx={WITH_KEYBOARD}>
        <Key>+</Key> <Key>-</Key> zoom, <Key>[</Key> <Key>]</Key> rotate, <Key>0</Key> reset; drag to move.
      </Typography>
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' }, alignItems: 'start' }}>
        <Panel title="Submission">
          <Facts facts={factsOf(identity)} />
        </Panel>
        <CustomerSummary person={identity.person} />
        <ActionHistory audit={identity.audit} />
      </Box>
      {dialog?.act === 'accept' && <Accept identity={dialog.identity} onDecided={onDecided} onClose={close} />}
      {dialog?.act === 'reject' && <Reject identity={dialog.identity} onDecided={onDecided} onClose={close} />}
    </>
  )
}

function Newer({ id }: { readonly id: number }) {
  return (
    <Alert severity="info">
      The customer has submitted a newer one.{' '}
      <MuiLink component={Link} to={`/identities/${id}`} underline="always">
        Open the newer one
      </MuiLink>
      .
    </Alert>
  )
}

/** The facts that a reviewer compares with the pictures. */
function comparedFacts(identity: Identity): readonly Fact[] {
  return [
    ['Name', <strong key="name">{identity.name}</strong>],
    ['Document number', <strong key="number">{identity.card_id}</strong>],
    ['Born', identity.birth_date],
    ['Residence', countryText(identity.country)],
  ]
}

function factsOf(identity: Identity): readonly Fact[] {
  return [
    ['Residence at registration', countryText(identity.registered_country)],
    ['State', <State key="state" of={IDENTITY[identity.status]} />],
    ['Submitted', <Time key="at" at={identity.submitted_at} />],
    ['Attempts', identity.tries],
    ['Decided', <Time key="decided" at={identity.decided_at} />],
    ['Decided by', actorName(identity.decided_by)],
    ['Message to the customer', identity.remark],
    ...identity.earlier.map(
      (one) => [`Earlier, ${timeText(one.submitted_at)} UTC`, `${IDENTITY[one.status].name}: ${one.remark}`] as const,
    ),
  ]
}

/** A name and a date of birth alone may be those of a namesake. */
const isOfDocument = ({ same }: Identity['duplicates'][number]) => same.some((word) => word !== 'person')

/** Warnings for the reviewer. */
function Suspicions({ identity }: { readonly identity: Identity }) {
  const { flags, duplicates, erased, earlier_fault: fault } = identity
  return (
    <>
      {fault !== null && (
        <Alert severity="error">
          An earlier submission of this customer was changed or deleted in the store. It is not in the list of earlier
          ones. Tell an admin before you decide; the log of the server names it.
        </Alert>
      )}
      {erased && (
        <Alert severity="info">Rejected and erased: name, number, birth date and pictures are no longer stored.</Alert>
      )}
      {flags.length + duplicates.length > 0 && (
        <Alert severity={duplicates.some(isOfDocument) ? 'error' : 'warning'}>
          {flags.map((flag) => (
            <Typography key={flag} variant="body2">
              {IDENTITY_FLAGS[flag] ?? plainWord(flag)}.
            </Typography>
          ))}
          {duplicates.map((other) => (
            <Typography key={`${other.id} ${other.at}`} variant="body2">
              The same {other.same.map((word) => SAMENESS[word]).join(', ')} as <PersonLink person={other} />,{' '}
              {IDENTITY[other.status].name}, <Time at={other.at} />.
            </Typography>
          ))}
        </Alert>
      )}
    </>
  )
}
