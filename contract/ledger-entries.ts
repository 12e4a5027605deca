import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { exportEndpoints } from './export-tasks.ts'
import { ById, Id, Time, Yuan } from './scalars.ts'
import { ledgerEntryFilters, OwnLedgerEntry } from './wallet.ts'

/** Seconds of one metering segment charged by one posting. */
const EntryCharge = z.object({
  instance_id: Id,
  instance_name: z.string(),
  segment_id: z.string(),
  started_at: Time.meta({ description: '这一段开始运行的时间' }),
  from_s: z.number().int(),
  to_s: z.number().int(),
  price_hour: Yuan,
  amount: Yuan,
  voucher: Yuan.meta({ description: 'amount 中由代金券抵扣的部分' }),
  at: Time.meta({ description: '结算时间' }),
})

export const LedgerEntryDetail = OwnLedgerEntry.extend({
  transaction_id: z.string(),
  others: z.array(OwnLedgerEntry).meta({ description: '同一笔交易在自己其他钱包里的行' }),
  charges: z.array(EntryCharge).meta({ description: '按量扣费：扣的是哪台实例的哪些秒' }),
}).meta({ id: 'EntryDetail' })
export type LedgerEntryDetail = z.infer<typeof LedgerEntryDetail>

const EntryFilters = z.object(ledgerEntryFilters)

/** Calls of 收支明细 besides its list, which is `wallet.entries`. */
export const ledgerEntries = {
  sum: endpoint({
    method: 'GET',
    path: '/api/v1/wallet/entry/sum',
    access: 'user',
    summary: '收支明细：符合条件的行数、收入合计与支出合计',
    description: 'Returns the number of matching ledger entries and the sums of what came in and went out, in yuan.',
    source: 'decided: product §5',
    query: EntryFilters,
    data: z.object({ count: z.number().int(), income: Yuan, spent: Yuan.meta({ description: '支出合计，负数' }) }),
  }),
  ...exportEndpoints({
    path: '/api/v1/wallet/entry/export',
    kind: 'wallet_entry',
    rows: 'ledger entries',
    filters: EntryFilters,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/wallet/entry/:id',
    access: 'user',
    owned: 'ledger_entry',
    summary: '一行收支是为了什么',
    description: 'Returns one ledger entry with the charges or the other entries of its transaction.',
    source: 'decided: product §5',
    params: ById,
    data: LedgerEntryDetail,
  }),
}
