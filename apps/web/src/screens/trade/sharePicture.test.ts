/** A long name in the picture of a chart is cut to its space. */
import { expect, it } from 'vitest'
import { cutTo } from './sharePicture.ts'

const TEN_EACH = (text: string) => [...text].length * 10

it.each([
  ['Veritick', 100, 'Veritick'],
  ['Northern Lights Brokerage & Markets Intl', 100, 'Northern…'],
  ['北極光證券及期貨有限公司', 60, '北極光證券…'],
  ['Veritick', 5, '…'],
])('%s in %i pixels: %s', (name, width, shown) => expect(cutTo(name, width, TEN_EACH)).toBe(shown))
