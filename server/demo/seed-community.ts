import { microPerFen } from '#contract/money.ts'
import { demoAccounts, demoCreatorPhone } from '#server/demo/accounts.ts'
import { demoCommunityImages, demoSharedImage, readDemoReadme } from '#server/demo/community.ts'
import { demoRepo } from '#server/demo/demo.repo.ts'
import type { Deps } from '#server/deps.ts'

type Repo = ReturnType<typeof demoRepo>
interface Author {
  author_id: string
  /** Returns a later time for each entry, so that entries have a defined order. */
  nextMoment: () => Date
}

/** Creates what the demo creator has published, submitted and shared. Nobody has used or starred it yet. */
export async function seedCommunity({ database, clock }: Deps): Promise<void> {
  let at = clock.now().getTime()
  const nextMoment = () => new Date(++at)
  await database.transaction(async (trx) => {
    const repo = demoRepo(trx)
    const author = { author_id: await repo.userId(demoCreatorPhone), nextMoment }
    await seedImages(repo, author)
    await seedImageShare(repo, author)
  })
}

/** Creates the demo creator's private image and shares it with the first demo account. */
async function seedImageShare(repo: Repo, { author_id: authorId, nextMoment }: Author): Promise<void> {
  const { base, ...shared } = demoSharedImage
  const madeOf = (await repo.baseImages()).find(({ id }) => id === base)
  if (!madeOf) return
  const at = nextMoment()
  await repo.insert('images', [{ ...madeOf, ...shared, kind: 'private', owner_id: authorId, created_at: at }])
  const userId = await repo.userId(demoAccounts[0]!.phone)
  await repo.insert('image_shares', [{ id: 'share-demo', image_id: shared.id, user_id: userId, shared_at: at }])
}

async function seedImages(repo: Repo, { author_id: authorId, nextMoment }: Author): Promise<void> {
  const bases = new Map((await repo.baseImages()).map((image) => [image.id, image]))
  for (const entry of demoCommunityImages) {
    // an engine with other images cannot run what is written for these
    if (!entry.versions.every(({ base }) => bases.has(base))) continue
    const { id, name, summary, tags, licence, original } = entry
    const createdAt = nextMoment()
    await repo.insert('community_images', [
      { id, author_id: authorId, name, summary, original_at: original ? createdAt : null, created_at: createdAt },
    ])
    await repo.insert(
      'community_image_tags',
      tags.map((tag) => ({ community_image_id: id, tag })),
    )
    for (const { version, base, price_fen: priceFen = 0, state } of entry.versions) {
      const at = nextMoment()
      const imageId = `${id}-${version.replace('.', '-')}`
      const owned = { kind: 'community', owner_id: authorId, created_at: at }
      await repo.insert('images', [{ ...bases.get(base)!, ...owned, id: imageId, name, version }])
      const row = {
        id: `version-${imageId}`,
        community_image_id: id,
        version,
        image_id: imageId,
        licence,
        readme: readDemoReadme(entry),
      }
      const reviewed = state
        ? { state: state.name, state_reason: state.name === 'refused' ? state.reason : null }
        : { state: 'published', published_at: at }
      const priceHourMicro = BigInt(priceFen) * microPerFen
      await repo.insert('community_image_versions', [{ ...row, ...reviewed, price_hour_micro: priceHourMicro, submitted_at: at }])
    }
  }
}
