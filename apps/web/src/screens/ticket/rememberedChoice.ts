/** The choices of the last order, with which the next ticket starts. */
import type { LevelUnit } from './levelUnits.ts'

export type Remembered = {
  readonly lots: string | undefined
  readonly leverage: number | undefined
  readonly unit: LevelUnit
}
