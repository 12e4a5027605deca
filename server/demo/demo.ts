import { limits } from '#contract/limits.ts'
import { openDemoAccounts } from '#server/demo/accounts.ts'
import { demo_discount, demo_images, demo_models } from '#server/demo/catalogue.ts'
import { demoRepo } from '#server/demo/demo.repo.ts'
import { demo_regions, regionOfHost } from '#server/demo/fleet.ts'
import { seedAccount } from '#server/demo/seed-certifications.ts'
import { seedCommunity } from '#server/demo/seed-community.ts'
import { seedCoupons } from '#server/demo/seed-coupons.ts'
import { seedDataSets } from '#server/demo/seed-datasets.ts'
import { seedInvoices } from '#server/demo/seed-invoices.ts'
import { seedLlm } from '#server/demo/seed-llm.ts'
import { seedPayments } from '#server/demo/seed-payments.ts'
import { seedPeople } from '#server/demo/seed-people.ts'
import { seedSiteContent } from '#server/demo/seed-site-content.ts'
import { seedStorage } from '#server/demo/seed-storage.ts'
import type { Deps } from '#server/deps.ts'
import { syncHosts } from '#server/domains/rentals/capacity/hosts.service.ts'
import { newId } from '#server/lib/ids.ts'

const micro_per_fen = 10_000n
const max_gpu_num = 8

/** Fills an empty platform: regions, the driver's fleet, a product per region and model, images, the demo accounts, the community, activities and banners. */
export async function seedDemo(deps: Deps): Promise<boolean> {
  const { database } = deps
  if (!(await demoRepo(database.kysely).isEmpty())) return false
  await database.transaction((trx) =>
    demoRepo(trx).insert(
      'regions',
      demo_regions.map((region, sort) => ({ ...region, sort })),
    ),
  )
  await syncHosts(deps, regionOfHost)
  await seedProducts(deps)
  await seedImages(deps)
  await openDemoAccounts(deps)
  await seedAccount(deps)
  await seedCommunity(deps)
  await seedDataSets(deps)
  await seedSiteContent(deps)
  // First what lies weeks back: the books are in the order of time
  await seedInvoices(deps)
  await seedPayments(deps)
  await seedPeople(deps)
  await seedCoupons(deps)
  await seedLlm(deps)
  await seedStorage(deps)
  return true
}

async function seedProducts({ database, clock }: Deps): Promise<void> {
  const now = clock.now()
  await database.transaction(async (trx) => {
    const repo = demoRepo(trx)
    for (const { region_id, model } of await repo.models()) {
      const facts = demo_models.find((known) => known.gpu_model === model) ?? { ...demo_models[0]!, gpu_model: model }
      const { origin_fen, cpu, memory_gb, ...card } = facts
      const share = await repo.hostShare(region_id, model)
      const product_id = newId('product')
      await repo.insert('products', [
        {
          ...card,
          id: product_id,
          name: model,
          region_id,
          // A host smaller than the catalogue's gives each card its even share.
          cpu: Math.max(1, Math.min(cpu, Math.floor(share.cpu / Number(share.cards)))),
          memory_gb: Math.max(1, Math.min(memory_gb, Math.floor(share.memory_gb / Number(share.cards)))),
          sys_disk_gb: limits.system_disk_gb,
          max_gpu_num: Math.min(max_gpu_num, Number(share.cards)),
          sort:
            demo_models.findIndex((known) => known.gpu_model === model) * 10 +
            demo_regions.findIndex((region) => region.id === region_id),
        },
      ])
      const origin = BigInt(origin_fen) * micro_per_fen
      const discounted = (micro: bigint, percent: number) => ((micro * BigInt(percent)) / 100n / micro_per_fen) * micro_per_fen
      await repo.insert('product_prices', [
        {
          id: newId('price'),
          product_id,
          version: 1,
          hour_origin_micro: origin,
          day_origin_micro: origin * 24n,
          week_origin_micro: origin * 168n,
          hour_micro: discounted(origin, demo_discount.hour),
          day_micro: discounted(origin * 24n, demo_discount.day),
          week_micro: discounted(origin * 168n, demo_discount.week),
          created_at: now,
        },
      ])
    }
  })
}

async function seedImages({ database, config }: Deps): Promise<void> {
  const own = config.docker.image
  const images =
    config.adapters.compute === 'docker' && own
      ? [
          {
            ...demo_images[0]!,
            id: 'image-docker',
            name: own.split(':')[0]!,
            version: own.split(':')[1] ?? 'latest',
            reference: own,
          },
        ]
      : demo_images.map((image) => ({ ...image, reference: `zhisuan/${image.id.replace('image-', '')}:${image.version}` }))
  await database.transaction((trx) =>
    demoRepo(trx).insert(
      'images',
      images.map((image, sort) => ({ ...image, sort })),
    ),
  )
}
