import { sql, type Transaction } from 'kysely'
import type { DB } from '#server/db/types.ts'
import { receivePayment } from '#server/domains/money/wallet/receive-payment.service.ts'
import { newId } from '#server/lib/ids.ts'
import { compareWithRawWrites, postRaw, publishRaw, rawReference } from '#tests/bench/raw-writes.ts'
import type { BenchmarkScenario } from '#tests/bench/scenario.ts'
import { createCountedPlatform } from '#tests/bench/world.ts'

const eachRound = 60
const amountFen = 1250n

/** Writes the rows of a paid recharge, without any checks. */
async function writeRaw(trx: Transaction<DB>, now: Date, { id: userId, trade_no: tradeNo }: { id: string; trade_no: string }) {
  await sql`
    update recharges set status = 'paid', paid_at = ${now}, provider_no = ${tradeNo}, next_check_at = null
    where trade_no = ${tradeNo}`.execute(trx)
  await postRaw(trx, { user_id: userId, kind: 'recharge', fen: Number(amountFen), with: 'channel', at: now })
  await sql`
    insert into notifications (id, user_id, class, title, content, created_at)
    values (${newId('note')}, ${userId}, 'balance', '充值已到账', '余额已更新。', ${now})`.execute(trx)
  await publishRaw(trx, userId, now, 2)
}

export const rechargeScenario: BenchmarkScenario = {
  name: '收一笔充值的回调（验签、核对金额、入账、解除欠费、通知）',
  reference: rawReference,
  aim: { at_least: 0.4 },
  async run() {
    const world = await createCountedPlatform(eachRound)
    const { deps, people } = world
    const { kysely } = deps.database
    let trades: string[] = []
    try {
      return await compareWithRawWrites(world, {
        prepare: async () => {
          const now = deps.clock.now()
          trades = people.map(() => newId('trade'))
          const rows = people.map(({ id }, nth) => ({
            id: newId('recharge'),
            trade_no: trades[nth]!,
            user_id: id,
            amount_fen: amountFen,
            channel: 'alipay',
            status: 'pending',
            created_at: now,
            expires_at: new Date(now.getTime() + 1_800_000),
          }))
          await kysely.insertInto('recharges').values(rows).execute()
          await sql`vacuum analyze`.execute(kysely)
        },
        ours: (nth) => {
          const notice = deps.sandbox.payment!.notice({ trade_no: trades[nth]!, amount_fen: amountFen })
          return receivePayment(deps, 'alipay', notice)
        },
        raw: (begin, nth) => begin((trx) => writeRaw(trx, deps.clock.now(), { id: people[nth]!.id, trade_no: trades[nth]! })),
      })
    } finally {
      await world.close()
    }
  },
}
