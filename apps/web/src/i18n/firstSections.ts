/** The words that come with the page: sections that the first screen and the shell show. All others are loaded later. */
export const FIRST_SECTIONS: readonly string[] = ['common', 'shell', 'home', 'account']
