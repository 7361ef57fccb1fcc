/**
 * The theme of the office: the customers' colours on dense tables. Sizes, radii and durations are defined only here.
 */
import { createTheme, type Theme } from '@mui/material/styles'
import { type Colours, DARK, LIGHT } from './colours.ts'

declare module '@mui/material/styles' {
  interface Palette {
    readonly tones: Colours
  }
  interface PaletteOptions {
    tones: Colours
  }
}

export type Mode = 'light' | 'dark'

const FONT =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Noto Sans CJK TC", "Noto Sans Arabic", sans-serif'
const QUICK_MS = 150
const RADIUS_CONTROL = 8
const RADIUS_CARD = 12

export function themeOf(mode: Mode): Theme {
  const tones = mode === 'light' ? LIGHT : DARK
  return createTheme({
    palette: {
      mode,
      tones,
      primary: { main: tones.accent, contrastText: tones.onAccent },
      error: { main: tones.red, contrastText: tones.onData },
      warning: { main: tones.warn, contrastText: tones.onData },
      success: { main: tones.green, contrastText: tones.onData },
      info: { main: tones.accent, contrastText: tones.onAccent },
      divider: tones.line,
      background: { default: tones.canvas, paper: tones.surface },
      text: { primary: tones.ink, secondary: tones.inkSoft, disabled: tones.inkMuted },
      action: {
        hover: tones.fill,
        selected: tones.accentSoft,
        disabled: tones.inkMuted,
        disabledBackground: tones.fill,
      },
    },
    shape: { borderRadius: RADIUS_CONTROL },
    spacing: 4,
    shadows: shadowless(),
    transitions: {
      duration: {
        shortest: QUICK_MS,
        shorter: QUICK_MS,
        short: QUICK_MS,
        standard: QUICK_MS,
        enteringScreen: QUICK_MS,
      },
    },
    typography: {
      fontFamily: FONT,
      fontSize: 13,
      h1: { fontSize: 22, lineHeight: '28px', fontWeight: 650 },
      h2: { fontSize: 17, lineHeight: '24px', fontWeight: 650 },
      h3: { fontSize: 15, lineHeight: '22px', fontWeight: 650 },
      body1: { fontSize: 15, lineHeight: '22px' },
      body2: { fontSize: 13, lineHeight: '18px' },
      caption: { fontSize: 12, lineHeight: '16px' },
      button: { textTransform: 'none', fontWeight: 600 },
    },
    components: parts(tones),
  })
}

function shadowless(): Theme['shadows'] {
  const [first, ...others] = createTheme().shadows
  return [first, ...others.map(() => 'none')] as Theme['shadows']
}

/** Outside of the element; a place that cuts what stands outside has a negative `outlineOffset`. */
const focusLine = (tones: Colours) => ({ outline: `2px solid ${tones.accent}` })

function parts(tones: Colours): NonNullable<Theme['components']> {
  return {
    MuiCssBaseline: {
      styleOverrides: {
        body: { fontVariantNumeric: 'tabular-nums', fontSize: 13 },
        '#root': { minHeight: '100vh' },
        ':focus-visible': { ...focusLine(tones), outlineOffset: 2 },
        '@media (prefers-reduced-motion: reduce)': {
          '*': { transitionDuration: '1ms !important', animationDuration: '1ms !important' },
        },
      },
    },
    MuiButton: {
      defaultProps: { disableElevation: true, size: 'small' },
      styleOverrides: {
        root: {
          minHeight: 32,
          whiteSpace: 'nowrap',
          '&.MuiButton-outlined.MuiButton-colorInherit': { borderColor: tones.lineStrong },
        },
      },
    },
    // Buttons and rows set `outline: 0` themselves, which wins over the baseline.
    MuiButtonBase: {
      defaultProps: { disableRipple: true },
      styleOverrides: { root: { '&.Mui-focusVisible': focusLine(tones) } },
    },
    MuiTableRow: { styleOverrides: { root: { '&:focus-visible': focusLine(tones) } } },
    MuiIconButton: { defaultProps: { size: 'small' } },
    MuiTextField: { defaultProps: { size: 'small' } },
    MuiSelect: { defaultProps: { size: 'small' } },
    MuiTable: { defaultProps: { size: 'small' } },
    MuiTableCell: {
      styleOverrides: {
        root: { padding: '7px 12px', borderColor: tones.line, fontSize: 13, lineHeight: '18px' },
        head: { color: tones.inkMuted, fontSize: 12, fontWeight: 600, whiteSpace: 'nowrap', background: tones.surface },
      },
    },
    MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
    MuiDialog: { styleOverrides: { paper: { borderRadius: RADIUS_CARD, border: `1px solid ${tones.line}` } } },
    MuiBackdrop: { styleOverrides: { root: { '&:not(.MuiBackdrop-invisible)': { background: tones.scrim } } } },
    MuiDrawer: { styleOverrides: { paper: { background: tones.surface } } },
    MuiTab: { styleOverrides: { root: { minHeight: 40, minWidth: 0, padding: '8px 12px', outlineOffset: -2 } } },
    MuiMenuItem: { styleOverrides: { root: { outlineOffset: -2 } } },
    MuiListItemButton: { styleOverrides: { root: { outlineOffset: -2 } } },
    MuiTabs: { styleOverrides: { root: { minHeight: 40 } } },
    MuiTooltip: { styleOverrides: { tooltip: { background: tones.ink, color: tones.surface, fontSize: 12 } } },
    MuiLink: { defaultProps: { underline: 'hover' } },
    MuiSnackbarContent: { styleOverrides: { root: { background: tones.ink, color: tones.surface } } },
    MuiAlert: {
      styleOverrides: {
        root: {
          borderRadius: RADIUS_CONTROL,
          fontSize: 13,
          padding: '4px 12px',
          color: tones.ink,
          '&.MuiAlert-standard.MuiAlert-colorWarning': { background: tones.warnSoft },
          '&.MuiAlert-standard.MuiAlert-colorError': { background: tones.redSoft },
          '&.MuiAlert-standard.MuiAlert-colorInfo': { background: tones.accentSoft },
          '&.MuiAlert-standard.MuiAlert-colorSuccess': { background: tones.greenSoft },
        },
      },
    },
  }
}

/** Panels, cards, dialogs. */
export const CARD_RADIUS = `${RADIUS_CARD}px`
