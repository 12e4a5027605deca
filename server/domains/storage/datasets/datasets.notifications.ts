import { accessRoles } from '#contract/access.ts'
import { listOperatorsWithRoles } from '#server/domains/accounts/users/accounts.service.ts'
import { notifyUser } from '#server/domains/notify/notifications/notifications.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { datasetVersionNamesRepo } from '#server/domains/storage/datasets/version-names.repo.ts'
import type { Tx } from '#server/tx.ts'

/** Notifies all reviewers on duty that a version waits for review. */
export async function notifyDatasetReviewers(tx: Tx, versionId: string): Promise<void> {
  const { author_id: authorId, name, version } = await datasetVersionNamesRepo(tx.db).of(versionId)
  for (const person of await listOperatorsWithRoles(tx.db, accessRoles.operator_review)) {
    if (person === authorId) continue
    await notifyUser(tx, {
      user_id: person,
      class: 'review',
      title: `待审核：数据集 ${name} ${version}`,
      content: '文件已复制完成，请核对说明、许可与内容。',
      link: `/operator/data-set-reviews/${versionId}`,
    })
  }
}

/** Notifies the author of the outcome for a version. */
export async function notifyDatasetAuthor(tx: Tx, versionId: string, what: { title: string; content: string }): Promise<void> {
  const { author_id: authorId, data_set_id: dataSetId, name, version } = await datasetVersionNamesRepo(tx.db).of(versionId)
  await notifyUser(tx, {
    user_id: authorId,
    class: 'review',
    title: `数据集 ${name} ${version} ${what.title}`,
    content: what.content,
    link: `/console/my-data-set/detail?id=${dataSetId}`,
  })
  await publishChange(tx, { user_id: authorId, resource: 'data_sets', id: dataSetId })
}
