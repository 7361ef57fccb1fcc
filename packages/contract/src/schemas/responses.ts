/** The `data` of each call's answer, by call name. */
import { z } from 'zod'
import type { CallName } from '../calls.ts'
import { balance, balanceDetail, basicInfo, companyStatus, logList, signIn, user } from './accounts.ts'
import { IDENTITY_RESPONSES } from './identity.ts'
import { candle, category, searchResult, sparkPoint, tradeItem } from './market.ts'
import { MONEY_RESPONSES } from './money.ts'
import { NOTICE_RESPONSES } from './notices.ts'
import { order, orderList } from './orders.ts'
import { ACCOUNT_RESPONSES } from './people.ts'
import { receipt } from './receipt.ts'

export const RESPONSES = {
  ...ACCOUNT_RESPONSES,
  ...IDENTITY_RESPONSES,
  ...MONEY_RESPONSES,
  ...NOTICE_RESPONSES,
  createAccountDemoForU: signIn,
  userInfo: user,
  logout: z.null(),
  getBasicInfo: basicInfo,
  getCompanyStatus: companyStatus,
  tradeList: z.array(tradeItem),
  getCategories: z.array(category),
  searchCurrency: z.array(searchResult),
  kline: z.array(candle),
  abbreviatedCacheKline: z.array(sparkPoint),
  submit: order,
  myDeal: orderList,
  close: order,
  cancelTrade: order,
  setStopPrice: order,
  receipt,
  resetForexDemoAccount: balance,
  getBalance: balance,
  forexDetail: balanceDetail,
  forexChange: logList,
} as const satisfies Record<CallName, z.ZodType>
