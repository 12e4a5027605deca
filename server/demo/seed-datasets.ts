import { Readable } from 'node:stream'
import { creator_phone } from '#server/demo/accounts.ts'
import { demo_data_sets, readmeOf } from '#server/demo/community.ts'
import { demoRepo } from '#server/demo/demo.repo.ts'
import { demo_regions } from '#server/demo/fleet.ts'
import type { Deps } from '#server/deps.ts'
import { copyIntoVersion } from '#server/domains/storage/datasets/copy-datasets.service.ts'
import { personalVolume } from '#server/ports/volumes.ts'

/** What the demo creator has published: real files, copied from the creator's own storage as any author's are. */
export async function seedDataSets({ database, clock, volumes }: Deps): Promise<void> {
  const author_id = await demoRepo(database.kysely).userId(creator_phone)
  const region_id = demo_regions[0]!.id
  const volume = personalVolume(region_id, author_id)
  let at = clock.now().getTime()
  for (const entry of demo_data_sets) {
    const { id, slug, name, summary, type_id, tags, licence, version } = entry
    const folder = `示例数据集/${slug}`
    for (const { path, bytes } of await entry.files()) {
      await volumes.write({ volume, path: `${folder}/${path}` }, Readable.from([bytes]), { replace: true })
    }
    const version_id = `version-${id}`
    const content_id = `content-${id}`
    const files = await copyIntoVersion(volumes, { volume, path: folder }, content_id)
    const size_bytes = files.reduce((sum, file) => sum + file.size_bytes, 0n)
    // A moment later with each entry, so that they have an order.
    const published_at = new Date(++at)
    await database.transaction(async (trx) => {
      const repo = demoRepo(trx)
      await repo.insert('data_sets', [{ id, author_id, slug, name, summary, type_id, created_at: published_at }])
      await repo.insert(
        'data_set_tags',
        tags.map((tag) => ({ data_set_id: id, tag })),
      )
      const content = { content_id, content_at: published_at, size_bytes, file_count: files.length, readme: readmeOf(entry) }
      const source = { source_region_id: region_id, source_path: folder }
      const row = { ...content, ...source, id: version_id, data_set_id: id, version, licence }
      await repo.insert('data_set_versions', [{ ...row, state: 'pending', submitted_at: published_at }])
      await repo.insert(
        'data_set_files',
        files.map((file) => ({ ...file, version_id })),
      )
      await repo.publishDataSet(version_id, published_at)
    })
  }
}
