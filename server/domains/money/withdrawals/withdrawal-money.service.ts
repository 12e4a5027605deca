import type { Transaction } from 'kysely'
import { formatFenText } from '#contract/money.ts'
import { type WithdrawalType, withdrawalTypes } from '#contract/withdrawals.ts'
import type { DB } from '#server/db/types.ts'
import { clearArrears } from '#server/domains/money/billing/arrears.service.ts'
import { type WithdrawalPartRow, withdrawalPartsRepo } from '#server/domains/money/withdrawals/parts.repo.ts'
import { type WithdrawalRow, withdrawalsRepo } from '#server/domains/money/withdrawals/withdrawals.repo.ts'
import { notifyUser } from '#server/domains/notify/notifications/notifications.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import type { WalletKind } from '#server/ledger/ledger.repo.ts'
import { type Posting, recordPosting } from '#server/ledger/ledger.ts'
import type { Tx } from '#server/tx.ts'

type Row = Pick<WithdrawalRow, 'id' | 'user_id' | 'type' | 'amount_fen'>
type Part = Pick<WithdrawalPartRow, 'id' | 'withdrawal_id' | 'amount_fen'>

const wallets: Record<WithdrawalType, { free: WalletKind; frozen: WalletKind }> = {
  1: { free: 'cash', frozen: 'frozen' },
  2: { free: 'income', frozen: 'income_frozen' },
}
const walletsOf = ({ type }: Pick<Row, 'type'>) => wallets[type as WithdrawalType]

const postingTitles = { withdraw_hold: '申请提现', withdraw_return: '提现退回', withdraw: '提现打款' } as const

const buildPosting = (
  row: Row,
  posting: Pick<Posting, 'idem' | 'movements' | 'at'> & { kind: keyof typeof postingTitles },
): Posting => ({
  ...posting,
  title: `${postingTitles[posting.kind]}（${withdrawalTypes[row.type as WithdrawalType]}）`,
  ref: row.id,
})

/** Freezes the amount; refuses `insufficient_balance` if the wallet does not hold it. */
export async function freezeWithdrawalMoney(trx: Transaction<DB>, row: Row, at: Date): Promise<void> {
  const { free, frozen } = walletsOf(row)
  const user = row.user_id
  const movements = [{ from: { user, wallet: free }, to: { user, wallet: frozen }, amount_fen: row.amount_fen }]
  await recordPosting(trx, buildPosting(row, { idem: `withdraw_hold:${row.id}`, kind: 'withdraw_hold', at, movements }))
}

async function returnToWallet(trx: Transaction<DB>, row: Row, what: { id: string; amount_fen: bigint }, at: Date): Promise<void> {
  const { free, frozen } = walletsOf(row)
  const user = row.user_id
  const movements = [{ from: { user, wallet: frozen }, to: { user, wallet: free }, amount_fen: what.amount_fen }]
  await recordPosting(trx, buildPosting(row, { idem: `withdraw_return:${what.id}`, kind: 'withdraw_return', at, movements }))
  await clearArrears(trx, user, at)
}

/** Returns the whole amount of a withdrawal that was not approved. */
export async function releaseWithdrawalMoney(trx: Transaction<DB>, row: Row, at: Date): Promise<void> {
  await withdrawalPartsRepo(trx).releaseAll(row.id, at)
  await returnToWallet(trx, row, row, at)
}

/** Notifies the owner of the progress and refreshes the views that show it. */
export async function notifyWithdrawalOwner(
  tx: Tx,
  row: Pick<Row, 'id' | 'user_id'>,
  text: { title: string; content: string },
): Promise<void> {
  const link = `/console/cost/withdrawal/${row.id}`
  await notifyUser(tx, { user_id: row.user_id, class: 'balance', ...text, link })
  await publishChange(tx, { user_id: row.user_id, resource: 'wallet', id: row.id })
}

/** Records a part as paid: the frozen money leaves the platform. */
export async function recordPartPaid(
  tx: Tx,
  row: Row,
  part: Part,
  paid: { reference: string | null; paid_by?: string },
): Promise<void> {
  const at = tx.now()
  await withdrawalPartsRepo(tx.db).update(part.id, { ...paid, status: 'done', failure: null, next_try_at: null, ended_at: at })
  const from = { user: row.user_id, wallet: walletsOf(row).frozen }
  const movements = [{ from, to: 'channel' as const, amount_fen: part.amount_fen }]
  await recordPosting(tx.db, buildPosting(row, { idem: `withdraw:${part.id}`, kind: 'withdraw', at, movements }))
  await endSettledWithdrawal(tx, row)
}

/** Returns a part that could not be paid out to the wallet it came from. */
export async function recordPartReturned(tx: Tx, row: Row, part: Part, reason: string): Promise<void> {
  const at = tx.now()
  await withdrawalPartsRepo(tx.db).update(part.id, { status: 'returned', next_try_at: null, ended_at: at })
  await returnToWallet(tx.db, row, part, at)
  await notifyWithdrawalOwner(tx, row, {
    title: `提现中的 ${formatFenText(part.amount_fen)} 元已退回钱包`,
    content: `原因：${reason}`,
  })
  await endSettledWithdrawal(tx, row)
}

async function endSettledWithdrawal(tx: Tx, row: Row): Promise<void> {
  if ((await withdrawalPartsRepo(tx.db).countOpen(row.id)) > 0) return
  await withdrawalsRepo(tx.db).update(row.id, { status: 'done', ended_at: tx.now() })
  await notifyWithdrawalOwner(tx, row, {
    title: `提现 ${formatFenText(row.amount_fen)} 元已处理完毕`,
    content: '原路退回的款项一般在 1–3 个工作日内到账，以支付渠道或银行为准。',
  })
}
