/**
 * The design components of every screen. Import them from here; colours, sizes and durations come from tokens.css only.
 *
 * Texts: `useTranslate()` of `../i18n/i18n.ts` (typed keys `section.key`, `{{placeholders}}`, plurals by `count`), our
 * own small function shared with the server; i18next is not used. Server: `call(name, input)` and the hooks of
 * `../data/queries.ts` (useTradeList, useBasics, queries.refreshOrders) and `../data/screenQueries.ts` (useOrders,
 * ordersIn). Live: `../data/live.ts` (useQuote, useAccount, useLiveOrder, useConnection) and `../data/connection.ts`
 * (useTopic, onOrdersClosed). Session: `../data/session.ts`.
 */

export { Amount } from './Amount.tsx'
export { Button, IconButton } from './Button.tsx'
export { CheckField } from './CheckField.tsx'
export { Chips } from './Chips.tsx'
export { Choices } from './Choices.tsx'
export { CodeField } from './CodeField.tsx'
export { Confirm } from './Confirm.tsx'
export { CopyButton } from './CopyButton.tsx'
export { CopyLine } from './CopyLine.tsx'
export { classes, WARNING } from './classes.ts'
export { CODE_DIGITS } from './digits.ts'
export { Field, PasswordField } from './Field.tsx'
export { PAIR } from './FieldFrame.tsx'
export { ChangePill, Figure, Price } from './Figures.tsx'
export * as FirstIcon from './firstIcons.tsx'
export { InfiniteList } from './InfiniteList.tsx'
export * as Icon from './icons.tsx'
export { Line } from './Line.tsx'
export { LinkButton } from './LinkButton.tsx'
export { Logo } from './Logo.tsx'
export { isLayerOnTop, layersPassed, useBackCloses, useIsLayered } from './layers.ts'
export { MailAddress } from './MailAddress.tsx'
export { Mark } from './Mark.tsx'
export { PictureField } from './PictureField.tsx'
export { PullToRefresh } from './PullToRefresh.tsx'
export { RiskGauge, RiskText } from './RiskGauge.tsx'
export { ActionRow, Choice, Group, LinkRow } from './Rows.tsx'
export { SelectField } from './SelectField.tsx'
export { Sheet, SideDrawer } from './Sheet.tsx'
export { Sparkline } from './Sparkline.tsx'
export { Spinner } from './Spinner.tsx'
export { Empty, ErrorState, FormFault, Note, Skeleton, SkeletonRows } from './States.tsx'
export { Stepper } from './Stepper.tsx'
export { SwipeRow } from './SwipeRow.tsx'
export { SettingRow, Switch } from './Switch.tsx'
export { sparklinePaths } from './sparkline.ts'
export { TabPanel, Tabs } from './Tabs.tsx'
export { TextArea } from './TextArea.tsx'
export { toast } from './toasts.ts'
export { useLongPress } from './useLongPress.ts'
export { useOnScreen } from './useOnScreen.ts'
