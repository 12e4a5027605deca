import { demoAccounts } from '#server/demo/accounts.ts'
import { demoRepo } from '#server/demo/demo.repo.ts'
import type { Deps } from '#server/deps.ts'
import { reencodePicture } from '#server/domains/accounts/pictures/pictures.service.ts'
import { createBankTransfer } from '#server/domains/money/bank-transfers/bank-transfers.service.ts'
import { createWithdrawal } from '#server/domains/money/withdrawals/withdrawals.service.ts'
import { inTransaction } from '#server/tx.ts'

const receiptBars = [
  [60, 150, 300],
  [60, 200, 520],
  [60, 250, 420],
  [60, 330, 680],
]
  .map(([x, y, width]) => `<rect x="${x}" y="${y}" width="${width}" height="24" rx="4" fill="#98A2B3"/>`)
  .join('')
/** The outline of a bank receipt, without text so that it needs no font. */
const receiptSvg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="420"><rect width="900" height="420" fill="#fff"/>
<rect x="40" y="40" width="820" height="70" rx="8" fill="#1D4ED8"/>${receiptBars}</svg>`

export const drawDemoReceipt = async (): Promise<Buffer> =>
  (await import('sharp')).default(Buffer.from(receiptSvg)).png().toBuffer()

/** Creates a transfer and a withdrawal of the first demo account that wait for finance. */
export async function seedPayments(deps: Deps): Promise<void> {
  const { database } = deps
  const userId = await demoRepo(database.kysely).userId(demoAccounts[0]!.phone)
  const bytes = await drawDemoReceipt()
  const picture = await reencodePicture({ bytes }, 'transfer_proof')
  const form = { amount_fen: 5_000_00n, payer_name: '北京林晓智能科技有限公司' }
  await inTransaction(deps, (tx) => createBankTransfer(tx, userId, form, picture))
  await inTransaction(deps, (tx) => createWithdrawal(tx, userId, { type: 1, amount: '20.00' }))
}
