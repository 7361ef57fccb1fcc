/** The step of the price of a pending order, in points of the instrument. */
import { type Points, points } from '@veritick/domain'
import { isPipPrice } from '../../format/spread.ts'

const POINTS_PER_PIP = 10

/** A pip, or a price step for an instrument without pips. */
export const targetStep = (precision: number): Points => points(isPipPrice(precision) ? POINTS_PER_PIP : 1)
