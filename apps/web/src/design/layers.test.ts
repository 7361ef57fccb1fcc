/** The back button of a phone: each step back closes one layer, and no entry is left in the history. */
import { expect, it } from 'vitest'
import { createLayers, STAYS } from './layers.ts'

/** A history of a browser: goes back and forth and reports moves later, as a browser does. */
function phone() {
  const entries: unknown[] = [{ key: 'home' }, { key: 'trade' }]
  let at = 1
  const tasks: (() => void)[] = []
  const history = {
    get state() {
      return entries[at]
    },
    pushState: (state: unknown) => {
      entries.splice(at + 1)
      entries.push(state)
      at += 1
    },
    go: (delta = 0) => {
      tasks.push(() => {
        at += delta
        layers.moved()
      })
    },
  }
  let layers = createLayers({ history, later: (work) => tasks.push(work) })
  const shown: string[] = []
  const rest = () => {
    for (let task = tasks.shift(); task !== undefined; task = tasks.shift()) task()
  }
  return {
    get layers() {
      return layers
    },
    shown,
    open(name: string) {
      shown.push(name)
      layers.opened(name, () => this.close(name))
    },
    close(name: string) {
      shown.splice(shown.indexOf(name), 1)
      layers.closed(name)
    },
    back() {
      history.go(-1)
      rest()
    },
    /** A reload: only the history stays. */
    reload() {
      shown.length = 0
      tasks.length = 0
      layers = createLayers({ history, later: (work) => tasks.push(work) })
      layers.moved()
      rest()
    },
    rest,
    navigate: (key: string) => history.pushState({ key }),
    where: () => ({ at, key: (entries[at] as { key: string }).key, shown: [...shown] }),
  }
}

it('closes one layer with each step back, the topmost first, and then leaves the screen', () => {
  const mine = phone()
  mine.open('ticket')
  mine.open('leverage')
  mine.back()
  expect(mine.where()).toEqual({ at: 2, key: 'trade', shown: ['ticket'] })
  mine.back()
  expect(mine.where()).toEqual({ at: 1, key: 'trade', shown: [] })
  mine.back()
  expect(mine.where()).toEqual({ at: 0, key: 'home', shown: [] })
})

it('removes the entries of layers that are closed by a button, also of several at once', () => {
  const mine = phone()
  mine.open('account')
  mine.open('question')
  mine.close('question')
  mine.close('account')
  mine.rest()
  expect(mine.where()).toEqual({ at: 1, key: 'trade', shown: [] })
})

it('opens a layer at the same moment as the previous layer closes', () => {
  const mine = phone()
  mine.open('ticket')
  mine.close('ticket')
  mine.open('receipt')
  mine.rest()
  expect(mine.where().shown).toEqual(['receipt'])
  mine.back()
  expect(mine.where()).toEqual({ at: 1, key: 'trade', shown: [] })
})

it('keeps a layer that opens while the browser is still going back', () => {
  const mine = phone()
  mine.open('ticket')
  mine.close('ticket')
  mine.layers.moved()
  mine.rest()
  mine.open('drawer')
  mine.rest()
  expect(mine.where()).toMatchObject({ at: 2, shown: ['drawer'] })
})

it('skips the entry of a closed layer under another screen', () => {
  const mine = phone()
  mine.open('ticket')
  mine.close('ticket')
  mine.navigate('order')
  mine.rest()
  expect(mine.where()).toMatchObject({ at: 3, key: 'order' })
  mine.back()
  expect(mine.where()).toEqual({ at: 1, key: 'trade', shown: [] })
})

it('leaves no step back without effect after a reload under open layers', () => {
  const mine = phone()
  mine.open('ticket')
  mine.open('leverage')
  mine.reload()
  expect(mine.where()).toEqual({ at: 1, key: 'trade', shown: [] })
  mine.open('drawer')
  mine.back()
  expect(mine.where()).toEqual({ at: 1, key: 'trade', shown: [] })
})

it('counts the layer entries that a step back must pass', () => {
  const mine = phone()
  mine.open('question')
  expect(mine.layers.passed()).toBe(1)
  mine.close('question')
  mine.rest()
  expect(mine.where().at).toBe(2)
  expect(mine.layers.passed()).toBe(0)
})

it('keeps a layer that stays, with an entry for the next step back', () => {
  const mine = phone()
  mine.open('sheet')
  let busy = true
  mine.shown.push('question')
  mine.layers.opened('question', () => (busy ? STAYS : mine.close('question')))
  mine.back()
  expect(mine.where()).toEqual({ at: 3, key: 'trade', shown: ['sheet', 'question'] })
  busy = false
  mine.back()
  expect(mine.where()).toEqual({ at: 2, key: 'trade', shown: ['sheet'] })
  mine.back()
  expect(mine.where()).toEqual({ at: 1, key: 'trade', shown: [] })
})
