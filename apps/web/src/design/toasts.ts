/**
 * Short notices, callable from anywhere: `toast({ text, tone })`. This is only the queue; `Toaster.tsx` draws it. One
 * line for one fact: the same words twice in a row are shown once, and so is what the answer to a request and a push
 * both say of one subject.
 */
import { create } from 'zustand'

export type Toast = {
  readonly id: number
  readonly text: string
  readonly title?: string | undefined
  readonly tone: 'plain' | 'good' | 'bad'
  /** What it speaks of, such as `order 12`: the newest line about it replaces the one before. */
  readonly about?: string | undefined
}

/** More than this at once is noise: the oldest goes. */
const TOASTS_MAX = 2

export const useToasts = create<{ readonly toasts: readonly Toast[] }>(() => ({ toasts: [] }))
let next = 1

/** `echo`: says nothing when a line about the same subject stands. */
type Notice = Omit<Toast, 'id' | 'tone'> & { readonly tone?: Toast['tone']; readonly echo?: boolean }

export function toast({ echo = false, ...notice }: Notice): void {
  const { toasts } = useToasts.getState()
  const isAbout = (each: Toast) => notice.about !== undefined && each.about === notice.about
  if (echo && toasts.some(isAbout)) return
  const last = toasts.at(-1)
  const made: Toast = { tone: 'plain', ...notice, id: next++ }
  const isSaid = (each: Toast) =>
    isAbout(each) || (each === last && each.text === made.text && each.title === made.title)
  useToasts.setState({ toasts: [...toasts.filter((each) => !isSaid(each)), made].slice(-TOASTS_MAX) })
}

export function dismissToast(id: number): void {
  useToasts.setState((state) => ({ toasts: state.toasts.filter((each) => each.id !== id) }))
}
