import type { Person } from '#tests/support/people.ts'
import { buildCommunityImageRow } from '#tests/support/priced-images.ts'
import type { RentalPlatform } from '#tests/support/rental.ts'

type State = 'pending' | 'published' | 'refused' | 'offline'

interface Traits {
  name?: string
  summary?: string
  tags?: string[]
  original?: boolean
  /** Of every version; else its name. */
  readme?: string
}

/** Community entries with versions in any state, as publishing and review leave them; each version a minute after the one before. */
export function createCommunityHelper({ deps, clock }: RentalPlatform) {
  const { kysely } = deps.database
  let moment = 0
  const next = () => new Date(clock.now().getTime() + ++moment * 60_000)
  const reviewed = (state: State, at: Date) => ({
    state,
    submitted_at: at,
    published_at: state === 'published' || state === 'offline' ? at : null,
    ...(state === 'refused' && { state_reason: '审核意见：缺少说明', reviewed_by: null }),
  })

  async function addImage(author: Person, id: string, traits: Traits & { framework?: string; vendor?: string } = {}) {
    const { name = id, summary = `${id} 的简介`, tags = [], original = false } = traits
    await kysely
      .insertInto('community_images')
      .values({ id, author_id: author.id, name, summary, original_at: original ? next() : null, created_at: next() })
      .execute()
    for (const tag of tags) await kysely.insertInto('community_image_tags').values({ community_image_id: id, tag }).execute()
    return async (version: string, state: State): Promise<string> => {
      const imageId = `image-${id}-${version.replace('.', '-')}`
      const { framework = 'PyTorch', vendor = 'nvidia' } = traits
      await kysely
        .insertInto('images')
        .values(buildCommunityImageRow({ id: imageId, name, version, framework, vendor, owner_id: author.id }))
        .execute()
      await kysely
        .insertInto('community_image_versions')
        .values({
          id: `version-${imageId}`,
          community_image_id: id,
          version,
          image_id: imageId,
          licence: 'MIT',
          readme: traits.readme ?? `# ${id} ${version}`,
          ...reviewed(state, next()),
        })
        .execute()
      return imageId
    }
  }

  async function addDataSet(author: Person, id: string, traits: Traits & { type_id?: string } = {}) {
    const { name = id, summary = `${id} 的简介`, tags = [], type_id: typeId = 'image' } = traits
    await kysely
      .insertInto('data_sets')
      .values({ id, author_id: author.id, slug: id, name, summary, type_id: typeId, created_at: next() })
      .execute()
    for (const tag of tags) await kysely.insertInto('data_set_tags').values({ data_set_id: id, tag }).execute()
    return async (version: string, state: State, sizeBytes = 10n): Promise<string> => {
      const row = {
        id: `version-${id}-${version.replace('.', '-')}`,
        data_set_id: id,
        version,
        licence: 'MIT',
        readme: `# ${id}`,
      }
      const { submitted_at: submittedAt, ...decided } = reviewed(state, next())
      await kysely
        .insertInto('data_set_versions')
        .values({
          ...row,
          size_bytes: sizeBytes,
          file_count: 1,
          content_id: row.id,
          content_at: submittedAt,
          submitted_at: submittedAt,
          ...decided,
        })
        .execute()
      return row.id
    }
  }

  const setState = (imageId: string, state: State) =>
    kysely.updateTable('community_image_versions').set({ state }).where('image_id', '=', imageId).execute()

  return { addImage, addDataSet, setState }
}
