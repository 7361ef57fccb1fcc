/** The delivery of a one-time link: mailed to its owner, or shown to the admin because no mail server is set. */
import type { OfficeData } from '@veritick/contract/office'
import { useLook } from '../../data/useCall.ts'
import type { OneTimeLink } from './LinkOnce.tsx'

type Made = OfficeData<'staffInvite'>

/** The link to show, if it was not mailed. */
export function linkToShow(name: string, { link, expires_at }: Made): OneTimeLink | undefined {
  return link === null ? undefined : { name, link, expires_at }
}

/** The message after the action. */
export function handedOver(done: string, { mailed_to }: Made): string {
  return mailed_to === null ? done : `${done} The one-time link went to ${mailed_to}.`
}

/** How the link will be delivered, shown before it is created. */
export function useLinkDelivery(): string {
  const setup = useLook('officeSetup', {})
  const mailed = setup.data?.data.find(({ id }) => id === 'mail')?.done ?? false
  return mailed
    ? 'a one-time link that is mailed only to them'
    : 'a one-time link, which you are shown once because no mail server is set'
}
