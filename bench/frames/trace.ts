/**
 * The main thread of a page as a trace of Chromium records it: processor time of each frame and of each answer to an
 * input. It is the thread's own time, which the slowed-down processor is part of and other programs of the machine are
 * not.
 */
import { must } from '@veritick/domain'
import type { Browser, Page } from 'playwright-core'

const CATEGORIES = [
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'devtools.timeline.frame',
  'toplevel',
  'blink.user_timing',
]
/** Set in the page: its thread is the one with this mark. */
const MARK = 'veritick-page'

type Event = {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  /** Microseconds of the clock. */
  readonly ts: number
  readonly dur?: number
  /** Microseconds of the thread. */
  readonly tdur?: number
  readonly args?: { readonly name?: string; readonly data?: { readonly type?: string } }
}

export type Trace = {
  /** Milliseconds of the main thread for each drawn frame, with everything since the one before it. */
  readonly frames: readonly number[]
  /** Milliseconds of the main thread from each input to the end of the frame that shows its effect. */
  readonly inputs: readonly number[]
  /** Milliseconds of the main thread in all. */
  readonly total: number
  /** Milliseconds by what was done: script, style, layout, paint. */
  readonly byKind: ReadonlyMap<string, number>
}

/** Events of an input whose effect the next frame shows. */
const INPUTS = new Set(['pointerdown', 'pointerup', 'click', 'keydown', 'keypress', 'input', 'keyup'])
const KINDS = ['FunctionCall', 'EventDispatch', 'FireAnimationFrame', 'UpdateLayoutTree', 'Layout', 'PrePaint', 'Paint']

/** Traces the page while `work` runs. */
export async function traced(browser: Browser, page: Page, work: () => Promise<void>): Promise<Trace> {
  await browser.startTracing(page, { categories: CATEGORIES })
  await page.evaluate(`performance.mark('${MARK}')`)
  await work()
  const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as { readonly traceEvents: readonly Event[] }
  return analysed(traceEvents)
}

function analysed(events: readonly Event[]): Trace {
  const { pid, tid } = must(
    events.find(({ name }) => name === MARK),
    'the trace has the page',
  )
  const track = events.filter((event) => event.pid === pid && event.tid === tid).sort((one, two) => one.ts - two.ts)
  const tasks = topTasks(track)
  const byKind = new Map(KINDS.map((kind) => [kind, selfOf(track, kind)]))
  const total = tasks.reduce((sum, { cpu }) => sum + cpu, 0)
  return { frames: framesOf(tasks), inputs: inputsOf(tasks), total, byKind }
}

type Task = { readonly cpu: number; readonly isFrame: boolean; readonly input: boolean }

const isTask = (name: string) => name === 'RunTask' || name === 'ThreadControllerImpl::RunTask'

/** Tasks that no other task holds, in their order. */
function topTasks(track: readonly Event[]): readonly Task[] {
  const tasks: { end: number; cpu: number; isFrame: boolean; input: boolean }[] = []
  for (const { name, ts, dur = 0, tdur = 0, args } of track) {
    const open = tasks.at(-1)
    const isInside = open !== undefined && ts < open.end
    if (isTask(name) && !isInside) tasks.push({ end: ts + dur, cpu: tdur / 1000, isFrame: false, input: false })
    else if (isInside && name === 'Commit') open.isFrame = true
    else if (isInside && name === 'EventDispatch' && INPUTS.has(args?.data?.type ?? '')) open.input = true
  }
  return tasks
}

function framesOf(tasks: readonly Task[]): readonly number[] {
  const frames: number[] = []
  let sum = 0
  for (const { cpu, isFrame } of tasks) {
    sum += cpu
    if (!isFrame) continue
    frames.push(sum)
    sum = 0
  }
  return frames.slice(1)
}

function inputsOf(tasks: readonly Task[]): readonly number[] {
  return tasks.flatMap((task, place) => {
    if (!task.input) return []
    const end = tasks.findIndex(({ isFrame }, index) => isFrame && index >= place)
    return end < 0 ? [] : [tasks.slice(place, end + 1).reduce((sum, { cpu }) => sum + cpu, 0)]
  })
}

function selfOf(track: readonly Event[], kind: string): number {
  return track.reduce((sum, { name, tdur = 0 }) => sum + (name === kind ? tdur / 1000 : 0), 0)
}
