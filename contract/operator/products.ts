import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Keyword, listQuery } from '../list.ts'
import { ProductPrice, Vendor } from '../products.ts'
import { createRowActionDefiner } from '../row-action.ts'
import { ById, Id, Name, Time, Yuan } from '../scalars.ts'
import { ChangeRequest } from './changes.ts'
import { OperatorReason } from './reason.ts'

/** An integer within bounds, with a single error message. */
const Whole = (label: string, min: number, max: number) =>
  z
    .number({ error: `请输入${label}` })
    .int(`${label}须为整数`)
    .min(min, `${label}至少 ${min}`)
    .max(max, `${label}最多 ${max}`)
const Tflops = (label: string) =>
  z
    .number({ error: `请输入${label}` })
    .min(0, `${label}不能为负`)
    .max(100_000, `${label}过大`)

export const OperatorProduct = z
  .object({
    id: Id,
    name: z.string(),
    region_id: Id,
    region_name: z.string(),
    gpu_model: z.string(),
    vendor: Vendor,
    vram: z.number().int(),
    fp32: z.number(),
    fp16: z.number(),
    cpu: z.number().int(),
    memory: z.number().int(),
    net_speed: z.number().int(),
    sys_disk: z.number().int(),
    max_gpu_num: z.number().int(),
    sort: z.number().int(),
    on_sale: z.boolean(),
    price: ProductPrice.nullable().meta({ description: '现行价格；没有定价时为 null' }),
    price_version: z.number().int(),
    price_pending: z.boolean().meta({ description: '有待审批的调价' }),
    gpu_total: z.number().int(),
    gpu_rented: z.number().int(),
    instances: z.number().int().meta({ description: '未释放的实例数' }),
  })
  .meta({ id: 'OperatorProduct' })
export type OperatorProduct = z.infer<typeof OperatorProduct>

/** Fields of a product that can be changed later; model and region are fixed. */
const changeableFields = {
  name: Name(40, '名称'),
  vram: Whole('显存', 1, 1000),
  fp32: Tflops('FP32 算力'),
  fp16: Tflops('FP16 算力'),
  cpu: Whole('每卡 CPU', 1, 1000),
  memory: Whole('每卡内存', 1, 10_000),
  net_speed: Whole('带宽', 1, 1_000_000),
  sys_disk: Whole('系统盘', 10, 10_000),
  max_gpu_num: Whole('单实例最多卡数', 1, 8),
  sort: Whole('排序', 0, 100_000),
}

/** Price per card in yuan as an operator types it; stored in 1e-6 yuan per hour. */
const UnitPrice = z
  .string({ error: '请输入价格' })
  .min(1, '请输入价格')
  .refine((v) => v === '' || (/^\d{1,7}(\.\d{1,4})?$/.test(v) && Number(v) > 0), '请输入最多保留四位小数的正数')
export const PriceForm = z
  .object({
    hour: UnitPrice,
    day: UnitPrice,
    week: UnitPrice,
    hour_origin: UnitPrice,
    day_origin: UnitPrice,
    week_origin: UnitPrice,
    reason: OperatorReason,
  })
  .superRefine((form, ctx) => {
    for (const unit of ['hour', 'day', 'week'] as const) {
      if (Number(form[unit]) > Number(form[`${unit}_origin`]))
        ctx.addIssue({ code: 'custom', path: [unit], message: '售价不能高于原价' })
    }
  })

const PriceVersion = z
  .object({
    id: Id,
    version: z.number().int(),
    price: ProductPrice,
    since: Time,
    until: Time.nullable().meta({ description: '被下一版取代的时间；现行版为 null' }),
    orders: z.number().int().meta({ description: '按此版成交的订单数' }),
    amount: Yuan.meta({ description: '这些订单的实付金额之和' }),
  })
  .meta({ id: 'PriceVersion' })

const defineSaleChange = createRowActionDefiner({
  path: '/api/v1/operator/product/:id',
  access: 'operator_admin',
  source: 'decided: product §10',
  params: ById,
  data: OperatorProduct,
})

export const operatorProducts = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/operator/product/list',
    access: 'operator',
    summary: '产品，含已下架的',
    description: 'Lists the products, including those not on sale.',
    source: 'decided: product §10',
    query: listQuery(['sort', 'name', 'gpu_total'], {
      keyword: Keyword,
      region_id: Id.optional(),
      on_sale: z.enum(['true', 'false']).optional(),
    }),
    data: z.array(OperatorProduct),
    paged: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/operator/product/:id',
    access: 'operator',
    summary: '产品详情',
    description: 'Returns one product, on sale or not.',
    source: 'decided: product §10',
    params: ById,
    data: OperatorProduct,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/operator/product',
    access: 'operator_admin',
    idempotent: true,
    summary: '新建产品；定价并上架后用户才看得到',
    description: 'Creates a product; users see it once it has a price and is put on sale.',
    message: '产品已创建，定价后即可上架',
    source: 'decided: product §10',
    body: z.object({
      region_id: Id,
      gpu_model: Name(40, 'GPU 型号'),
      vendor: Vendor,
      ...changeableFields,
    }),
    data: OperatorProduct,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/v1/operator/product/:id',
    access: 'operator_admin',
    idempotent: true,
    summary: '修改产品；已有实例的配置不变',
    description: 'Changes a product; existing instances keep their configuration.',
    message: '产品已修改',
    source: 'decided: product §10',
    params: ById,
    body: z.object(changeableFields),
    data: OperatorProduct,
  }),
  on_sale: defineSaleChange('on_sale', '上架', 'Puts a product on sale; it must have a price.', '已上架'),
  off_sale: defineSaleChange(
    'off_sale',
    '下架；不影响已有实例',
    'Takes a product off sale; existing instances are not affected.',
    '已下架',
  ),
  prices: endpoint({
    method: 'GET',
    path: '/api/v1/operator/product/:id/price/list',
    access: 'operator',
    summary: '价格版本，新的在前',
    description: 'Lists the price versions of a product, newest first, with the orders made at each.',
    source: 'decided: product §3',
    params: ById,
    query: listQuery(['version']),
    data: z.array(PriceVersion),
    paged: true,
  }),
  request_price: endpoint({
    method: 'POST',
    path: '/api/v1/operator/product/:id/price',
    access: 'operator_finance',
    idempotent: true,
    stepUp: true,
    summary: '申请新的价格版本；他人批准后生效，已成交的订单和实例不变',
    description: 'Requests a new price version, in force once another operator approves it; past orders keep theirs.',
    message: '已提交，等待他人审批',
    source: 'decided: product §3, docs/decisions/018',
    params: ById,
    body: PriceForm,
    data: ChangeRequest,
  }),
}
