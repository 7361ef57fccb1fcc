/** Small components of every screen: facts, states, amounts, times, ages. */
import { Box, Typography } from '@mui/material'
import { createContext, type ReactNode, useContext } from 'react'
import { amountText, changeText, directionOf } from '../format/money.ts'
import type { Named } from '../format/names.ts'
import { timeText } from '../format/time.ts'
import type { Tone } from './tones.ts'

/** A state as text; never by colour alone. */
export function Tag({ tone = 'plain', children }: { readonly tone?: Tone; readonly children: ReactNode }) {
  return (
    <Box
      component="span"
      sx={({ palette: { tones } }) => ({
        display: 'inline-block',
        paddingInline: '8px',
        borderRadius: '999px',
        fontSize: 12,
        lineHeight: '20px',
        fontWeight: 600,
        whiteSpace: 'nowrap',
        ...{
          // Its ground is nearly that of the page; the line is inside, so that all states are equally high.
          plain: { color: tones.inkSoft, background: tones.fill, boxShadow: `inset 0 0 0 1px ${tones.lineStrong}` },
          accent: { color: tones.accent, background: tones.accentSoft },
          good: { color: tones.green, background: tones.greenSoft },
          bad: { color: tones.red, background: tones.redSoft },
          warn: { color: tones.warn, background: tones.warnSoft },
        }[tone],
      })}
    >
      {children}
    </Box>
  )
}

export function State({ of: { name, tone } }: { readonly of: Named }) {
  return <Tag tone={tone}>{name}</Tag>
}

type AmountProps = {
  readonly value: string
  readonly unit?: string
  /** At least; `decimalsOf` the amounts of its panel. */
  readonly decimals?: number
}

export function Amount({ value, unit, decimals }: AmountProps) {
  return (
    <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
      {amountText(value, decimals)}
      {unit !== undefined && (
        <Box component="span" sx={{ color: 'text.disabled', marginInlineStart: '4px', fontSize: 12 }}>
          {unit}
        </Box>
      )}
    </Box>
  )
}

/** A change of a balance, always with its sign; the colour repeats it. */
export function Change({ value, decimals }: Pick<AmountProps, 'value' | 'decimals'>) {
  const direction = directionOf(value)
  return (
    <Box
      component="span"
      sx={({ palette: { tones } }) => ({
        whiteSpace: 'nowrap',
        color: direction === 'none' ? tones.inkSoft : direction === 'up' ? tones.green : tones.red,
      })}
    >
      {changeText(value, decimals)}
    </Box>
  )
}

/** The number of a record in a list. The mark tells it from a UID and from an account. */
export function RecordNumber({ id }: { readonly id: number }) {
  return (
    <Box component="span" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
      #{id}
    </Box>
  )
}

/** Two or three words that belong together, such as a currency and its chain. */
export function Unbroken({ children }: { readonly children: ReactNode }) {
  return (
    <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
      {children}
    </Box>
  )
}

/** True within a table whose heads name the time zone. */
export const ZoneInHead = createContext(false)

/** A moment in UTC, with the local time on hover. Outside of tables the zone stands beside it. */
export function Time({ at, seconds = false }: { readonly at: number | null | undefined; readonly seconds?: boolean }) {
  const isNamed = useContext(ZoneInHead)
  if (at === null || at === undefined) return <Missing />
  return (
    <time
      dateTime={new Date(at).toISOString()}
      title={`${new Date(at).toLocaleString()} here`}
      style={{ whiteSpace: 'nowrap' }}
    >
      {timeText(at, seconds ? 'seconds' : 'minutes')}
      {!isNamed && ' UTC'}
    </time>
  )
}

export function Missing() {
  return (
    <Box component="span" sx={{ color: 'text.disabled' }}>
      –
    </Box>
  )
}

export type Fact = readonly [label: string, value: ReactNode, help?: string]

/** Labels beside values, in as many columns as fit. */
export function Facts({ facts, columns = 1 }: { readonly facts: readonly Fact[]; readonly columns?: 1 | 2 | 3 }) {
  return (
    <Box
      component="dl"
      sx={{
        margin: 0,
        display: 'grid',
        columnGap: 8,
        gridTemplateColumns: { xs: '1fr', md: `repeat(${columns}, minmax(0, 1fr))` },
      }}
    >
      {facts.map(([label, value, help]) => (
        <Box
          key={label}
          sx={{
            display: 'flex',
            gap: 4,
            justifyContent: 'space-between',
            paddingBlock: '6px',
            borderBottom: 1,
            borderColor: 'divider',
          }}
        >
          <Typography component="dt" variant="body2" color="textSecondary" sx={{ flexShrink: 0 }}>
            {label}
            {help !== undefined && (
              <Typography
                component="span"
                variant="caption"
                color="textSecondary"
                sx={{ display: 'block', maxWidth: 200 }}
              >
                {help}
              </Typography>
            )}
          </Typography>
          <Typography
            component="dd"
            variant="body2"
            sx={{ margin: 0, textAlign: 'end', overflowWrap: 'anywhere', minWidth: 0 }}
          >
            {value === '' || value === null || value === undefined ? <Missing /> : value}
          </Typography>
        </Box>
      ))}
    </Box>
  )
}

/** Text to copy exactly: addresses, hashes, secrets. */
export function Code({ children }: { readonly children: string }) {
  return (
    <Box
      component="code"
      sx={{
        fontFamily: 'ui-monospace, Menlo, Consolas, monospace',
        fontSize: 12,
        overflowWrap: 'anywhere',
        userSelect: 'all',
      }}
    >
      {children}
    </Box>
  )
}

/** Shown beside a keyboard only: a screen without a mouse pointer, or as narrow as a phone, has none as a rule. */
export const WITH_KEYBOARD = { '@media (hover: none), (max-width: 599.95px)': { display: 'none' } }

/** The key of a button, beside its text. */
export function Hint({ children }: { readonly children: string }) {
  return (
    <Box component="span" sx={{ marginInlineStart: '0.5ch', ...WITH_KEYBOARD }}>
      {children}
    </Box>
  )
}

export function Key({ children }: { readonly children: string }) {
  return (
    <Box
      component="kbd"
      sx={{
        fontFamily: 'inherit',
        fontSize: 12,
        border: 1,
        borderColor: 'divider',
        borderRadius: '4px',
        paddingInline: '5px',
        color: 'text.secondary',
      }}
    >
      {children}
    </Box>
  )
}
