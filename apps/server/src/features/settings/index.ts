/** Settings that staff change while the server runs. */
export type { Area } from './areas.ts'
export { banks, chargeNetworks } from './channels.ts'
export type { CompanyStated, OperatorStated } from './companies.ts'
export { defaultHandlers } from './customer.ts'
export type { SettingValue } from './registry.ts'
export { bringsSandboxToMoney, maySandboxStand, offersReal } from './sandbox-rule.ts'
export { openSettings, type SettingRefusal, type Settings, SettingsRefused } from './settings.ts'
export { settingHandlers } from './staff.ts'
