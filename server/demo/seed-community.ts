import { micro_per_fen } from '#contract/money.ts'
import { creator_phone, demo_accounts } from '#server/demo/accounts.ts'
import { demo_community_images, demo_shared_image, readmeOf } from '#server/demo/community.ts'
import { demoRepo } from '#server/demo/demo.repo.ts'
import type { Deps } from '#server/deps.ts'

type Repo = ReturnType<typeof demoRepo>
interface Author {
  author_id: string
  /** A moment later with each entry, so that they have an order. */
  nextMoment: () => Date
}

/** What the demo creator has published, submitted and shared. Nobody has used or kept any of it yet. */
export async function seedCommunity({ database, clock }: Deps): Promise<void> {
  let at = clock.now().getTime()
  const nextMoment = () => new Date(++at)
  await database.transaction(async (trx) => {
    const repo = demoRepo(trx)
    const author = { author_id: await repo.userId(creator_phone), nextMoment }
    await seedImages(repo, author)
    await seedShare(repo, author)
  })
}

/** What the demo creator keeps for himself and has shared with the first of the demo accounts. */
async function seedShare(repo: Repo, { author_id, nextMoment }: Author): Promise<void> {
  const { base, ...shared } = demo_shared_image
  const made_of = (await repo.baseImages()).find(({ id }) => id === base)
  if (!made_of) return
  const at = nextMoment()
  await repo.insert('images', [{ ...made_of, ...shared, kind: 'private', owner_id: author_id, created_at: at }])
  const user_id = await repo.userId(demo_accounts[0]!.phone)
  await repo.insert('image_shares', [{ id: 'share-demo', image_id: shared.id, user_id, shared_at: at }])
}

async function seedImages(repo: Repo, { author_id, nextMoment }: Author): Promise<void> {
  const bases = new Map((await repo.baseImages()).map((image) => [image.id, image]))
  for (const entry of demo_community_images) {
    // an engine that offers other images cannot run what is written for these
    if (!entry.versions.every(({ base }) => bases.has(base))) continue
    const { id, name, summary, tags, licence, original } = entry
    const created_at = nextMoment()
    await repo.insert('community_images', [
      { id, author_id, name, summary, original_at: original ? created_at : null, created_at },
    ])
    await repo.insert(
      'community_image_tags',
      tags.map((tag) => ({ community_image_id: id, tag })),
    )
    for (const { version, base, price_fen = 0, state } of entry.versions) {
      const at = nextMoment()
      const image_id = `${id}-${version.replace('.', '-')}`
      const owned = { kind: 'community', owner_id: author_id, created_at: at }
      await repo.insert('images', [{ ...bases.get(base)!, ...owned, id: image_id, name, version }])
      const row = { id: `version-${image_id}`, community_image_id: id, version, image_id, licence, readme: readmeOf(entry) }
      const reviewed = state
        ? { state: state.name, state_reason: state.name === 'refused' ? state.reason : null }
        : { state: 'published', published_at: at }
      const price_hour_micro = BigInt(price_fen) * micro_per_fen
      await repo.insert('community_image_versions', [{ ...row, ...reviewed, price_hour_micro, submitted_at: at }])
    }
  }
}
