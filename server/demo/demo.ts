import { limits } from '#contract/limits.ts'
import { seedDemoAccounts } from '#server/demo/accounts.ts'
import { demoDiscount, demoImages, demoModels } from '#server/demo/catalogue.ts'
import { demoRepo } from '#server/demo/demo.repo.ts'
import { demoRegions, findHostRegionId } from '#server/demo/fleet.ts'
import { seedCertifications } from '#server/demo/seed-certifications.ts'
import { seedCommunity } from '#server/demo/seed-community.ts'
import { seedCoupons } from '#server/demo/seed-coupons.ts'
import { seedDatasets } from '#server/demo/seed-datasets.ts'
import { seedInvoices } from '#server/demo/seed-invoices.ts'
import { seedLlm } from '#server/demo/seed-llm.ts'
import { seedPayments } from '#server/demo/seed-payments.ts'
import { seedPeople } from '#server/demo/seed-people.ts'
import { seedSiteContent } from '#server/demo/seed-site-content.ts'
import { seedStorage } from '#server/demo/seed-storage.ts'
import type { Deps } from '#server/deps.ts'
import { syncHosts } from '#server/domains/rentals/capacity/hosts.service.ts'
import { newId } from '#server/lib/ids.ts'

const microPerFen = 10_000n
const maxGpuNum = 8

/** Creates what there is to rent: regions, hosts, a product per region and model, images. */
export async function seedCatalogue(deps: Deps): Promise<void> {
  await deps.database.transaction((trx) =>
    demoRepo(trx).insert(
      'regions',
      demoRegions.map((region, sort) => ({ ...region, sort })),
    ),
  )
  await syncHosts(deps, findHostRegionId)
  await seedProducts(deps)
  await seedImages(deps)
}

/** Fills an empty platform: what there is to rent, accounts, community, activities, banners. */
export async function seedDemo(deps: Deps): Promise<boolean> {
  if (!(await demoRepo(deps.database.kysely).isEmpty())) return false
  await seedCatalogue(deps)
  await seedDemoAccounts(deps)
  await seedCertifications(deps)
  await seedCommunity(deps)
  await seedDatasets(deps)
  await seedSiteContent(deps)
  // Oldest data first, because the ledger is ordered by time
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
    for (const { region_id: regionId, model } of await repo.models()) {
      const facts = demoModels.find((known) => known.gpu_model === model) ?? { ...demoModels[0]!, gpu_model: model }
      const { origin_fen: originFen, cpu, memory_gb: memoryGb, ...card } = facts
      const share = await repo.hostShare(regionId, model)
      const productId = newId('product')
      await repo.insert('products', [
        {
          ...card,
          id: productId,
          name: model,
          region_id: regionId,
          // On a host smaller than the catalogue expects, each card gets an equal share.
          cpu: Math.max(1, Math.min(cpu, Math.floor(share.cpu / Number(share.cards)))),
          memory_gb: Math.max(1, Math.min(memoryGb, Math.floor(share.memory_gb / Number(share.cards)))),
          sys_disk_gb: limits.systemDiskGb,
          max_gpu_num: Math.min(maxGpuNum, Number(share.cards)),
          sort:
            demoModels.findIndex((known) => known.gpu_model === model) * 10 +
            demoRegions.findIndex((region) => region.id === regionId),
        },
      ])
      const origin = BigInt(originFen) * microPerFen
      const discounted = (micro: bigint, percent: number) => ((micro * BigInt(percent)) / 100n / microPerFen) * microPerFen
      await repo.insert('product_prices', [
        {
          id: newId('price'),
          product_id: productId,
          version: 1,
          hour_origin_micro: origin,
          day_origin_micro: origin * 24n,
          week_origin_micro: origin * 168n,
          hour_micro: discounted(origin, demoDiscount.hour),
          day_micro: discounted(origin * 24n, demoDiscount.day),
          week_micro: discounted(origin * 168n, demoDiscount.week),
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
            ...demoImages[0]!,
            id: 'image-docker',
            name: own.split(':')[0]!,
            version: own.split(':')[1] ?? 'latest',
            reference: own,
          },
        ]
      : demoImages
  await database.transaction((trx) =>
    demoRepo(trx).insert(
      'images',
      images.map((image, sort) => ({ ...image, sort })),
    ),
  )
}
