import { roles_of_access } from '#contract/access.ts'
import { operatorsWith } from '#server/domains/accounts/users/accounts.service.ts'
import { notify } from '#server/domains/notify/notifications/notifications.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { namesRepo } from '#server/domains/storage/datasets/version-names.repo.ts'
import type { Tx } from '#server/tx.ts'

/** Tells everybody whose duty it is that a version waits for review. */
export async function tellReviewers(tx: Tx, version_id: string): Promise<void> {
  const { author_id, name, version } = await namesRepo(tx.db).of(version_id)
  for (const person of await operatorsWith(tx.db, roles_of_access.operator_review)) {
    if (person === author_id) continue
    await notify(tx, {
      user_id: person,
      class: 'review',
      title: `待审核：数据集 ${name} ${version}`,
      content: '文件已复制完成，请核对说明、许可与内容。',
      link: `/operator/data-set-reviews/${version_id}`,
    })
  }
}

/** Tells the author what became of a version. */
export async function tellAuthor(tx: Tx, version_id: string, what: { title: string; content: string }): Promise<void> {
  const { author_id, data_set_id, name, version } = await namesRepo(tx.db).of(version_id)
  await notify(tx, {
    user_id: author_id,
    class: 'review',
    title: `数据集 ${name} ${version} ${what.title}`,
    content: what.content,
    link: `/console/my-data-set/detail?id=${data_set_id}`,
  })
  await publishChange(tx, { user_id: author_id, resource: 'data_sets', id: data_set_id })
}
