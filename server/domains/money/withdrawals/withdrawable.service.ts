import type { Kysely } from 'kysely'
import { formatFenAsYuan } from '#contract/money.ts'
import type { LedgerEntryKind } from '#contract/wallet.ts'
import type { PayoutChannel, WithdrawableLineKey, WithdrawalType } from '#contract/withdrawals.ts'
import type { DB } from '#server/db/types.ts'
import { getFunds } from '#server/domains/money/billing/funds.service.ts'
import { getOverInvoicedFen } from '#server/domains/money/invoices/invoices.service.ts'
import { withdrawalPartsRepo } from '#server/domains/money/withdrawals/parts.repo.ts'
import { getCashTotals, getWalletBalances } from '#server/ledger/ledger.ts'

/** A payment that can be refunded. */
export interface WithdrawalSource {
  channel: Exclude<PayoutChannel, 'payee'>
  id: string
  left_fen: bigint
  paid_at: Date
}

interface Line {
  key: WithdrawableLineKey
  label: string
  fen: bigint
  why: string
  /** The sum of the lines before it. */
  sum?: true
}

export interface Withdrawable {
  fen: bigint
  lines: Line[]
  sources: WithdrawalSource[]
}

const paidKinds: readonly LedgerEntryKind[] = ['usage', 'llm_usage', 'order', 'refund', 'late_fee']
/** Lines that are shown even if they are 0. */
const alwaysShown: ReadonlySet<WithdrawableLineKey> = new Set(['recharged', 'consumed', 'balance'])
const withdrawalKinds: readonly LedgerEntryKind[] = ['withdraw_hold', 'withdraw_return']

async function listSources(db: Kysely<DB>, userId: string): Promise<WithdrawalSource[]> {
  const { recharges, transfers } = await withdrawalPartsRepo(db).sources(userId)
  return [
    ...recharges.map(({ channel, paid_at: paidAt, ...row }) => ({
      ...row,
      channel: channel as 'alipay' | 'wechat',
      paid_at: paidAt!,
    })),
    ...transfers.map(({ paid_at: paidAt, ...row }) => ({ ...row, channel: 'bank' as const, paid_at: paidAt! })),
  ].sort((a, b) => a.paid_at.getTime() - b.paid_at.getTime() || (a.id < b.id ? -1 : 1))
}

const sumFen = (amounts: readonly bigint[]) => amounts.reduce((total, fen) => total + fen, 0n)
const clampFen = (fen: bigint) => (fen > 0n ? fen : 0n)

/**
 * Type 1: money paid in that is not used, owed, frozen or invoiced (product §5); the lines add up to it. Never more than the
 * payments that can be refunded.
 */
async function getWithdrawableBalance(db: Kysely<DB>, userId: string, now: Date): Promise<Withdrawable> {
  const totals = await getCashTotals(db, userId)
  const { cash_fen: cash, free_fen: freeFen } = await getFunds(db, userId, now)
  // Excludes usage that vouchers will pay, as it does not reduce the balance.
  const accruedFen = cash - freeFen
  const sources = await listSources(db, userId)
  const of = (kinds: readonly LedgerEntryKind[]) => sumFen(kinds.map((kind) => totals[kind] ?? 0n))
  const [recharged, paid, withdrawn] = [of(['recharge']), of(paidKinds), of(withdrawalKinds)]
  const { frozen } = await getWalletBalances(db, userId)
  const others = cash - recharged - paid - withdrawn
  const invoiced = await getOverInvoicedFen(db, userId)
  const left = cash - accruedFen - invoiced
  const free = clampFen(left)
  const stuck = clampFen(free - sumFen(sources.map(({ left_fen: leftFen }) => leftFen)))
  const lines: Line[] = [
    { key: 'recharged', label: '累计充值', fen: recharged, why: '已到账的支付宝、微信支付与对公转账' },
    { key: 'consumed', label: '已消费', fen: paid, why: '按量扣费、大模型用量、订单与滞纳金，减去退款' },
    { key: 'withdrawn', label: '已提现', fen: withdrawn + frozen, why: '已打款的提现' },
    { key: 'frozen', label: '提现处理中', fen: -frozen, why: '审核或打款中，已冻结；驳回即解冻' },
    { key: 'others', label: '其他', fen: others, why: '余额调整与子账号额度' },
    { key: 'balance', label: '可用余额', fen: cash, why: '以上各项的合计', sum: true },
    { key: 'accrued', label: '运行中未结算', fen: -accruedFen, why: '正在计费、还没有扣款的用量' },
    { key: 'invoiced', label: '已开票未消费', fen: -invoiced, why: '开票后退款的部分，红冲后可提现' },
    { key: 'short', label: '不足的部分', fen: free - left, why: '余额不够抵扣以上各项，暂时没有可提现的' },
    { key: 'stuck', label: '不能原路退回', fen: -stuck, why: '不是由充值付入的部分，只能消费' },
  ]
  return { fen: free - stuck, lines: lines.filter(({ fen, key }) => fen !== 0n || alwaysShown.has(key)), sources }
}

/** Type 2: the income wallet, which holds only income. */
async function getWithdrawableIncome(db: Kysely<DB>, userId: string): Promise<Withdrawable> {
  const balances = await getWalletBalances(db, userId)
  const lines: Line[] = [{ key: 'income', label: '收益余额', fen: balances.income, why: '邀请等奖励，不含提现冻结的部分' }]
  return { fen: clampFen(balances.income), lines, sources: [] }
}

/** Returns how much can be withdrawn, why, and to which payments it would go. */
export const getWithdrawable = (db: Kysely<DB>, userId: string, type: WithdrawalType, now: Date): Promise<Withdrawable> =>
  type === 1 ? getWithdrawableBalance(db, userId, now) : getWithdrawableIncome(db, userId)

/** Plans how much each payment refunds: the oldest payment first. */
export function computeWithdrawalPlan(
  sources: readonly WithdrawalSource[],
  amountFen: bigint,
): { source: WithdrawalSource; fen: bigint }[] {
  const plan: { source: WithdrawalSource; fen: bigint }[] = []
  let open = amountFen
  for (const source of sources) {
    if (open === 0n) break
    const fen = source.left_fen < open ? source.left_fen : open
    plan.push({ source, fen })
    open -= fen
  }
  if (open > 0n) throw new RangeError(`${formatFenAsYuan(open)} yuan have nowhere to go back to`)
  return plan
}
