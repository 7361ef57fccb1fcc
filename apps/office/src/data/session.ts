/**
 * The signed-in staff member, as the server answered; in memory only. The session is a cookie that no script can read.
 */
import {
  OFFICE_CALLS,
  type OfficeCall,
  type OfficeCallName,
  type OfficeData,
  type Permission,
} from '@veritick/contract/office'
import { useSyncExternalStore } from 'react'

export type Me = OfficeData<'me'>

let me: Me | undefined
const listeners = new Set<() => void>()

export const meNow = (): Me | undefined => me

export function remember(next: Me | undefined): void {
  me = next
  for (const listener of listeners) listener()
}

export function useMe(): Me | undefined {
  return useSyncExternalStore(listen, meNow, meNow)
}

/** The actor word of the reader, as approvals name it. */
export const useReader = (): string => `staff:${useMe()?.staff.id ?? 0}`

/** Whether the signed-in staff member has at least one of these permissions. */
export function useMay(...permissions: readonly Permission[]): boolean {
  return mayAny(useMe(), permissions)
}

/**
 * Whether the signed-in staff member may make all of these calls. Every screen decides by it whether to show a button.
 * It reads the table of the server (contract/office), so a button and its call cannot differ.
 */
export function useMayDo(...calls: readonly OfficeCallName[]): boolean {
  const me = useMe()
  return calls.every((call) => mayDo(me, call))
}

export function mayDo(who: Pick<Me, 'permissions'> | undefined, name: OfficeCallName): boolean {
  const { caller }: OfficeCall = OFFICE_CALLS[name]
  if (caller === 'visitor') return true
  if (caller === 'staff') return who !== undefined
  return mayAny(who, typeof caller === 'string' ? [caller] : caller)
}

export function mayAny(who: Pick<Me, 'permissions'> | undefined, permissions: readonly Permission[]): boolean {
  return permissions.some((permission) => who?.permissions.includes(permission) === true)
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
