import type { z } from 'zod'
import { roles_of_access } from '#contract/access.ts'
import type { BankTransfer, BankTransferStatus } from '#contract/bank-transfers.ts'
import { limits } from '#contract/limits.ts'
import { fenOfYuan, yuanOfFen } from '#contract/money.ts'
import type { Deps } from '#server/deps.ts'
import { type DrawnPicture, drawPicture, findPicture, storePicture } from '#server/domains/accounts/pictures/pictures.service.ts'
import { operatorsWith } from '#server/domains/accounts/users/accounts.service.ts'
import { type BankTransferRow, bankTransfersRepo } from '#server/domains/money/bank-transfers/bank-transfers.repo.ts'
import { bankAccount } from '#server/domains/money/wallet/recharge-ways.service.ts'
import { notify } from '#server/domains/notify/notifications/notifications.service.ts'
import type { Context } from '#server/http/context.ts'
import type { Download } from '#server/http/download.ts'
import { newId } from '#server/lib/ids.ts'
import { Refusal, refuseField } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

const shownStatus = (status: string): BankTransferStatus => (status === 'confirmed' ? 'pending' : (status as BankTransferStatus))

export const presentTransfer = (row: BankTransferRow): z.input<typeof BankTransfer> => ({
  id: row.id,
  amount: yuanOfFen(row.amount_fen),
  payer_name: row.payer_name,
  status: shownStatus(row.status),
  reason: row.reason,
  created_at: row.created_at.toISOString(),
  decided_at: row.decided_at?.toISOString() ?? null,
})

export async function listTransfers(
  { deps, caller }: Context,
  query: Parameters<ReturnType<typeof bankTransfersRepo>['list']>[1],
) {
  const { items, total } = await bankTransfersRepo(deps.database.kysely).list(caller.user_id, query)
  return { items: items.map(presentTransfer), total }
}

async function find({ deps, caller }: Context, id: string): Promise<BankTransferRow> {
  const row = await bankTransfersRepo(deps.database.kysely).find(caller.user_id, id)
  if (!row) throw new Refusal('not_found')
  return row
}

export const getTransfer = async (ctx: Context, id: string) => presentTransfer(await find(ctx, id))

/** The picture behind a transfer; who may see it has been decided before. */
export async function proofOf(deps: Deps, { picture_id }: Pick<BankTransferRow, 'picture_id'>): Promise<Download> {
  const picture = await findPicture(deps.database.kysely, deps, picture_id)
  if (!picture) throw new Refusal('not_found')
  return { body: picture.bytes, type: picture.type }
}

export const getProof = async (ctx: Context, id: string) => proofOf(ctx.deps, await find(ctx, id))

/** Notes what somebody says to have sent. Nothing is credited before finance has seen it in the bank (product §5). */
export async function openTransfer(
  tx: Tx,
  user_id: string,
  form: { amount_fen: bigint; payer_name: string },
  picture: DrawnPicture,
): Promise<BankTransferRow> {
  const now = tx.now()
  const repo = bankTransfersRepo(tx.db)
  await repo.lockOwner(user_id)
  if ((await repo.countOpen(user_id)) >= limits.bank_transfers_open_max) throw new Refusal('bank_transfer_limit')
  const picture_id = await storePicture(tx.db, tx.deps, { user_id, purpose: 'transfer_proof', file: picture, at: now })
  const row = await repo.insert({ ...form, id: newId('transfer'), user_id, picture_id, status: 'pending', created_at: now })
  for (const person of await operatorsWith(tx.db, roles_of_access.operator_finance)) {
    if (person === user_id) continue
    await notify(tx, {
      user_id: person,
      class: 'review',
      title: `待核对：对公转账 ${yuanOfFen(row.amount_fen)} 元`,
      content: `付款户名 ${row.payer_name}。请对照银行流水确认或驳回。`,
      link: `/operator/bank-transfers/${row.id}`,
    })
  }
  return row
}

export async function submitTransfer(ctx: Context, { amount, payer_name }: { amount: string; payer_name: string }) {
  const { deps, caller, file } = ctx
  const amount_fen = fenOfYuan(amount)
  if (!bankAccount(deps)) throw new Refusal('payment_not_offered')
  if (amount_fen > BigInt(limits.bank_transfer_max_fen)) {
    throw refuseField('invalid', 'amount', `单笔转账最多 ${yuanOfFen(BigInt(limits.bank_transfer_max_fen))} 元`)
  }
  const picture = await drawPicture(file, 'transfer_proof')
  return ctx.transaction(async (tx) =>
    presentTransfer(await openTransfer(tx, caller.user_id, { amount_fen, payer_name }, picture)),
  )
}
