/** Companies: brand, profile and files of the operator and of its white labels. */

export { companyHandlers } from './customer.ts'
export { type CompanyFile, type CompanyFiles, openCompanyFiles } from './files.ts'
export { brandShown, companyName } from './profile.ts'
export { companyStaffHandlers } from './staff.ts'
