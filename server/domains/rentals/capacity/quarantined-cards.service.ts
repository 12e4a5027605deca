import type { Deps } from '#server/deps.ts'
import { hostHealthRepo } from '#server/domains/rentals/capacity/host-health.repo.ts'
import { publishStockChange } from '#server/domains/rentals/capacity/hosts.service.ts'
import type { ObservedInstance } from '#server/ports/compute.ts'
import { inTransaction } from '#server/tx.ts'

const reasonPrefix = '隔离中的实例正在使用：'

/**
 * Takes the cards out of sale that unknown objects use, as after the restore of an older backup, and puts them back once no object
 * on hosts that told all they have (`complete`) uses them. Such a card that an instance of ours holds is replaced at its next boot.
 */
export async function holdCardsInQuarantine(
  deps: Deps,
  strangers: readonly ObservedInstance[],
  complete: readonly string[],
): Promise<void> {
  const used = new Map(strangers.flatMap(({ ref, gpu_uuids: cards = [] }) => cards.map((card) => [card, ref.id] as const)))
  const health = hostHealthRepo(deps.database.kysely)
  const answered = new Set(complete)
  const held = await health.heldFor(reasonPrefix)
  const freed = held.filter(({ uuid, host_id: host }) => !used.has(uuid) && answered.has(host))
  const taken = used.size === 0 ? [] : await health.onSale([...used.keys()])
  if (freed.length === 0 && taken.length === 0) return
  await inTransaction(deps, async (tx) => {
    const repo = hostHealthRepo(tx.db)
    for (const { uuid } of freed) await repo.restoreCard(uuid)
    for (const { uuid } of taken) await repo.holdCard(uuid, reasonPrefix + used.get(uuid), tx.now())
    await publishStockChange(tx)
  })
}
