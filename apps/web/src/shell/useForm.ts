/**
 * Submits a form: client checks first, then the call. A refusal that names a parameter is shown at its field until the
 * field changes, any other refusal above the button. After a failure the first wrong field gets the focus.
 */
import type { Key } from '@veritick/locales'
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { CallFailed } from '../data/api.ts'
import { useTranslate } from '../i18n/i18n.ts'
import { useOffline } from './useOffline.ts'

/** The customer closed the step-up sheet of the call: the form stays as it was. */
export class Abandoned extends Error {}

type Options<Field extends string> = {
  readonly values: { readonly [F in Field]: unknown }
  /** The faults of the current values. */
  readonly faults: { readonly [F in NoInfer<Field>]?: Key | undefined }
  /** The server's field names and the fields of the form. */
  readonly wire: { readonly [name: string]: NoInfer<Field> }
  /** Makes the call quietly, and continues with its answer. */
  readonly send: () => Promise<unknown>
}

type Said<Field extends string> = {
  readonly text: string
  readonly field: Field | undefined
  readonly value: unknown
  /** About the connection. */
  readonly isLost: boolean
}

export type FormState<Field extends string> = {
  readonly submit: (event?: FormEvent) => void
  readonly busy: boolean
  readonly errorOf: (field: Field) => string | undefined
  /** The refusal that belongs to no field. */
  readonly general: string | undefined
  /** Ref of the form element, in which the first wrong field is searched. */
  readonly formRef: RefObject<HTMLFormElement | null>
}

export function useForm<Field extends string>({ values, faults, wire, send }: Options<Field>): FormState<Field> {
  const t = useTranslate()
  const [tries, setTries] = useState(0)
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState<Said<Field>>()
  const formRef = useRef<HTMLFormElement>(null)
  const isWrong = Object.values(faults).some((fault) => fault !== undefined)

  useEffect(() => {
    if (tries > 0) formRef.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid] button')?.focus()
  }, [tries])

  const offline = useOffline()
  useEffect(() => {
    // The loss is over, and so is its line.
    if (offline === undefined) setSaid((before) => (before?.isLost ? undefined : before))
  }, [offline])

  const trySend = async () => {
    setBusy(true)
    try {
      await send()
    } catch (error) {
      if (error instanceof Abandoned) return
      if (!(error instanceof CallFailed)) throw error
      const field = error.field === undefined ? undefined : wire[error.field]
      setSaid({ text: error.message, field, value: field && values[field], isLost: error.kind === 'network' })
      setTries((count) => count + 1)
    } finally {
      setBusy(false)
    }
  }

  return {
    busy,
    formRef,
    general: said !== undefined && said.field === undefined ? said.text : undefined,
    errorOf: (field) => {
      const fault = faults[field]
      if (tries > 0 && fault !== undefined) return t(fault)
      return said?.field === field && values[field] === said.value ? said.text : undefined
    },
    submit: (event) => {
      event?.preventDefault()
      // React events of a form in a sheet bubble to the form around it.
      event?.stopPropagation()
      if (busy) return
      setSaid(undefined)
      if (isWrong) setTries((count) => count + 1)
      else void trySend()
    },
  }
}
