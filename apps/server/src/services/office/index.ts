/** The shared code of the office's lists: names of staff, pages, the log of views of records. */
export { recordAccess } from './access-log.ts'
export { firstDayEnd } from './first-day.ts'
export { type Named, namesOf } from './names.ts'
export { type MoneySort, moneyOrder, type PageWanted, pageOf, sortOf } from './paging.ts'
export { userIn } from './users.ts'
