/** Who is signed in, as the server said it; kept in memory only. The session itself is a cookie that no script can read. */
import type { OfficeData, Permission } from '@veritick/contract/office'
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
  return useSyncExternalStore(listen, meNow)
}

/** Whether the person who is signed in may do any of these. */
export function useMay(...permissions: readonly Permission[]): boolean {
  return mayAny(useMe(), permissions)
}

export function mayAny(who: Pick<Me, 'permissions'> | undefined, permissions: readonly Permission[]): boolean {
  return permissions.some((permission) => who?.permissions.includes(permission) === true)
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
