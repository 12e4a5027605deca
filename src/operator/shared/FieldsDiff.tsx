import { type Role, roleNames } from '#contract/access.ts'
import { activityAudiences, discountTypes } from '#contract/activities.ts'
import { artPatterns } from '#contract/banners.ts'
import { forceStopReasons } from '#contract/operator/instances.ts'
import { formatTime } from '#src/ui/format-time.ts'
import styles from './FieldsDiff.module.css'

const fieldLabels: Readonly<Record<string, string>> = {
  adjusted: '累计调整（元）',
  amount: '金额（元）',
  refunded: '累计退款（元）',
  codes: '兑换码（个）',
  users: '发给',
  offered: '发放',
  version: '价格版本',
  hour: '时价（元）',
  day: '日价（元）',
  week: '周价（元）',
  hour_origin: '时价原价（元）',
  day_origin: '日价原价（元）',
  week_origin: '周价原价（元）',
  role: '角色',
  frozen: '已冻结',
  frozen_at: '冻结时间',
  frozen_reason: '冻结原因',
  reason: '原因',
  note: '意见',
  number: '号码',
  issued_on: '开票日期',
  file: '文件（SHA-256）',
  cause: '类别',
  desired: '期望状态',
  drained: '已排空',
  maintenance: '维护',
  percent: '现价的百分之',
  discount_type: '计费方式',
  period: '时长',
  product_ids: '产品',
  audience: '对象',
  per_user: '每人份数',
  stock: '总份数',
  for_existing: '可用于已有实例',
  starts_at: '开始时间',
  ends_at: '结束时间',
  title: '标题',
  content: '说明',
  text: '文字',
  link: '链接',
  art: '图案',
  position: '排序',
  visible: '展示',
  visible_from: '展示开始',
  visible_to: '展示结束',
  set: '由运营设置',
  hours: '预计小时',
  region_id: '地域',
  on_sale: '在售',
  on_offer: '上线',
  name: '名称',
  city: '城市',
  sort: '排序',
  vendor: '厂商',
  gpu_model: 'GPU 型号',
  vram: '显存 GB',
  vram_gb: '显存 GB',
  cpu: 'CPU 核',
  memory: '内存 GB',
  memory_gb: '内存 GB',
  net_speed: '带宽 Mbit/s',
  net_mbps: '带宽 Mbit/s',
  sys_disk: '系统盘 GB',
  sys_disk_gb: '系统盘 GB',
  max_gpu_num: '最多卡数',
  fp16: 'FP16 TFLOPS',
  fp32: 'FP32 TFLOPS',
  framework: '框架',
  python: 'Python',
  runtime: '运行时',
  size_gb: '大小 GB',
  reference: '镜像地址',
  status: '状态',
  state: '状态',
  step: '步骤',
  charge_rule: '计费方式',
  price_hour: '每小时（元）',
  expire_at: '到期时间',
  instance_id: '实例',
  is_creator: '创作者',
  allocate: '划拨（元）',
  take_back: '收回（元）',
  cap: '限额（元）',
  models: '可用模型',
  scopes: '可用接口',
  expires_on: '有效期至',
  bank_reference: '银行流水号',
  payout_reference: '打款流水号',
  part: '分笔',
  phone: '手机号',
  id: '编号',
}

const valueLabels: Readonly<Record<string, string>> = {
  true: '是',
  false: '否',
  announced: '已公告',
  under_way: '进行中',
  finished: '已结束',
  cancelled: '已取消',
  pending: '待处理',
  passed: '已通过',
  refused: '已驳回',
  withdrawn: '已撤回',
  running: '运行',
  stopped: '关机',
  ...forceStopReasons,
  ...discountTypes,
  ...activityAudiences,
  ...artPatterns,
}

/** Ids that link rows; not meaningful to a person. */
const hiddenFields = new Set(['change_request'])

const fieldOrder = new Map(Object.keys(fieldLabels).map((field, place) => [field, place]))
/** Stored fields are unordered; they are displayed in the order of the labels above. */
const sortAuditFields = (fields: readonly string[]): string[] =>
  [...fields].sort((a, b) => (fieldOrder.get(a) ?? fieldOrder.size) - (fieldOrder.get(b) ?? fieldOrder.size))

const isAuditFieldShown = (field: string): boolean => !hiddenFields.has(field)
const formatAuditField = (field: string): string => fieldLabels[field] ?? field

/** Formats a stored value for display; an empty one is a dash. */
function formatAuditValue(field: string, value: string | undefined): string {
  if (value === undefined || value === '') return '—'
  if (field === 'role') return roleNames[value as Role] ?? value
  if (field.endsWith('_at') || field.startsWith('visible_')) return formatTime(value)
  return ['reason', 'note', 'name', 'frozen_reason', 'title', 'content', 'text', 'link'].includes(field)
    ? value
    : (valueLabels[value] ?? value)
}

type FieldValues = Readonly<Record<string, string>> | null

const listChangedFields = (before: FieldValues, after: FieldValues) =>
  sortAuditFields(Object.keys(after ?? {}))
    .filter((field) => isAuditFieldShown(field) && before?.[field] !== after?.[field])
    .map((field) => ({ field, from: before?.[field], to: after?.[field] }))

/** Changes by field: before, arrow, after. */
export function FieldsDiff({ before, after }: { before: FieldValues; after: FieldValues }) {
  const rows = listChangedFields(before, after)
  if (!rows.length) return <span className={styles.none}>—</span>
  return (
    <dl className={styles.diff}>
      {rows.map(({ field, from, to }) => (
        <div key={field}>
          <dt>{formatAuditField(field)}</dt>
          <dd>
            {from !== undefined && (
              <>
                <del>{formatAuditValue(field, from)}</del>
                {' → '}
              </>
            )}
            <ins>{formatAuditValue(field, to)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The changes as one line of text, for export. */
export const formatFieldsDiff = (before: FieldValues, after: FieldValues): string =>
  listChangedFields(before, after)
    .map(
      ({ field, from, to }) =>
        `${formatAuditField(field)} ${from === undefined ? '' : `${formatAuditValue(field, from)} → `}${formatAuditValue(field, to)}`,
    )
    .join('；')
