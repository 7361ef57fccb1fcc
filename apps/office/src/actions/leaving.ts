/** When the office asks before a page with unsaved text is left. Pure, so that a test reads every way out. */

type Place = { readonly pathname: string; readonly state?: unknown }

/** State of a navigation that follows a save: the page that is left does not know yet that its text is saved. */
export const AFTER_SAVING = { saved: true } as const

/** Escape, Close, the back button and every link change the path. Without a session nothing can be saved any more. */
export function asksBeforeLeaving(leave: {
  readonly unsaved: boolean
  readonly from: Place
  readonly to: Place
}): boolean {
  const { unsaved, from, to } = leave
  return unsaved && from.pathname !== to.pathname && to.pathname !== '/login' && !isAfterSaving(to.state)
}

const isAfterSaving = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'saved' in state && state.saved === AFTER_SAVING.saved
