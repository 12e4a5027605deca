import type { SimulatedHost } from '#server/adapters/compute.simulator/fleet.ts'
import type { Deps } from '#server/deps.ts'
import { syncHosts } from '#server/domains/rentals/capacity/hosts.service.ts'

const gb = 1024
const micro = (yuan: number) => BigInt(Math.round(yuan * 1e6))

/** One kind of card on sale in the only region, with its prices in yuan per card. */
export interface PricedCard {
  model: string
  hour: number
  day: number
  week: number
}

/** The spec's own prices (§9), a more expensive card, and one whose hourly price is not whole fen. */
export const pricedCards: readonly PricedCard[] = [
  { model: 'RTX 4090', hour: 2.28, day: 54.72, week: 383.04 },
  { model: 'A100 80GB', hour: 6.88, day: 165.12, week: 1155.84 },
  { model: 'L40S', hour: 1.2345, day: 29.63, week: 207.4 },
]
export const testImageId = 'image-tests'
export const testRegionId = 'cn-tests-1'

/** A host of the simulated fleet with `count` cards and ample other resources. */
export const buildSimulatedHost = (name: string, model: string, count: number): SimulatedHost => ({
  name,
  cpu: 16 * count,
  memory_mb: 64 * gb * count,
  gpus: [{ model, count }],
})

export const smallFleet: readonly SimulatedHost[] = [
  buildSimulatedHost('host-4090-1', 'RTX 4090', 8),
  buildSimulatedHost('host-4090-2', 'RTX 4090', 4),
  buildSimulatedHost('host-a100-1', 'A100 80GB', 8),
  buildSimulatedHost('host-l40s-1', 'L40S', 4),
]

export const toProductId = (model: string): string => `product-${model.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`

/** Creates one region, the driver's fleet, a product for each card and one image. */
export async function seedMarket(deps: Deps): Promise<void> {
  const createdAt = deps.clock.now()
  await deps.database.kysely.insertInto('regions').values({ id: testRegionId, name: '一区', city: '北京', sort: 1 }).execute()
  await syncHosts(deps, () => testRegionId)
  await deps.database.transaction(async (trx) => {
    const madeOf = {
      vendor: 'nvidia',
      vram_gb: 24,
      fp32: 82.6,
      fp16: 165.2,
      cpu: 8,
      memory_gb: 32,
      net_mbps: 100,
      sys_disk_gb: 30,
    }
    for (const [sort, { model, hour, day, week }] of pricedCards.entries()) {
      const id = toProductId(model)
      const name = `${model} 一区`
      await trx
        .insertInto('products')
        .values({ ...madeOf, id, name, region_id: testRegionId, gpu_model: model, max_gpu_num: 8, sort })
        .execute()
      const charged = { hour_micro: micro(hour), day_micro: micro(day), week_micro: micro(week) }
      const list = { hour_origin_micro: micro(hour), day_origin_micro: micro(day), week_origin_micro: micro(week) }
      await trx
        .insertInto('product_prices')
        .values({ id: `price-${id}`, product_id: id, version: 1, ...charged, ...list, created_at: createdAt })
        .execute()
    }
    const image = {
      name: 'PyTorch',
      framework: 'PyTorch',
      version: '2.6',
      python: '3.12',
      runtime: 'CUDA 12.4',
      size_gb: 9.8,
      sort: 1,
    }
    await trx
      .insertInto('images')
      .values({ ...image, id: testImageId, vendor: 'nvidia', reference: 'zhisuan/pytorch:2.6' })
      .execute()
  })
}
