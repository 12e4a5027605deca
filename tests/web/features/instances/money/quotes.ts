import { instanceGuards } from '#contract/guards.ts'
import type { ChangeQuote, RenewQuote, ResizeOptions } from '#contract/instance-money.ts'
import { wallet } from '#contract/wallet.ts'
import { buildWallet } from '#tests/web/support/wallet.ts'
import { mockCall } from '#tests/web/support/wire.ts'

const priced = () => ({
  token: 'quote-1',
  expires_at: new Date(Date.now() + 600_000).toISOString(),
  balance: '500.00',
  balance_after: '116.96',
  voucher: '0.00',
  required: '383.04',
  enough: true,
  real_name_passed: true,
  data_note: '系统盘和数据盘都不变。',
})

export const buildRenewQuote = (change: Partial<RenewQuote> = {}): RenewQuote => ({
  ...priced(),
  amount: '383.04',
  count: 1,
  rows: [buildRenewQuoteRow()],
  ...change,
})

export const buildRenewQuoteRow = (change: Partial<RenewQuote['rows'][number]> = {}): RenewQuote['rows'][number] => ({
  id: 'gpu-1',
  nick_name: '微调',
  ok: true,
  code: '0',
  message: '',
  amount: '383.04',
  lines: [{ title: 'RTX 4090 × 1', detail: '¥383.04/卡/周 × 1 卡 × 1 周', amount: '383.04' }],
  expire_at: '2026-12-01T06:00:00Z',
  expire_after: '2026-12-08T06:00:00Z',
  ...change,
})

const terms = { price_hour: '2.28', gpu_type: 'RTX 4090', gpu_num: 2, cpu: 28, memory: 120, data_disk: 200 }

export const buildChangeQuote = (change: Partial<ChangeQuote> = {}): ChangeQuote => ({
  ...priced(),
  pay: '0.00',
  back: '269.04',
  lines: [{ title: '正在用的时长', detail: '付过的现金 ¥383.04 − 已用 2 天 2 小时 × ¥2.28/小时', amount: '-269.04' }],
  before: { ...terms, charge_rule: 'week', price_unit: 3, expire_at: '2026-12-01T06:00:00Z' },
  after: { ...terms, charge_rule: 'hour', price_unit: 1, expire_at: null },
  settle_note: '已用时长算到确认的那一秒。',
  in_stock: true,
  ...change,
})

export const buildResizeOptions = (change: Partial<ResizeOptions> = {}): ResizeOptions => ({
  why_not: null,
  products: [
    { product_id: 'product-1', name: '4090', gpu_type: 'RTX 4090', vram: 24, price_hour: '2.28', gpu_max: 4, gpu_free: 4 },
    { product_id: 'product-2', name: 'A100', gpu_type: 'A100 80GB', vram: 80, price_hour: '6.88', gpu_max: 0, gpu_free: 0 },
  ],
  data_disk_max: 2000,
  migrate: null,
  ...change,
})

export function serveCashBalance(cash = '500.00'): void {
  mockCall(wallet.get, () => buildWallet({ cash, accrued: '0.00' }))
  mockCall(instanceGuards.burn, () => ({
    running: 1,
    saving: 0,
    burn_hour: '0.00',
    cash,
    runs_out_at: null,
    low: false,
    grace_until: null,
  }))
}
