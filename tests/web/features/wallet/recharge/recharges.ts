import type { EndpointData } from '#contract/endpoint.ts'
import { wallet } from '#contract/wallet.ts'
import { mockCall } from '#tests/web/support/wire.ts'

export type RechargeReply = EndpointData<typeof wallet.get_recharge>
export type WalletReply = EndpointData<typeof wallet.get>
type Ways = EndpointData<typeof wallet.recharge_ways>

const minute = 60_000

export const buildRecharge = (change: Partial<RechargeReply> = {}): RechargeReply => ({
  id: 'recharge-1',
  amount: '200.00',
  channel: 'alipay',
  status: 'pending',
  pay_url: '/sandbox/cashier/t-1',
  pay_way: 'qr',
  created_at: new Date().toISOString(),
  expires_at: new Date(Date.now() + 30 * minute).toISOString(),
  paid_at: null,
  ...change,
})

export const buildRechargeWallet = (change: Partial<WalletReply> = {}): WalletReply => ({
  cash: '500.00',
  accrued: '0.00',
  accrued_voucher: '0.00',
  voucher: '0.00',
  frozen: '0.00',
  income: '0.00',
  burn_hour: '2.28',
  hours_left: 219.3,
  recharged: '500.00',
  consumed: '0.00',
  ...change,
})

const aBank = {
  bank_name: '示例银行',
  account_name: '示例收款户名',
  account_number: '0000 0000',
  remark_code: 'ZSABC234',
  sample: true,
}

/** What the recharge page asks for on its way up. */
export function serveRechargePage({
  purse = buildRechargeWallet,
  recent = () => [] as RechargeReply[],
  instances = 1,
} = {}): void {
  mockCall(wallet.get, () => purse())
  const counts = { total: instances, running: 0, shut_down: instances, abnormal: 0 }
  mockCall(wallet.overview, () => ({ wallet: purse(), counts, todos: [], events: [] }))
  mockCall(wallet.recharge_ways, (): Ways => ({ channels: ['alipay', 'wechat'], bank: aBank }))
  mockCall(wallet.recharges, () => ({ items: recent(), total: recent().length }))
}
