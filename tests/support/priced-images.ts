import { newId } from '#server/lib/ids.ts'
import type { Person } from '#tests/support/people.ts'
import type { RentalPlatform } from '#tests/support/rental.ts'

export interface PricedImage {
  image_id: string
  version_id: string
}

interface CommunityImage {
  id: string
  name: string
  version: string
  owner_id: string
  framework?: string
  vendor?: string
}

/** The image behind one version of a community image. */
export const buildCommunityImageRow = (image: CommunityImage) => ({
  framework: 'PyTorch',
  vendor: 'nvidia',
  python: '3.12',
  runtime: 'CUDA 12.4',
  size_gb: 9.8,
  sort: 0,
  kind: 'community',
  reference: 'zhisuan/pytorch:2.6',
  ...image,
})

/** A published community image at so many fen per hour, as it is after publishing and review. */
export async function addPricedImage({ deps, clock }: RentalPlatform, author: Person, priceFen: number): Promise<PricedImage> {
  const { kysely } = deps.database
  const [id, imageId, versionId] = [newId('community'), newId('image'), newId('version')]
  const at = clock.now()
  await kysely
    .insertInto('community_images')
    .values({ id, author_id: author.id, name: '推理环境', summary: '装好即用', created_at: at })
    .execute()
  await kysely
    .insertInto('images')
    .values(buildCommunityImageRow({ id: imageId, name: '推理环境', version: '1.0', owner_id: author.id }))
    .execute()
  await kysely
    .insertInto('community_image_versions')
    .values({
      id: versionId,
      community_image_id: id,
      version: '1.0',
      image_id: imageId,
      licence: 'MIT',
      readme: '# 推理环境',
      state: 'published',
      price_hour_micro: BigInt(priceFen) * 10_000n,
      submitted_at: at,
      published_at: at,
    })
    .execute()
  return { image_id: imageId, version_id: versionId }
}
