/** Columns of amounts in one currency: every row has the decimals of the longest amount, and loses no digit. */
import { Amount, Change, Missing } from '../design/parts.tsx'
import type { Column } from './columns.ts'

type More<Row> = Pick<Column<Row>, 'sort' | 'wide'>
type Of<Row> = (row: Row) => string | null

export const amountColumn = <Row,>(title: string, money: Of<Row>, more: More<Row> = {}): Column<Row> =>
  columnOf(title, { ...more, money, Drawn: Amount })

/** Amounts with a sign: changes of a balance, profits. */
export const changeColumn = <Row,>(title: string, money: Of<Row>, more: More<Row> = {}): Column<Row> =>
  columnOf(title, { ...more, money, Drawn: Change })

type Parts<Row> = More<Row> & { readonly money: Of<Row>; readonly Drawn: typeof Amount | typeof Change }

const columnOf = <Row,>(title: string, { money, Drawn, ...more }: Parts<Row>): Column<Row> => ({
  title,
  money,
  draw: (row, decimals) => {
    const value = money(row)
    return value === null ? <Missing /> : <Drawn value={value} {...(decimals !== undefined && { decimals })} />
  },
  numeric: true,
  ...more,
})
