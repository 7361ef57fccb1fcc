/**
 * Short notices, callable from everywhere: `toast({ text, tone })`. This is the queue; `Toaster.tsx` renders it. One
 * fact gives one line: equal texts in a row are shown once, and so are an answer and a push about the same subject.
 */
import { create } from 'zustand'

export type Toast = {
  readonly id: number
  readonly text: string
  readonly title?: string | undefined
  readonly tone: 'plain' | 'good' | 'bad'
  /** The subject, such as `order 12`: the newest line about it replaces the previous one. */
  readonly about?: string | undefined
}

/** Above this number the oldest line is removed. */
const TOASTS_MAX = 2

export const useToasts = create<{ readonly toasts: readonly Toast[] }>(() => ({ toasts: [] }))
let next = 1

/** `echo`: not shown while a line about the same subject is shown. */
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
