/**
 * The waiting time of a record (until now, or until it ended), beside the usual time that customers see. Only open
 * records can be late.
 */
import { Tag, Unbroken } from '../design/parts.tsx'
import { ageText, waitTone } from '../format/time.ts'

const MINUTE_MS = 60_000

/** `usualMinutes`: from the server; null: customers see no usual time. */
type Props = { readonly minutes: number; readonly open: boolean; readonly usualMinutes: number | null }

export function Age({ minutes, open, usualMinutes }: Props) {
  const text = minutes < 1 ? '< 1 min' : ageText(minutes * MINUTE_MS)
  const tone = open && usualMinutes !== null ? waitTone({ minutes, usualMinutes }) : 'fresh'
  if (tone === 'fresh') return <Unbroken>{text}</Unbroken>
  return <Tag tone={tone === 'late' ? 'bad' : 'warn'}>{text}</Tag>
}
