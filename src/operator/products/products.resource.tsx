import { limits } from '#contract/limits.ts'
import { formatMicroAsYuan } from '#contract/money.ts'
import { operatorAudit } from '#contract/operator/audit.ts'
import { operatorProducts } from '#contract/operator/products.ts'
import { vendorNames } from '#contract/products.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import { loadRegionOptions } from '#src/features/instances/shared.ts'
import { operatorPaths } from '#src/operator/paths.ts'
import { formatPriceVersion, PriceVersion } from '#src/operator/shared/PriceVersion.tsx'
import { RegionInput } from '#src/operator/shared/RegionInput.tsx'
import { CellSubline } from '#src/ui/CellSubline.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import type { StateStyles } from '#src/ui/StateTag.tsx'

const productFields = [
  { name: 'name', label: '名称', help: '名称含「4090」的产品不在首页的推荐列表里出现，在算力市场照常可租。' },
  { name: 'vram', label: '每卡显存（GB）', input: 'number' },
  { name: 'fp32', label: 'FP32 算力（TFLOPS）', input: 'number' },
  { name: 'fp16', label: 'FP16 算力（TFLOPS）', input: 'number' },
  { name: 'cpu', label: '每卡 CPU（核）', input: 'number' },
  { name: 'memory', label: '每卡内存（GB）', input: 'number' },
  { name: 'net_speed', label: '带宽（Mbit/s）', input: 'number' },
  { name: 'sys_disk', label: '系统盘（GB）', input: 'number', initial: 30 },
  { name: 'max_gpu_num', label: '单实例最多卡数', input: 'number', initial: 8 },
  { name: 'sort', label: '排序', input: 'number', initial: 0, help: '小的在前。' },
] as const

const priceFields = [
  { name: 'hour', label: '时价（元/卡）' },
  { name: 'hour_origin', label: '时价原价（元/卡）' },
  { name: 'day', label: '日价（元/卡）' },
  { name: 'day_origin', label: '日价原价（元/卡）' },
  { name: 'week', label: '周价（元/卡）' },
  { name: 'week_origin', label: '周价原价（元/卡）' },
  { name: 'reason', label: '原因', placeholder: '审批人会看到' },
] as const

const defaultListPrices = {
  hour_origin: formatMicroAsYuan(BigInt(limits.hourOriginMicro)),
  day_origin: formatMicroAsYuan(BigInt(limits.dayOriginMicro)),
  week_origin: formatMicroAsYuan(BigInt(limits.weekOriginMicro)),
}

const stateLabels = { unpriced: '待定价', on_sale: '在售', off_sale: '未上架' }
const statusStyles: StateStyles<keyof typeof stateLabels> = {
  unpriced: { tone: 'neutral', icon: 'close' },
  on_sale: { tone: 'success', icon: 'check' },
  off_sale: { tone: 'neutral', icon: 'close' },
}

/** Products on sale, with prices and their start dates (product §3, §10). */
export default defineResource({
  name: 'operator-products',
  label: '产品',
  meaning: '卖什么、什么价。改动只影响新订单；已成交的订单和实例保持成交时的价格与配置。',
  path: operatorPaths.products,
  nav: { section: 'products', order: 10 },
  api: {
    list: operatorProducts.list,
    one: operatorProducts.get,
    create: operatorProducts.create,
    update: operatorProducts.update,
    history: operatorAudit.history,
  },
  title: (product) => `${product.name} · ${product.region_name}`,
  columns: [
    {
      field: 'name',
      title: '产品',
      text: (product) => product.name,
      below: (product) => <CellSubline>{product.region_name}</CellSubline>,
    },
    { field: 'vendor', title: '厂商', type: 'word', words: vendorNames },
    {
      field: 'on_sale',
      title: '状态',
      type: 'status',
      value: ({ on_sale: onSale, price }) => (!price ? 'unpriced' : onSale ? 'on_sale' : 'off_sale'),
      words: stateLabels,
      looks: statusStyles,
    },
    { field: 'price', title: '时价（元/卡）', type: 'yuan', value: ({ price }) => price?.hour },
    {
      field: 'price_version',
      title: '价格版本',
      render: (product) => <PriceVersion of={product} />,
      text: formatPriceVersion,
    },
    {
      field: 'gpu_total',
      title: 'GPU 租出 / 总数',
      text: (product) => `${product.gpu_rented} / ${product.gpu_total}`,
      align: 'end',
    },
    { field: 'instances', title: '实例', type: 'count' },
    { field: 'sort', title: '排序', type: 'count' },
  ],
  details: [
    { field: 'gpu_model', title: 'GPU 型号' },
    { field: 'vram', title: '每卡显存', text: (product) => `${product.vram} GB` },
    { field: 'cpu', title: '每卡配置', text: (product) => `${product.cpu} 核 / ${product.memory} GB` },
    { field: 'net_speed', title: '带宽', text: (product) => `${product.net_speed} Mbit/s` },
    { field: 'sys_disk', title: '系统盘', text: (product) => `${product.sys_disk} GB` },
    { field: 'max_gpu_num', title: '单实例最多卡数' },
  ],
  filters: {
    region_id: { label: '地域', options: loadRegionOptions },
    on_sale: { label: '是否在售', options: { true: '在售', false: '未在售' } },
  },
  search: '搜索名称、型号或编号',
  form: {
    create: [
      { name: 'region_id', label: '地域', render: RegionInput },
      { name: 'gpu_model', label: 'GPU 型号', placeholder: '与主机报告的型号一致，例如 RTX 4090' },
      { name: 'vendor', label: '厂商', input: 'radio', options: vendorNames, initial: 'nvidia' },
      ...productFields,
    ],
    update: productFields,
  },
  actions: [
    {
      name: 'request_price',
      label: '申请调价',
      icon: <Icon name="wallet" />,
      endpoint: operatorProducts.request_price,
      allowed: (product) => !product.price_pending,
      effect: '提交后由另一位有权限的运营人员审批，批准时生效为新的价格版本。已成交的订单、运行中的实例和 10 分钟内的报价不变。',
      fields: priceFields,
      initial: (product) => ({ ...(product.price ?? defaultListPrices) }),
    },
    {
      name: 'on_sale',
      label: '上架',
      endpoint: operatorProducts.on_sale,
      allowed: (product) => !product.on_sale && product.price !== null,
      whenOff: 'hidden',
      effect: '上架后所有用户都能看到并租用。',
    },
    {
      name: 'off_sale',
      label: '下架',
      danger: true,
      endpoint: operatorProducts.off_sale,
      allowed: (product) => product.on_sale,
      whenOff: 'hidden',
      effect: '下架后不能新租；已有实例照常运行、关机和开机，价格不变。',
    },
  ],
  pages: { show: () => import('./ProductShow.tsx') },
  empty: { title: '还没有产品', hint: '选一个地域和主机上有的 GPU 型号，新建产品；定价获批后即可上架。' },
})
