/**
 * The statement as a document to print. In English for readers of every language: the fonts that every PDF reader
 * brings along have Latin letters only.
 */
import { setImmediate } from 'node:timers/promises'
import { ENTRY_GROUPS, type EntryGroup } from '@veritick/contract'
import { say } from '../../calls/index.ts'
import { amountText } from '../money/index.ts'
import { groupOf, type Statement } from './statement.ts'

const MARGIN = 40
const LINE = 14
const SIZE = 8
const ROWS_AT_ONCE = 25
/** Left edge and width of each column on A4. */
const COLUMNS = {
  time: { x: 40, width: 105, align: 'left' },
  entry: { x: 145, width: 190, align: 'left' },
  amount: { x: 335, width: 100, align: 'right' },
  balance: { x: 435, width: 120, align: 'right' },
} as const
type Column = keyof typeof COLUMNS
type Cells = Partial<Record<Column, string>>

const word = (key: 'title' | 'account' | 'period' | Column | 'opening' | 'closing' | 'sum') =>
  say('en', `statement.${key}`)

/** Letters that the fonts of every PDF reader have. */
const DRAWABLE = /^[\x20-\x7e\xa0-\xff]+$/

/** The issuer of a statement and the time of issue. */
export type Issued = {
  /** The name under which the app is shown. */
  readonly brand: string
  /** Legal name and address of the operator; empty: not stated. */
  readonly issuer: string
  /** A moment with its zone. */
  readonly at: string
  readonly isDemo: boolean
}

/** The lines of `statement` are in English. */
export async function statementPdf(statement: Statement, issued: Issued): Promise<Buffer> {
  const title = `${word('title')} ${statement.uid}`
  // Read with the first document: no start needs it (READ_LATE in tools/walls.test.ts).
  const { default: PDFDocument } = await import('pdfkit')
  const document = new PDFDocument({ size: 'A4', margin: MARGIN, bufferPages: true, info: { Title: title } })
  const done = collect(document)
  const { from, to, opening, closing, lines } = statement
  heading(document, statement, issued)
  let y = head(document, document.y)
  const bottom = document.page.height - MARGIN - 2 * LINE
  const row = (cells: Cells) => {
    if (y > bottom) {
      document.addPage()
      y = head(document, MARGIN)
    }
    write(document, cells, y)
    y += LINE
  }
  row({ time: from, entry: word('opening'), balance: amountText(opening) })
  for (const [index, line] of lines.entries()) {
    // Orders do not wait for a customer's document.
    if (index % ROWS_AT_ONCE === 0) await setImmediate()
    row({
      time: line.at.slice(0, 19).replace('T', ' '),
      entry: line.words,
      amount: amountText(line.amount),
      balance: amountText(line.balance),
    })
  }
  row({ time: to, entry: word('closing'), balance: amountText(closing) })
  y += LINE
  for (const cells of sumsOf(statement)) row(cells)
  numberPages(document, issued.at)
  document.end()
  return done
}

function heading(document: PDFKit.PDFDocument, { uid, from, to }: Statement, issued: Issued): void {
  const { brand, issuer, isDemo } = issued
  document
    .font('Helvetica-Bold')
    .fontSize(16)
    .text(DRAWABLE.test(brand) ? `${brand} - ${word('title')}` : word('title'))
  document.moveDown(0.5).fontSize(10)
  if (isDemo) document.text('Demo account: virtual money, no claim to a payout.')
  document
    .font('Helvetica')
    .text(`${word('account')}: ${uid}`)
    .text(`${word('period')}: ${from} - ${to} (UTC)`)
  if (DRAWABLE.test(issuer)) document.text(`Issued by ${issuer}`)
  document.moveDown(1)
}

/** The sum of each kind of entry that the period has, and the change of the balance. */
function sumsOf({ opening, closing, lines }: Statement): readonly Cells[] {
  const sums = new Map<EntryGroup, number>()
  for (const { kind, amount } of lines) sums.set(groupOf(kind), (sums.get(groupOf(kind)) ?? 0) + amount)
  const groups = Object.keys(ENTRY_GROUPS) as EntryGroup[]
  const rows = groups.flatMap((group) => {
    const sum = sums.get(group)
    return sum === undefined ? [] : [{ entry: say('en', `history.group_${group}`), amount: amountText(sum) }]
  })
  return [...rows, { entry: word('sum'), amount: amountText(closing - opening) }]
}

/** At the foot of each page, once the number of pages is known. */
function numberPages(document: PDFKit.PDFDocument, at: string): void {
  const { count } = document.bufferedPageRange()
  for (let page = 0; page < count; page++) {
    document.switchToPage(page)
    // Text below the margin would begin a new page.
    document.page.margins.bottom = 0
    const y = document.page.height - MARGIN
    write(document, { balance: `Page ${page + 1} of ${count}` }, y)
    document.text(`Issued at ${at}`, MARGIN, y, { lineBreak: false })
  }
}

function head(document: PDFKit.PDFDocument, y: number): number {
  document.font('Helvetica-Bold').fontSize(SIZE)
  write(document, { time: word('time'), entry: word('entry'), amount: word('amount'), balance: word('balance') }, y)
  document
    .moveTo(MARGIN, y + LINE - 3)
    .lineTo(document.page.width - MARGIN, y + LINE - 3)
    .lineWidth(0.5)
    .stroke()
  document.font('Helvetica').fontSize(SIZE)
  return y + LINE + 2
}

function write(document: PDFKit.PDFDocument, cells: Cells, y: number): void {
  for (const [name, text] of Object.entries(cells)) {
    const { x, width, align } = COLUMNS[name as Column]
    document.text(text, x, y, { width, align, lineBreak: false, ellipsis: true })
  }
}

function collect(document: PDFKit.PDFDocument): Promise<Buffer> {
  const parts: Buffer[] = []
  return new Promise((resolve, reject) => {
    document.on('data', (part: Buffer) => parts.push(part))
    document.on('end', () => resolve(Buffer.concat(parts)))
    document.on('error', reject)
  })
}
