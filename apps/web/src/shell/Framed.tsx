/** The place of one screen: a failure stays inside it. */
import type { ReactNode } from 'react'
import { classes } from '../design/index.ts'
import { Boundary } from './Boundary.tsx'

/** `column`: with the width of a text or a form, in the middle of a wide window. */
export function Framed({ column, children }: { readonly column: boolean; readonly children: ReactNode }) {
  return (
    <div
      className={classes(
        'flex min-h-0 min-w-0 flex-1 flex-col enlarged:has-data-whole:flex-[1_0_auto]',
        column && COLUMN,
      )}
    >
      <Boundary>{children}</Boundary>
    </div>
  )
}
const COLUMN = 'wide:mx-auto wide:w-full wide:max-w-(--width-page) wide:border-x wide:border-line'
