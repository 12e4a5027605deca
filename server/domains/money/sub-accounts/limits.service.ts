import type { Kysely } from 'kysely'
import { formatMicroText } from '#contract/money.ts'
import type { DB } from '#server/db/types.ts'
import { subAccountsRepo } from '#server/domains/money/sub-accounts/sub-accounts.repo.ts'
import { Refusal } from '#server/lib/refusal.ts'

/**
 * Refuses what a sub-account's master does not allow: an hourly price above the limit, or one instance too many (product §6).
 * Other accounts have no limits. `new_instance: false` checks an existing instance.
 */
export async function assertSubAccountLimits(
  db: Kysely<DB>,
  userId: string,
  { price_micro: priceMicro, new_instance: newInstance = true }: { price_micro: bigint; new_instance?: boolean },
): Promise<void> {
  const own = await subAccountsRepo(db).limits(userId)
  if (!own) return
  const { price_max_micro: priceMaxMicro, instances_max: instancesMax, instances } = own
  if (priceMaxMicro !== null && priceMicro > priceMaxMicro) {
    const message = `主账号限制单台实例每小时最高 ¥${formatMicroText(priceMaxMicro)}，这台为 ¥${formatMicroText(priceMicro)}`
    throw new Refusal('sub_account_price_limit', { message })
  }
  if (newInstance && instancesMax !== null && instances >= instancesMax) {
    const message = `主账号限制同时最多 ${instancesMax} 台实例，请先释放不用的`
    throw new Refusal('sub_account_instances_limit', { message })
  }
}
