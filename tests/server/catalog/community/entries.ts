import type { Person } from '#tests/support/people.ts'
import type { Rental } from '#tests/support/rental.ts'

type State = 'pending' | 'published' | 'refused' | 'offline'
const base = { python: '3.12', runtime: 'CUDA 12.4', size_gb: 9.8, sort: 0 }

interface Traits {
  name?: string
  summary?: string
  tags?: string[]
  original?: boolean
}

/** Community entries with versions in any state, as publishing and review leave them; each version a minute after the one before. */
export function communityOf({ deps, clock }: Rental) {
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
      const image_id = `image-${id}-${version.replace('.', '-')}`
      const { framework = 'PyTorch', vendor = 'nvidia' } = traits
      await kysely
        .insertInto('images')
        .values({
          ...base,
          id: image_id,
          name,
          version,
          framework,
          vendor,
          kind: 'community',
          owner_id: author.id,
          reference: 'zhisuan/pytorch:2.6',
        })
        .execute()
      await kysely
        .insertInto('community_image_versions')
        .values({
          id: `version-${image_id}`,
          community_image_id: id,
          version,
          image_id,
          licence: 'MIT',
          readme: `# ${id} ${version}`,
          ...reviewed(state, next()),
        })
        .execute()
      return image_id
    }
  }

  async function addDataSet(author: Person, id: string, traits: Traits & { type_id?: string } = {}) {
    const { name = id, summary = `${id} 的简介`, tags = [], type_id = 'image' } = traits
    await kysely
      .insertInto('data_sets')
      .values({ id, author_id: author.id, slug: id, name, summary, type_id, created_at: next() })
      .execute()
    for (const tag of tags) await kysely.insertInto('data_set_tags').values({ data_set_id: id, tag }).execute()
    return async (version: string, state: State, size_bytes = 10n): Promise<string> => {
      const row = {
        id: `version-${id}-${version.replace('.', '-')}`,
        data_set_id: id,
        version,
        licence: 'MIT',
        readme: `# ${id}`,
      }
      const { submitted_at, ...decided } = reviewed(state, next())
      await kysely
        .insertInto('data_set_versions')
        .values({ ...row, size_bytes, file_count: 1, content_id: row.id, content_at: submitted_at, submitted_at, ...decided })
        .execute()
      return row.id
    }
  }

  const setState = (image_id: string, state: State) =>
    kysely.updateTable('community_image_versions').set({ state }).where('image_id', '=', image_id).execute()

  return { addImage, addDataSet, setState }
}
