/** Copying without TLS, where browsers have no clipboard API, and a browser that refuses to copy. */
import { afterEach, expect, it, vi } from 'vitest'
import { copyText } from './copying.ts'

afterEach(() => vi.unstubAllGlobals())

/** The few functions of a page that copying calls; `copied` takes what the selected field holds. */
function page({ allows, clipboard }: { readonly allows: boolean; readonly clipboard?: 'refuses' | 'takes' }) {
  const copied: string[] = []
  const fields: { value: string; style: object; select: () => void; remove: () => void }[] = []
  let selected = ''
  const writeText = async (text: string) => {
    if (clipboard === 'refuses') throw new Error('NotAllowedError')
    copied.push(text)
  }
  vi.stubGlobal('navigator', clipboard === undefined ? {} : { clipboard: { writeText } })
  vi.stubGlobal('HTMLElement', class {})
  vi.stubGlobal('document', {
    activeElement: null,
    body: { append: (field: (typeof fields)[number]) => fields.push(field) },
    createElement: () => {
      const field = { value: '', style: {}, select: () => {}, remove: () => fields.splice(0) }
      field.select = () => {
        selected = field.value
      }
      return field
    },
    execCommand: () => {
      if (allows) copied.push(selected)
      return allows
    },
  })
  return { copied, fields }
}

it('copies without the clipboard API, which pages without TLS lack, and leaves no field behind', async () => {
  const { copied, fields } = page({ allows: true })
  expect(await copyText('T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb')).toBe(true)
  expect([copied, fields]).toEqual([['T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'], []])
})

it('copies when the clipboard API refuses', async () => {
  const { copied } = page({ allows: true, clipboard: 'refuses' })
  expect(await copyText('100.00')).toBe(true)
  expect(copied).toEqual(['100.00'])
})

it('uses the clipboard API where there is one, once', async () => {
  const { copied } = page({ allows: true, clipboard: 'takes' })
  expect(await copyText('100.00')).toBe(true)
  expect(copied).toEqual(['100.00'])
})

it('says that nothing was copied', async () => {
  const { copied } = page({ allows: false })
  expect(await copyText('100.00')).toBe(false)
  expect(copied).toEqual([])
})
