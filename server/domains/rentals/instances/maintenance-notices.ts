import type { NotificationClass } from '#contract/notifications.ts'
import { notifyUser } from '#server/domains/notify/notifications/notifications.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { hostsRepo } from '#server/domains/rentals/capacity/hosts.repo.ts'
import type { InstanceRow } from '#server/domains/rentals/instances/instances.repo.ts'
import { type NewInstanceEvent, timelineRepo } from '#server/domains/rentals/instances/timeline.repo.ts'
import type { Tx } from '#server/tx.ts'

interface TenantNotice {
  by: Pick<NewInstanceEvent, 'actor' | 'actor_id'>
  class: NotificationClass
  title: string
  /** Appended to the instance names in the notice to each owner. */
  content: string
}

/** Notifies all owners with instances on a host. */
export const notifyTenants = async (tx: Tx, hostId: string, news: TenantNotice): Promise<void> =>
  notifyOwners(tx, await hostsRepo(tx.db).tenants(hostId), news)

/** Notifies the owners of instances: one notice per owner, and a timeline line per instance. */
export async function notifyOwners(
  tx: Tx,
  tenants: readonly Pick<InstanceRow, 'id' | 'user_id' | 'nick_name'>[],
  news: TenantNotice,
): Promise<void> {
  for (const { id, user_id: userId } of tenants) {
    const at = tx.now()
    await timelineRepo(tx.db).addEvent({
      instance_id: id,
      at,
      ...news.by,
      kind: 'notice',
      title: news.title,
      detail: news.content,
    })
    await publishChange(tx, { user_id: userId, resource: 'instances', id })
  }
  for (const userId of new Set(tenants.map((tenant) => tenant.user_id))) {
    const own = tenants.filter((tenant) => tenant.user_id === userId)
    await notifyUser(tx, {
      user_id: userId,
      class: news.class,
      title: news.title,
      content: `${own.map(({ nick_name: nickName }) => nickName).join('、')}：${news.content}`,
      link: own.length === 1 ? `/console/container-instance/detail/${own[0]!.id}` : '/console/container-instance',
    })
  }
}
