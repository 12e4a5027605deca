import type { Kysely } from 'kysely'
import { yuanOfFen } from '#contract/money.ts'
import type { EntryKind } from '#contract/wallet.ts'
import type { PayoutChannel, WithdrawalType } from '#contract/withdrawals.ts'
import type { DB } from '#server/db/types.ts'
import { fundsOf } from '#server/domains/money/billing/funds.service.ts'
import { invoicedBeyondConsumption } from '#server/domains/money/invoices/invoices.service.ts'
import { partsRepo } from '#server/domains/money/withdrawals/parts.repo.ts'
import { cashTotals, walletBalances } from '#server/ledger/ledger.ts'

/** A payment that money can go back to. */
export interface Source {
  channel: Exclude<PayoutChannel, 'payee'>
  id: string
  left_fen: bigint
  paid_at: Date
}

interface Line {
  label: string
  fen: bigint
  why: string
}

export interface Withdrawable {
  fen: bigint
  lines: Line[]
  sources: Source[]
}

const paid_kinds: readonly EntryKind[] = ['usage', 'llm_usage', 'order', 'refund', 'late_fee']
const withdrawal_kinds: readonly EntryKind[] = ['withdraw_hold', 'withdraw_return']

async function sourcesOf(db: Kysely<DB>, user_id: string): Promise<Source[]> {
  const { recharges, transfers } = await partsRepo(db).sources(user_id)
  return [
    ...recharges.map(({ channel, paid_at, ...row }) => ({ ...row, channel: channel as 'alipay' | 'wechat', paid_at: paid_at! })),
    ...transfers.map(({ paid_at, ...row }) => ({ ...row, channel: 'bank' as const, paid_at: paid_at! })),
  ].sort((a, b) => a.paid_at.getTime() - b.paid_at.getTime() || (a.id < b.id ? -1 : 1))
}

const sum = (amounts: readonly bigint[]) => amounts.reduce((total, fen) => total + fen, 0n)
const positive = (fen: bigint) => (fen > 0n ? fen : 0n)

/**
 * Type 1: what was paid in and neither used, owed, frozen nor invoiced (product §5); the lines add up to it. Never more
 * than the payments it would go back to.
 */
async function balance(db: Kysely<DB>, user_id: string, now: Date): Promise<Withdrawable> {
  const totals = await cashTotals(db, user_id)
  const { cash_fen: cash, free_fen } = await fundsOf(db, user_id, now)
  // What vouchers will pay of it is not the balance's.
  const accrued_fen = cash - free_fen
  const sources = await sourcesOf(db, user_id)
  const of = (kinds: readonly EntryKind[]) => sum(kinds.map((kind) => totals[kind] ?? 0n))
  const [recharged, paid, withdrawn] = [of(['recharge']), of(paid_kinds), of(withdrawal_kinds)]
  const others = cash - recharged - paid - withdrawn
  const invoiced = await invoicedBeyondConsumption(db, user_id)
  const free = positive(cash - accrued_fen - invoiced)
  const stuck = positive(free - sum(sources.map(({ left_fen }) => left_fen)))
  const lines: Line[] = [
    { label: '累计充值', fen: recharged, why: '已到账的支付宝、微信支付与对公转账' },
    { label: '已消费', fen: paid, why: '按量扣费、大模型用量、订单与滞纳金，退款已加回' },
    { label: '提现', fen: withdrawn, why: '已打款的，和处理中冻结的' },
    { label: '其他', fen: others, why: '余额调整与子账号额度' },
    { label: '运行中未结算', fen: -accrued_fen, why: '正在计费、还没有扣款的用量' },
    { label: '已开票未消费', fen: -invoiced, why: '红冲后可提现' },
    { label: '不能原路退回', fen: -stuck, why: '不是由充值付入的部分，只能消费' },
  ]
  return { fen: free - stuck, lines: lines.filter(({ fen }, i) => i < 3 || fen !== 0n), sources }
}

/** Type 2: the income wallet, where nothing is but income. */
async function income(db: Kysely<DB>, user_id: string): Promise<Withdrawable> {
  const balances = await walletBalances(db, user_id)
  const lines = [{ label: '收益余额', fen: balances.income, why: '邀请等奖励，冻结中的提现已减去' }]
  return { fen: positive(balances.income), lines, sources: [] }
}

/** How much can be withdrawn, why, and where it would go. */
export const withdrawableOf = (db: Kysely<DB>, user_id: string, type: WithdrawalType, now: Date): Promise<Withdrawable> =>
  type === 1 ? balance(db, user_id, now) : income(db, user_id)

/** Which payment takes back how much: what was paid in first goes back first. */
export function planOf(sources: readonly Source[], amount_fen: bigint): { source: Source; fen: bigint }[] {
  const plan: { source: Source; fen: bigint }[] = []
  let open = amount_fen
  for (const source of sources) {
    if (open === 0n) break
    const fen = source.left_fen < open ? source.left_fen : open
    plan.push({ source, fen })
    open -= fen
  }
  if (open > 0n) throw new RangeError(`${yuanOfFen(open)} yuan have nowhere to go back to`)
  return plan
}
