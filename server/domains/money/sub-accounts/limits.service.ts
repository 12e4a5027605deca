import type { Kysely } from 'kysely'
import { yuanOfMicro } from '#contract/money.ts'
import type { DB } from '#server/db/types.ts'
import { subAccountsRepo } from '#server/domains/money/sub-accounts/sub-accounts.repo.ts'
import { Refusal } from '#server/lib/refusal.ts'

/**
 * Refuses what the master of a sub-account does not allow: an instance that costs more per hour, or one too many
 * (product §6). Nothing is refused to anybody else. `new_instance: false` asks about one that is there already.
 */
export async function refuseBeyondLimits(
  db: Kysely<DB>,
  user_id: string,
  { price_micro, new_instance = true }: { price_micro: bigint; new_instance?: boolean },
): Promise<void> {
  const own = await subAccountsRepo(db).limits(user_id)
  if (!own) return
  const { price_max_micro, instances_max, instances } = own
  if (price_max_micro !== null && price_micro > price_max_micro) {
    const message = `主账号限制单台实例每小时最高 ¥${yuanOfMicro(price_max_micro)}，这台为 ¥${yuanOfMicro(price_micro)}`
    throw new Refusal('sub_account_price_limit', { message })
  }
  if (new_instance && instances_max !== null && instances >= instances_max) {
    const message = `主账号限制同时最多 ${instances_max} 台实例，请先释放不用的`
    throw new Refusal('sub_account_instances_limit', { message })
  }
}
