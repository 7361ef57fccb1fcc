/** Sections that come with the page: the first screen and the shell show them. All others are loaded later. */
export const FIRST_SECTIONS: readonly string[] = ['common', 'shell', 'home', 'account']
