import { accessRoles } from '#contract/access.ts'
import type { Deps } from '#server/deps.ts'
import { listOperatorsWithRoles } from '#server/domains/accounts/users/accounts.service.ts'
import { notifyUser } from '#server/domains/notify/notifications/notifications.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { type CardChange, computeCardChanges } from '#server/domains/rentals/capacity/card-health.policy.ts'
import { claimGpus, gpusRepo } from '#server/domains/rentals/capacity/gpu-placement.repo.ts'
import { hostHealthRepo } from '#server/domains/rentals/capacity/host-health.repo.ts'
import type { InstanceRow } from '#server/domains/rentals/instances/instances.repo.ts'
import { notifyOwners } from '#server/domains/rentals/instances/maintenance-notices.ts'
import { forEachIsolated } from '#server/lib/concurrency.ts'
import { groupBy } from '#server/lib/group-by.ts'
import { Refusal } from '#server/lib/refusal.ts'
import type { ComputeHost } from '#server/ports/compute-host.ts'
import { inTransaction, type Tx } from '#server/tx.ts'

type Inventory = Pick<ComputeHost, 'name' | 'gpus' | 'capabilities'>

/**
 * Records what hosts that answer report to be wrong with their cards. Cards with a finding are not sold; those of which it lasts
 * stay out of sale until an operator decides, and operators and owners are told once (docs/decisions/124).
 */
export async function recordCardHealth(deps: Deps, hosts: readonly Inventory[]): Promise<void> {
  const cards = await hostHealthRepo(deps.database.kysely).cards(hosts.map(({ name }) => name))
  const cardsOn = groupBy(cards, (card) => card.host_id)
  await forEachIsolated(hosts, deps, 'recording the health of cards', async ({ name, gpus, capabilities }) => {
    const changes = computeCardChanges(cardsOn.get(name) ?? [], gpus, capabilities.cards, deps.clock.now())
    if (changes.length > 0) await inTransaction(deps, (tx) => applyCardChanges(tx, name, changes))
  })
}

async function applyCardChanges(tx: Tx, host: string, changes: readonly CardChange[]): Promise<void> {
  const repo = hostHealthRepo(tx.db)
  const held: HeldCard[] = []
  for (const { uuid, hold, ...found } of changes) {
    await repo.noteCard(uuid, found)
    const card = hold && found.health !== null ? await repo.holdCard(uuid, found.health, tx.now()) : undefined
    if (card) held.push({ ...card, reason: found.health! })
  }
  await publishCardChange(tx)
  if (held.length === 0) return
  tx.afterCommit(() => tx.deps.log.warn({ host, cards: held }, 'cards are taken out of sale'))
  await notifyHostOperators(tx, {
    title: `主机 ${host} 有 ${held.length} 张卡停售`,
    content: `${held.map(({ uuid, model, reason }) => `${uuid}（${model}）：${reason}`).join('；')}。这些卡不再租出，正在运行的实例没有被关机，使用者已收到通知。处理好以后，请在运营后台的「GPU」里恢复上架。`,
    link: '/operator/gpus?held=true',
  })
  for (const reason of new Set(held.map((card) => card.reason)))
    await tellHolders(
      tx,
      held.filter((card) => card.reason === reason),
      reason,
    )
}

interface HeldCard {
  uuid: string
  model: string
  instance_id: string | null
  reason: string
}

async function tellHolders(tx: Tx, cards: readonly HeldCard[], reason: string): Promise<void> {
  const ids = cards.flatMap(({ instance_id: id }) => id ?? [])
  if (ids.length === 0) return
  await notifyOwners(tx, await hostHealthRepo(tx.db).holders(ids), {
    by: { actor: 'system' },
    class: 'system',
    title: '实例使用的 GPU 出现故障',
    content: `主机报告它使用的 GPU 有故障（${reason}）。实例没有被关机，但计算可能出错或中断。请尽快保存工作，然后关机再开机：主机上有空闲的卡时，平台会换一张正常的。只重启不会换卡。`,
  })
}

/** Tells the operators who look after the hosts. */
export async function notifyHostOperators(tx: Tx, notice: { title: string; content: string; link: string }): Promise<void> {
  for (const userId of await listOperatorsWithRoles(tx.db, accessRoles.operator_admin))
    await notifyUser(tx, { user_id: userId, class: 'system', ...notice })
}

const publishCardChange = (tx: Tx): Promise<void> => publishChange(tx, { user_id: null, resource: 'products', id: null })

async function lockHeldCard(tx: Tx, uuid: string) {
  const card = await hostHealthRepo(tx.db).lockCard(uuid)
  if (!card) throw new Refusal('not_found')
  if (card.held_at === null) throw new Refusal('gpu_state', { message: '这张卡没有停售' })
  return card
}

/** Puts a card back on sale; refused while its host still reports that something is wrong with it. Returns why it was out. */
export async function restoreCard(tx: Tx, uuid: string): Promise<string> {
  const card = await lockHeldCard(tx, uuid)
  if (card.health !== null)
    throw new Refusal('gpu_state', {
      message: `主机仍在报告这张卡有问题：${card.health}。修好并等主机再次报告以后，才能恢复上架`,
    })
  await hostHealthRepo(tx.db).restoreCard(uuid)
  await publishCardChange(tx)
  return card.held_reason ?? ''
}

/** Takes a card that is gone for good out of the stock. If its host ever reports it again, it is a new card. */
export async function removeLostCard(tx: Tx, uuid: string): Promise<string> {
  const card = await lockHeldCard(tx, uuid)
  if (!card.missing) throw new Refusal('gpu_state', { message: '主机还在报告这张卡，不能移出库存' })
  if (card.instance_id !== null)
    throw new Refusal('gpu_state', { message: '还有实例占用这张卡，等它关机换卡或释放以后才能移出库存' })
  await hostHealthRepo(tx.db).removeCard(uuid)
  await publishCardChange(tx)
  return card.held_reason ?? ''
}

/**
 * Gives an instance that is about to boot other cards of its host for those that are out of sale. They are paid for, so it goes
 * before the queue. Throws `no_free_gpu`, before it writes.
 */
export async function replaceHeldCards(tx: Tx, row: InstanceRow): Promise<void> {
  const sick = await hostHealthRepo(tx.db).heldCardsOf(row.id)
  if (sick.length === 0) return
  const gpus = gpusRepo(tx.db)
  const taken = await claimGpus(tx.db, [row.host_id], await gpus.modelOf(row.product_id), sick.length)
  if (!taken)
    throw new Refusal('no_free_gpu', {
      message: '这台实例的 GPU 出现故障，主机上暂时没有空闲的卡可换，现在不能开机。数据保留；请稍后再试，或把实例迁移到别的主机',
    })
  await gpus.freeSome(sick, tx.now())
  await gpus.lease(taken.uuids, row.id, tx.now())
  await publishCardChange(tx)
}
