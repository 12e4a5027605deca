import type { z } from 'zod'
import { accessRoles } from '#contract/access.ts'
import type { BankTransfer, BankTransferStatus } from '#contract/bank-transfers.ts'
import { limits } from '#contract/limits.ts'
import { formatFenAsYuan, formatFenText, parseYuanToFen } from '#contract/money.ts'
import type { Deps } from '#server/deps.ts'
import {
  findPicture,
  type ReencodedPicture,
  reencodePicture,
  storePicture,
} from '#server/domains/accounts/pictures/pictures.service.ts'
import { listOperatorsWithRoles } from '#server/domains/accounts/users/accounts.service.ts'
import { type BankTransferRow, bankTransfersRepo } from '#server/domains/money/bank-transfers/bank-transfers.repo.ts'
import { findBankAccount } from '#server/domains/money/wallet/recharge-ways.service.ts'
import { notifyUser } from '#server/domains/notify/notifications/notifications.service.ts'
import type { Context } from '#server/http/context.ts'
import type { Download } from '#server/http/download.ts'
import { newId } from '#server/lib/ids.ts'
import { createFieldRefusal, Refusal } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

const presentStatus = (status: string): BankTransferStatus =>
  status === 'confirmed' ? 'pending' : (status as BankTransferStatus)

export const presentBankTransfer = (row: BankTransferRow): z.input<typeof BankTransfer> => ({
  id: row.id,
  amount: formatFenAsYuan(row.amount_fen),
  payer_name: row.payer_name,
  status: presentStatus(row.status),
  reason: row.reason,
  created_at: row.created_at.toISOString(),
  decided_at: row.decided_at?.toISOString() ?? null,
})

export async function listBankTransfers(
  { deps, caller }: Context,
  query: Parameters<ReturnType<typeof bankTransfersRepo>['list']>[1],
) {
  const { items, total } = await bankTransfersRepo(deps.database.kysely).list(caller.user_id, query)
  return { items: items.map(presentBankTransfer), total }
}

async function getOwnTransferRow({ deps, caller }: Context, id: string): Promise<BankTransferRow> {
  const row = await bankTransfersRepo(deps.database.kysely).find(caller.user_id, id)
  if (!row) throw new Refusal('not_found')
  return row
}

export const getBankTransfer = async (ctx: Context, id: string) => presentBankTransfer(await getOwnTransferRow(ctx, id))

/** Downloads the proof picture of a transfer; the caller has already checked access. */
export async function getTransferProof(
  deps: Deps,
  { picture_id: pictureId }: Pick<BankTransferRow, 'picture_id'>,
): Promise<Download> {
  const picture = await findPicture(deps.database.kysely, deps, pictureId)
  if (!picture) throw new Refusal('not_found')
  return { body: picture.bytes, type: picture.type }
}

export const getOwnTransferProof = async (ctx: Context, id: string) =>
  getTransferProof(ctx.deps, await getOwnTransferRow(ctx, id))

/** Records a transfer the user claims to have sent. It is credited only after finance has seen it in the bank (product §5). */
export async function createBankTransfer(
  tx: Tx,
  userId: string,
  form: { amount_fen: bigint; payer_name: string },
  picture: ReencodedPicture,
): Promise<BankTransferRow> {
  const now = tx.now()
  const repo = bankTransfersRepo(tx.db)
  await repo.lockOwner(userId)
  if ((await repo.countOpen(userId)) >= limits.bankTransfersOpenMax) throw new Refusal('bank_transfer_limit')
  const pictureId = await storePicture(tx.db, tx.deps, { user_id: userId, purpose: 'transfer_proof', file: picture, at: now })
  const row = await repo.insert({
    ...form,
    id: newId('transfer'),
    user_id: userId,
    picture_id: pictureId,
    status: 'pending',
    created_at: now,
  })
  for (const person of await listOperatorsWithRoles(tx.db, accessRoles.operator_finance)) {
    if (person === userId) continue
    await notifyUser(tx, {
      user_id: person,
      class: 'review',
      title: `待核对：对公转账 ${formatFenText(row.amount_fen)} 元`,
      content: `付款户名 ${row.payer_name}。请对照银行流水确认或驳回。`,
      link: `/operator/bank-transfers/${row.id}`,
    })
  }
  return row
}

export async function submitBankTransfer(
  ctx: Context,
  { amount, payer_name: payerName }: { amount: string; payer_name: string },
) {
  const { deps, caller, file } = ctx
  const amountFen = parseYuanToFen(amount)
  if (!findBankAccount(deps)) throw new Refusal('payment_not_offered')
  if (amountFen > BigInt(limits.bankTransferMaxFen)) {
    throw createFieldRefusal('invalid', 'amount', `单笔转账最多 ${formatFenText(BigInt(limits.bankTransferMaxFen))} 元`)
  }
  const picture = await reencodePicture(file, 'transfer_proof')
  return ctx.transaction(async (tx) =>
    presentBankTransfer(await createBankTransfer(tx, caller.user_id, { amount_fen: amountFen, payer_name: payerName }, picture)),
  )
}
