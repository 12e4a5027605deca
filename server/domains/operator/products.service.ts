import type { z } from 'zod'
import { groupThousands } from '#contract/group-thousands.ts'
import { formatFenAsYuan } from '#contract/money.ts'
import type { operatorProducts, PriceForm } from '#contract/operator/products.ts'
import type { Vendor } from '#contract/products.ts'
import {
  createProduct,
  lockProduct,
  setProductOnSale,
  updateProduct,
} from '#server/domains/catalog/products/catalogue.service.ts'
import { requestChange } from '#server/domains/operator/changes.service.ts'
import { diffFacts, toAuditFacts } from '#server/domains/operator/facts.ts'
import { parseProductPrice, presentProductPrice } from '#server/domains/operator/price-facts.ts'
import { stockRepo } from '#server/domains/operator/stock.repo.ts'
import type { Context } from '#server/http/context.ts'
import { Refusal } from '#server/lib/refusal.ts'

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof stockRepo>['product']>>>
type NewProduct = z.output<(typeof operatorProducts)['create']['body']>
type Changes = z.output<(typeof operatorProducts)['update']['body']>

/** Maps API field names to column names. */
const toColumns = ({ vram, memory, net_speed: netSpeed, sys_disk: sysDisk, ...form }: Changes) => ({
  ...form,
  vram_gb: vram,
  memory_gb: memory,
  net_mbps: netSpeed,
  sys_disk_gb: sysDisk,
})

const present = (row: Row) => ({
  id: row.id,
  name: row.name,
  region_id: row.region_id,
  region_name: row.region_name,
  gpu_model: row.gpu_model,
  vendor: row.vendor as z.infer<typeof Vendor>,
  vram: row.vram_gb,
  fp32: row.fp32,
  fp16: row.fp16,
  cpu: row.cpu,
  memory: row.memory_gb,
  net_speed: row.net_mbps,
  sys_disk: row.sys_disk_gb,
  max_gpu_num: row.max_gpu_num,
  sort: row.sort,
  on_sale: row.on_sale,
  // The columns of a price version are all set or all null.
  price: row.price_version === null ? null : presentProductPrice(row as unknown as Parameters<typeof presentProductPrice>[0]),
  price_version: row.price_version ?? 0,
  price_pending: row.price_pending,
  gpu_total: row.gpu_total,
  gpu_rented: row.gpu_rented,
  instances: row.instances,
})

async function loadProduct(db: Parameters<typeof stockRepo>[0], id: string) {
  const row = await stockRepo(db).product(id)
  if (!row) throw new Refusal('not_found')
  return present(row)
}

export async function listProducts({ deps }: Context, query: Parameters<ReturnType<typeof stockRepo>['products']>[0]) {
  const { items, total } = await stockRepo(deps.database.kysely).products(query)
  return { items: items.map(present), total }
}

export const getProduct = ({ deps }: Context, id: string) => loadProduct(deps.database.kysely, id)

export const addProduct = (ctx: Context, { region_id: regionId, gpu_model: gpuModel, vendor, ...form }: NewProduct) =>
  ctx.transaction(async (tx) => {
    const id = await createProduct(tx.db, { region_id: regionId, gpu_model: gpuModel, vendor, ...toColumns(form) })
    ctx.audit({ target_id: id, after: toAuditFacts({ region_id: regionId, gpu_model: gpuModel, vendor, ...form }) })
    return loadProduct(tx.db, id)
  })

export const editProduct = (ctx: Context, id: string, form: Changes) =>
  ctx.transaction(async (tx) => {
    ctx.audit(diffFacts(await lockProduct(tx.db, id), toColumns(form)))
    await updateProduct(tx, id, toColumns(form))
    return loadProduct(tx.db, id)
  })

export const setProductOnSaleAsOperator = (ctx: Context, id: string, onSale: boolean) =>
  ctx.transaction(async (tx) => {
    const product = await lockProduct(tx.db, id)
    await setProductOnSale(tx, product, onSale)
    ctx.audit(diffFacts({ on_sale: product.on_sale }, { on_sale: onSale }))
    return loadProduct(tx.db, id)
  })

export async function listProductPrices(
  { deps }: Context,
  id: string,
  query: { page: number; page_size: number; order?: 'asc' | 'desc' },
) {
  const db = deps.database.kysely
  await loadProduct(db, id)
  const { items, total } = await stockRepo(db).prices(id, query)
  return {
    items: items.map((row) => ({
      id: row.id,
      version: row.version,
      price: presentProductPrice(row),
      since: row.created_at.toISOString(),
      until: row.until?.toISOString() ?? null,
      orders: row.orders,
      amount: formatFenAsYuan(row.amount_fen),
    })),
    total,
  }
}

export const requestProductPrice = (ctx: Context, id: string, { reason, ...form }: z.output<typeof PriceForm>) =>
  ctx.transaction(async (tx) => {
    const product = await lockProduct(tx.db, id)
    // Normalise to the stored form, so that 2.280 and 2.28 are the same price.
    const after = presentProductPrice(parseProductPrice(form))
    return requestChange(tx, ctx, {
      kind: 'price',
      target_id: id,
      title: ({ hour }) => {
        const asked = `¥${groupThousands(after.hour)}/卡/小时`
        return hour ? `${product.name} 调价 ¥${groupThousands(hour)} → ${asked}` : `${product.name} 首次定价 ${asked}`
      },
      after,
      reason,
    })
  })
