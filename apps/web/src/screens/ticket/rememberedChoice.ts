/** The choices of the last order, which the next ticket begins with. */
import type { LevelUnit } from './levelUnits.ts'

export type Remembered = {
  readonly lots: string | undefined
  readonly leverage: number | undefined
  readonly unit: LevelUnit
}
