import { dayMs } from '#contract/day.ts'
import { formatFenAsYuan } from '#contract/money.ts'
import { demoAccounts, rechargeAtSandbox } from '#server/demo/accounts.ts'
import { demoRepo } from '#server/demo/demo.repo.ts'
import type { Deps } from '#server/deps.ts'
import { loadInvoiceable } from '#server/domains/money/invoices/invoiceable.service.ts'
import { createInvoiceRequest } from '#server/domains/money/invoices/request-invoice.service.ts'
import { bookOrder } from '#server/domains/rentals/orders/book-order.service.ts'
import { newId } from '#server/lib/ids.ts'
import { inTransaction } from '#server/tx.ts'

const purchaseAgeDays = 24
/** Purchases at that time, in fen. Their sum equals the recharge, so that the demo balance stays unchanged. */
const packages = [
  { title: '图像分类 续费 1 天（RTX 4090 × 1）', amount_fen: 54_72n },
  { title: '语音识别 续费 1 天（RTX 4090 × 2）', amount_fen: 109_44n },
] as const

/** Creates purchases some weeks ago for two instances now gone: one invoice awaits review, the other can be requested. */
export async function seedInvoices(deps: Deps): Promise<void> {
  const then = { ...deps, clock: { ...deps.clock, now: () => new Date(deps.clock.now().getTime() - purchaseAgeDays * dayMs) } }
  const [{ phone }] = demoAccounts as [(typeof demoAccounts)[number]]
  const userId = await demoRepo(deps.database.kysely).userId(phone)
  await rechargeAtSandbox(
    then,
    userId,
    packages.reduce((sum, { amount_fen: amountFen }) => sum + amountFen, 0n),
  )
  await inTransaction(then, async (tx) => {
    const repo = demoRepo(tx.db)
    const priceId = await repo.anyPriceId()
    const at = then.clock.now()
    for (const bought of packages) {
      await bookOrder(tx, {
        ...bought,
        user_id: userId,
        kind: 'renew',
        charge_rule: 'day',
        quantity: 1,
        instance_id: null,
        price_id: priceId,
        quote_id: newId('quote'),
        created_at: at,
      })
    }
  })
  await inTransaction(deps, async (tx) => {
    const repo = demoRepo(tx.db)
    const at = then.clock.now()
    const { items } = await loadInvoiceable(tx.db, userId, tx.now())
    const item = items.find(({ ready }) => ready)
    if (!item) return
    const title = {
      id: newId('title'),
      user_id: userId,
      holder: 'university',
      name: '清河大学',
      tax_number: '12100000400000456B',
    }
    await repo.insert('invoice_titles', [{ ...title, is_default: true, created_at: at }])
    await repo.insert('invoice_emails', [
      { id: newId('email'), user_id: userId, email: 'linxiao@example.cn', is_default: true, verified_at: at, created_at: at },
    ])
    await createInvoiceRequest(tx, userId, {
      kind: 'normal',
      title_id: title.id,
      item_ids: [item.item],
      amount: formatFenAsYuan(item.fen),
      emails: ['linxiao@example.cn'],
      remark: '课题组算力费用',
    })
  })
}
