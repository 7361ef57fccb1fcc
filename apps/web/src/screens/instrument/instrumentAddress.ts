/** The address of the page of an instrument. */
const PATH = '/instrument'
const CODE = 'code'

export const instrumentAddress = (code: string): string => `${PATH}?${new URLSearchParams({ [CODE]: code })}`

/** The code in the address, such as `EURUSD` or `EUR/USD`. */
export const codeIn = (search: string): string | undefined => new URLSearchParams(search).get(CODE) ?? undefined
