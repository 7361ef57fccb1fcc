/**
 * A scroll container that refreshes when it is pulled down at its top. `scroller` passes the container to lists that
 * need it. The pull is drawn without React, so that it follows the finger.
 */
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslate } from '../i18n/i18n.ts'
import { classes } from './classes.ts'
import * as Icon from './firstIcons.tsx'
import { PULL_CLOSE_MILLIS, pullOf, releases } from './pulling.ts'
import { Spinner } from './Spinner.tsx'

type PullState = 'rest' | 'pull' | 'release' | 'busy'

type Props = {
  readonly onRefresh: () => Promise<unknown>
  readonly children: ReactNode
  readonly className?: string
  readonly scroller?: RefObject<HTMLDivElement | null>
}

export function PullToRefresh({ onRefresh, children, className, scroller }: Props) {
  const own = useRef<HTMLDivElement>(null)
  const box = scroller ?? own
  const moved = useRef<HTMLDivElement>(null)
  const refresh = useRef(onRefresh)
  refresh.current = onRefresh
  const [state, setState] = useState<PullState>('rest')

  useEffect(() => {
    const element = box.current
    const content = moved.current
    if (element === null || content === null) return
    return listen(element, {
      draw: (pull) => {
        content.style.translate = pull === 0 ? '' : `0 ${pull}px`
        setState(pull === 0 ? 'rest' : releases(pull) ? 'release' : 'pull')
      },
      refresh: async () => {
        content.style.translate = '0 48px'
        setState('busy')
        await Promise.allSettled([refresh.current(), new Promise((done) => setTimeout(done, PULL_CLOSE_MILLIS))])
        content.style.translate = ''
        setState('rest')
      },
    })
  }, [box])

  return (
    <div
      ref={box}
      className={classes('relative min-h-0 flex-1 overflow-y-auto overscroll-y-contain outline-none', className)}
    >
      <PullStatus state={state} />
      <div
        ref={moved}
        className={classes(
          'relative min-h-full',
          (state === 'rest' || state === 'busy') && 'transition-[translate] duration-(--calm) ease-app',
        )}
      >
        {children}
      </div>
    </div>
  )
}

function PullStatus({ state }: { readonly state: PullState }) {
  const t = useTranslate()
  const text = {
    rest: '',
    pull: t('common.pull_to_refresh'),
    release: t('common.release_to_refresh'),
    busy: t('common.refreshing'),
  }
  return (
    <div
      role="status"
      className="absolute inset-x-0 top-0 flex h-12 items-center justify-center gap-2 text-13 text-ink-muted"
    >
      {state === 'busy' ? (
        <Spinner />
      ) : (
        state !== 'rest' && (
          <Icon.Down
            size={18}
            className={classes('transition-transform duration-(--quick)', state === 'release' && 'rotate-180')}
          />
        )
      )}
      {text[state]}
    </div>
  )
}

type Pulling = { readonly draw: (pull: number) => void; readonly refresh: () => Promise<void> }

/** Follows one finger from the top of the list; ignores sideways moves and further fingers. */
function listen(element: HTMLElement, { draw, refresh }: Pulling): () => void {
  let start: { readonly x: number; readonly y: number } | undefined
  let pull = 0
  let busy = false
  const begin = (event: TouchEvent) => {
    const touch = event.touches[0]
    start =
      touch && event.touches.length === 1 && element.scrollTop <= 0 && !busy
        ? { x: touch.clientX, y: touch.clientY }
        : undefined
  }
  const move = (event: TouchEvent) => {
    const touch = event.touches[0]
    if (start === undefined || touch === undefined) return
    const [x, y] = [touch.clientX - start.x, touch.clientY - start.y]
    if (pull === 0 && (y <= 0 || Math.abs(x) > y)) {
      if (Math.abs(x) + Math.abs(y) > 8) start = undefined
      return
    }
    event.preventDefault()
    pull = pullOf(y)
    draw(pull)
  }
  const end = async () => {
    const far = releases(pull)
    start = undefined
    if (pull === 0) return
    pull = 0
    if (!far) return draw(0)
    busy = true
    await refresh()
    busy = false
  }
  element.addEventListener('touchstart', begin, { passive: true })
  element.addEventListener('touchmove', move, { passive: false })
  element.addEventListener('touchend', end)
  element.addEventListener('touchcancel', end)
  return () => {
    element.removeEventListener('touchstart', begin)
    element.removeEventListener('touchmove', move)
    element.removeEventListener('touchend', end)
    element.removeEventListener('touchcancel', end)
  }
}
