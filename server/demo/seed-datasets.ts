import { Readable } from 'node:stream'
import { demoCreatorPhone } from '#server/demo/accounts.ts'
import { demoDatasets, readDemoReadme } from '#server/demo/community.ts'
import { demoRepo } from '#server/demo/demo.repo.ts'
import { demoRegions } from '#server/demo/fleet.ts'
import type { Deps } from '#server/deps.ts'
import { copyIntoVersion } from '#server/domains/storage/datasets/copy-datasets.service.ts'
import { toPersonalVolume } from '#server/ports/volumes.ts'

/** Creates the data sets published by the demo creator; the files are copied from the creator's own storage like any author's. */
export async function seedDatasets({ database, clock, volumes }: Deps): Promise<void> {
  const authorId = await demoRepo(database.kysely).userId(demoCreatorPhone)
  const regionId = demoRegions[0]!.id
  const volume = toPersonalVolume(regionId, authorId)
  let at = clock.now().getTime()
  for (const entry of demoDatasets) {
    const { id, slug, name, summary, type_id: typeId, tags, licence, version } = entry
    const folder = `示例数据集/${slug}`
    for (const { path, bytes } of await entry.files()) {
      await volumes.write({ volume, path: `${folder}/${path}` }, Readable.from([bytes]), { replace: true })
    }
    const versionId = `version-${id}`
    const contentId = `content-${id}`
    const files = await copyIntoVersion(volumes, { volume, path: folder }, contentId)
    const sizeBytes = files.reduce((sum, file) => sum + file.size_bytes, 0n)
    // A later time for each entry, so that entries have a defined order.
    const publishedAt = new Date(++at)
    await database.transaction(async (trx) => {
      const repo = demoRepo(trx)
      await repo.insert('data_sets', [{ id, author_id: authorId, slug, name, summary, type_id: typeId, created_at: publishedAt }])
      await repo.insert(
        'data_set_tags',
        tags.map((tag) => ({ data_set_id: id, tag })),
      )
      const content = {
        content_id: contentId,
        content_at: publishedAt,
        size_bytes: sizeBytes,
        file_count: files.length,
        readme: readDemoReadme(entry),
      }
      const source = { source_region_id: regionId, source_path: folder }
      const row = { ...content, ...source, id: versionId, data_set_id: id, version, licence }
      await repo.insert('data_set_versions', [{ ...row, state: 'pending', submitted_at: publishedAt }])
      await repo.insert(
        'data_set_files',
        files.map((file) => ({ ...file, version_id: versionId })),
      )
      await repo.publishDataSet(versionId, publishedAt)
    })
  }
}
