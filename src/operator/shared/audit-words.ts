import { roleNames } from '#contract/access.ts'
import { activityAudiences } from '#contract/activities.ts'
import { artPatterns } from '#contract/banners.ts'
import { groupThousands } from '#contract/group-thousands.ts'
import { chargeRules } from '#contract/instances.ts'
import { invoiceStates } from '#contract/invoice-states.ts'
import { llmKinds } from '#contract/llm-models.ts'
import { activityStates } from '#contract/operator/activities.ts'
import { announcementAudiences, announcementStates } from '#contract/operator/announcements.ts'
import { campaignStates } from '#contract/operator/coupons.ts'
import { engineKinds } from '#contract/operator/engines.ts'
import { forceStopReasons } from '#contract/operator/instances.ts'
import { leadStates } from '#contract/operator/leads.ts'
import { quarantineStates } from '#contract/operator/quarantine.ts'
import { orderStatuses } from '#contract/orders.ts'
import { vendorNames } from '#contract/vendors.ts'
import { formatTime } from '#src/ui/format-time.ts'

type Words = Readonly<Record<string, string>>

/** Fields in the order in which they are shown. */
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
  out_of_sale: '已停售',
  fault: '故障',
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
  address: '地址',
  client_id: '客户端或查询账号',
  secret: '密钥',
  socket_path: '主机上的套接字',
  disk_quota: '能限制磁盘大小',
  virtual_cards: '虚拟卡',
  namespace: '命名空间',
  node_selector: '节点标签',
  tolerated_taints: '容忍的污点',
  storage_class: '存储类',
  pull_secret: '拉取镜像的 Secret',
  shared_claim: '共享卷',
  host_key: '主机密钥',
  removed: '已移除',
  base_dn: 'Base DN',
  user_filter: '查询条件',
  group_base_dn: '组的 Base DN',
  ca: 'CA 证书',
  subject_attribute: '唯一编号的属性',
  name_attribute: '姓名的属性',
  email_attribute: '邮箱的属性',
  groups_attribute: '组的属性',
  absent_days: '多少天没有登录视为离开',
  enabled: '已启用',
  listed: '在登录页列出',
  rules: '组与项目',
  others: '其他人',
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
  terms: '条款',
  quota: '总数量',
  quota_gb: '存储配额 GB',
  monthly: '每月补足（元）',
  price_max: '单台每小时最高（元）',
  instances_max: '最多实例数',
  invited_until: '邀请有效至',
  publish_at: '发布时间',
  slug: '短名',
  generation: '代次',
  upstream_name: '上游名称',
  context_length: '上下文长度（词元）',
  max_output: '一次最多输出（词元）',
  image_tokens: '每张图片的词元上限',
  max_choices: '一次最多几个回答',
  input: '输入（元）',
  cached_input: '命中缓存（元）',
  output: '输出（元）',
  kind: '类型',
  phone: '手机号',
  id: '编号',
}

/** The state of whatever a row is about; several nouns share a word. */
const states: Words = {
  ...activityStates,
  ...announcementStates,
  ...campaignStates,
  ...quarantineStates,
  ...orderStatuses,
  ...leadStates,
  ...invoiceStates,
  pending: '待处理',
  approved: '已通过',
  passed: '已通过',
  refused: '已驳回',
  rejected: '已驳回',
  withdrawn: '已撤回',
}
const valueLabels: Readonly<Record<string, Words>> = {
  state: states,
  status: states,
  role: roleNames,
  audience: { ...activityAudiences, ...announcementAudiences },
  cause: forceStopReasons,
  desired: { running: '运行', stopped: '关机' },
  maintenance: { announced: '已公告', under_way: '进行中', finished: '已结束', cancelled: '已取消' },
  discount_type: chargeRules,
  charge_rule: chargeRules,
  art: artPatterns,
  vendor: vendorNames,
  kind: { ...llmKinds, ...engineKinds },
}
const yesNo: Words = { true: '是', false: '否' }
/** What people typed; it is never taken for a value with a word. */
const typedFields = new Set(['reason', 'fault', 'note', 'name', 'frozen_reason', 'title', 'content', 'text', 'link'])

/** Ids that link rows, and what the action says already; not meaningful to a person. */
const hiddenFields = new Set(['change_request', 'assignee_id', 'step'])

const fieldOrder = new Map(Object.keys(fieldLabels).map((field, place) => [field, place]))
/** Stored fields are unordered; they are displayed in the order of the labels above. */
export const sortAuditFields = (fields: readonly string[]): string[] =>
  [...fields].sort((a, b) => (fieldOrder.get(a) ?? fieldOrder.size) - (fieldOrder.get(b) ?? fieldOrder.size))

export const isAuditFieldShown = (field: string): boolean => !hiddenFields.has(field)
export const formatAuditField = (field: string): string => fieldLabels[field] ?? field

/** Formats a stored value for display; an empty one is a dash. */
export function formatAuditValue(field: string, value: string | undefined): string {
  if (value === undefined || value === '') return '—'
  if (typedFields.has(field)) return value
  if (field.endsWith('_at') || field.endsWith('_until') || field.startsWith('visible_')) return formatTime(value)
  if (formatAuditField(field).endsWith('（元）')) return groupThousands(value)
  return valueLabels[field]?.[value] ?? yesNo[value] ?? value
}
